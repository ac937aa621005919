/** The way to the person behind an MCP client: what a provider needs of it, and one over an open session. */
import type {
  ClientCapabilities,
  Request,
  RequestOptions,
  Server,
  StandardSchemaV1,
} from '@modelcontextprotocol/server'
import type { Form } from './form.ts'

/** A client that may be able to show forms. */
export interface FormClient {
  /** Whether it has declared that it can show a form. Nothing is sent to one that has not. */
  readonly forms: boolean
  /** Whether it knows choices only as the revision of 2025-06-18 has them: one, never several. */
  readonly namedEnums?: boolean
  /** Whether it asked to hear from the server while it waits, and so probably shows that. */
  readonly listens?: boolean
  /**
   * Shows a form and resolves with what the client sent back, unread. Rejects when it could not be shown. When the
   * signal aborts, the form is withdrawn, as far as the protocol can.
   */
  show(form: Form, signal: AbortSignal): Promise<unknown>
  /** Tells the person something while they are waited for; nothing unless the client `listens`. */
  tell?(text: string): void
}

/** Sends a request to the client and resolves with its result, read by the schema. */
export type Send = (request: Request, schema: StandardSchemaV1, options: RequestOptions) => Promise<unknown>

/** As long as a timer of Node can wait: nobody hurries a person. */
const longestWaitMs = 2 ** 31 - 1

/** The codec reads the reply: the SDK's own reading would make a malformed one look like one that never came. */
const unread: StandardSchemaV1 = {
  '~standard': { version: 1, vendor: 'ask-user', validate: (value) => ({ value }) },
}

/**
 * The client of a session of the revisions up to 2025-11-25, in which a server may ask at any time. In a session of
 * 2026-07-28 a form travels only with a call, so there `forms` is false; {@link createCalls} knows the calls.
 */
export function createSessionClient(server: Server): FormClient {
  return {
    get forms() {
      return readAbilities(server.getClientCapabilities(), server.getNegotiatedProtocolVersion()).forms
    },
    get namedEnums() {
      return readAbilities(server.getClientCapabilities(), server.getNegotiatedProtocolVersion()).namedEnums
    },
    show: (form, signal) => pushForm((...request) => server.request(...request), form, signal),
  }
}

/** Shows a form where a server may ask the client; the client is told when the signal aborts, but not why. */
export async function pushForm(send: Send, form: Form, signal: AbortSignal): Promise<unknown> {
  signal.throwIfAborted()
  const withdrawal = new AbortController()
  // The SDK tells the client the reason, and that of a signal is written for the model.
  const withdraw = (): void => withdrawal.abort('the question was withdrawn')
  signal.addEventListener('abort', withdraw)
  const options = { signal: withdrawal.signal, timeout: longestWaitMs }
  try {
    return await send({ method: 'elicitation/create', params: { ...form } }, unread, options)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', withdraw)
  }
}

/**
 * What a client can show: an empty declaration of elicitation means forms, one of another mode alone does not. The
 * revision of 2025-06-18 was the first to have forms, that of 2025-11-25 the first to have several choices.
 */
export function readAbilities(
  capabilities: ClientCapabilities | undefined,
  revision = '2025-11-25',
): { readonly forms: boolean; readonly namedEnums: boolean } {
  const elicitation = capabilities?.elicitation
  const declared = elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
  return { forms: declared && revision >= '2025-06-18', namedEnums: revision < '2025-11-25' }
}
