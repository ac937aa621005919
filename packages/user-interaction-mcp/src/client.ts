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
  /**
   * Shows a form and resolves with what the client sent back, unread. Rejects when it could not be shown. When the
   * signal aborts, the form is withdrawn, as far as the protocol can.
   */
  show(form: Form, signal: AbortSignal): Promise<unknown>
  /**
   * Tells the person something while they are waited for.
   * @returns whether the client asked to hear such things, and so probably shows them.
   */
  tell?(text: string): boolean
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
      return declaresForms(server.getClientCapabilities())
    },
    show: (form, signal) => pushForm((...request) => server.request(...request), form, signal),
  }
}

/** Shows a form where a server may ask the client; the client is told when the signal aborts. */
export function pushForm(send: Send, form: Form, signal: AbortSignal): Promise<unknown> {
  return send({ method: 'elicitation/create', params: { ...form } }, unread, { signal, timeout: longestWaitMs })
}

/** Whether a client has declared forms: an empty declaration means them, one of another mode alone does not. */
export function declaresForms(capabilities: ClientCapabilities | undefined): boolean {
  const elicitation = capabilities?.elicitation
  if (!elicitation) return false
  return elicitation.form !== undefined || elicitation.url === undefined
}
