/** The server: offers `ask_user_question` of a composition to one MCP client, in whichever revision it speaks. */
import type { Readable, Writable } from 'node:stream'
import type { Context } from '@deepseek-ai/cordis'
import { CallId } from '@deepseek-ai/dsh-llm'
import type {} from '@deepseek-ai/dsh-tools'
import { detectLang, type Lang } from '@deepseek-ai/dsh-user-interaction/lang'
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool,
  type Transport,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Calls } from './calls.ts'
import type { FormClient } from './client.ts'
import { messages } from './lang.ts'
import { ToolCalls } from './tool-calls.ts'
import { renderToolResult, renderUnavailable } from './tool-result.ts'
import { mendMessage, MessageTooLongError, StreamWire } from './wire.ts'

const toolName = 'ask_user_question'
const dayMs = 24 * 60 * 60_000

/** How to serve. */
export interface ServeOptions {
  /** The connection; it is closed in the end. Default: standard input and output, or the streams given. */
  readonly transport?: Transport
  /** Default: the process's. It stays open. */
  readonly input?: Readable
  /** Default: the process's. It is the protocol's alone, and stays open. */
  readonly output?: Writable
  /** Where a provider finds the client of an ask. */
  readonly calls: Calls
  /** What the server says it is. Default: this package's. */
  readonly version?: string
  /** Default: what LC_ALL, LC_MESSAGES or LANG say. */
  readonly lang?: Lang
  /** How often a client that asked for progress hears of it, in milliseconds. Default: 15 seconds. */
  readonly progressMs?: number
  /** How long a call is kept whose client does not come back with a reply, in milliseconds. Default: a day. */
  readonly parkedMs?: number
  /** Hears what goes wrong on the connection; never a person's words. */
  onError?(error: Error): void
}

/** A connection that is served. */
export interface Serving {
  /**
   * Resolves when the connection has ended; every open call has been aborted then. With an error when that was neither
   * the client's doing nor that of `close`: `MessageTooLongError`.
   */
  readonly closed: Promise<Error | undefined>
  close(): Promise<void>
}

/** Serves one client until it goes. What it calls runs in the tool runtime of `ctx`. */
export function serveMcp(ctx: Context, options: ServeOptions): Serving {
  const { transport = new StreamWire(options.input, options.output), onError, parkedMs = dayMs } = options
  const toolCalls = new ToolCalls(parkedMs)
  let failure: Error | undefined
  const onerror = (error: Error): void => {
    if (error instanceof MessageTooLongError) failure = error
    else onError?.(error)
  }
  const connection = serveStdio(({ era }) => createServer(ctx, toolCalls, era === 'modern', options), {
    transport,
    onerror,
  })
  const closed = new Promise<Error | undefined>((resolve) => {
    const { onclose: closeServer, onmessage: deliver } = transport
    // A transport is no event target: this is all that it offers.
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    transport.onclose = () => {
      toolCalls.close()
      closeServer?.()
      resolve(failure)
    }
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    transport.onmessage = (message, extra) => deliver?.(mendMessage(message) as typeof message, extra)
  })
  return {
    closed,
    async close() {
      toolCalls.close()
      await connection.close()
      await closed
    },
  }
}

function createServer(ctx: Context, toolCalls: ToolCalls, reentrant: boolean, options: ServeOptions): Server {
  const { calls, version = '0.1.0', lang = detectLang(process.env), progressMs = 15_000 } = options
  const server = new Server(
    { name: 'ask-user', title: 'Ask the user', version },
    { capabilities: { tools: {} }, requestState: { verify: toolCalls.codec.verify } },
  )
  server.setRequestHandler('tools/list', () => ({ tools: toolsOf(ctx) }))
  server.setRequestHandler('tools/call', ({ params }, request) => {
    if (params.name !== toolName) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'there is no such tool')
    return toolCalls.serve(params, request, {
      reentrant,
      capabilities: reentrant ? declaredBy(request) : server.getClientCapabilities(),
      revision: server.getNegotiatedProtocolVersion(),
      waiting: messages[lang].waiting,
      progressMs,
      run: (signal, client) => callTool(ctx, params.arguments ?? {}, request, { calls, signal, client }),
    })
  })
  return server
}

/** Without a handshake, each request says what its client can do. */
function declaredBy({ mcpReq }: ServerContext): ClientCapabilities | undefined {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {}
  // The SDK has checked the envelope before any handler sees it.
  return envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined
}

/** As the runtime hands it to a model, byte for byte; the annotations are for hosts. */
function toolsOf(ctx: Context): Tool[] {
  const schemas = ctx.get('tools')?.schemas() ?? []
  return schemas
    .filter(({ name }) => name === toolName)
    .map(({ name, description, parameters }) => ({
      name,
      description,
      inputSchema: parameters as Tool['inputSchema'],
      annotations: { title: 'Ask the user', readOnlyHint: true, openWorldHint: false },
    }))
}

async function callTool(
  ctx: Context,
  args: unknown,
  { mcpReq }: ServerContext,
  { calls, signal, client }: { calls: Calls; signal: AbortSignal; client: FormClient },
): Promise<CallToolResult> {
  const tools = ctx.get('tools')
  if (!tools?.get(toolName)) return renderUnavailable()
  calls.enter(signal, client)
  return renderToolResult(
    await tools.execute({ callId: CallId(`mcp-${String(mcpReq.id)}`), name: toolName, arguments: args, signal }),
  )
}
