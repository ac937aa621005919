/** What an agent that speaks ACP hands over: its connection, what the editor can do, which session an ask is of. */
import type { ClientCapabilities } from '@agentclientprotocol/sdk'
import type { AskUserQuestionRequest } from '@deepseek-ai/dsh-user-interaction'

declare module '@deepseek-ai/cordis' {
  interface Context {
    /** The editor that this agent is connected to, for as long as it is. Provided by whoever holds the connection. */
    acpClient: AcpClient
  }
}

/** The part of the SDK's `AgentConnection` that is used; the connection stays its owner's, who closes it. */
export interface AcpConnection {
  readonly client: {
    request(
      method: string,
      params: object,
      options: { readonly cancellationSignal: AbortSignal; readonly stopWaitingOnCancel: boolean },
    ): Promise<unknown>
    notify(method: string, params: object): Promise<void>
  }
  /** Aborts when the connection closes. */
  readonly signal: AbortSignal
}

/** Where in the editor an ask belongs. */
export interface AcpSession {
  /** As the editor knows it, from `session/new` or `session/load`. */
  readonly sessionId: string
  /** The tool call that asks, if the editor has been told of it by this id. */
  readonly toolCallId?: string
}

/** An editor that has initialised. */
export interface AcpClient {
  readonly connection: AcpConnection
  /** `clientCapabilities` of the `initialize` request. */
  readonly capabilities: ClientCapabilities | null | undefined
  /**
   * The session that an ask belongs to; undefined refuses the ask, since no session is ever guessed. Default: the
   * asking agent's id is the session's, and the request's `key`, if it is `<agent id>/<call id>`, names the tool call;
   * an ask without an agent belongs to none.
   */
  sessionOf?(request: AskUserQuestionRequest): AcpSession | undefined
}

/** The session of an ask where an agent and its session have one id. Pure. */
export function sessionOfAgent({ agent, key }: AskUserQuestionRequest): AcpSession | undefined {
  if (!agent) return undefined
  const { id: sessionId } = agent
  const toolCallId = key?.startsWith(`${sessionId}/`) ? key.slice(sessionId.length + 1) : ''
  return toolCallId ? { sessionId, toolCallId } : { sessionId }
}

/** Whether the editor shows forms. Unlike in MCP, `elicitation: {}` alone promises none. Pure. */
export function showsForms(capabilities: ClientCapabilities | null | undefined): boolean {
  const form: unknown = capabilities?.elicitation?.form
  return typeof form === 'object' && form !== null
}
