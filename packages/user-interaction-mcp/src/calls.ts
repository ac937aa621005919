/** The open calls of MCP clients, by the signal that a call's tool runs under: how an ask finds its own client. */
import type { AskUserQuestionRequest } from '@deepseek-ai/dsh-user-interaction'
import type { FormClient } from './client.ts'

/** What a server and a provider share. */
export interface Calls {
  /** The client whose call led to this ask; undefined when that is unclear, which is never guessed. */
  clientOf(request: AskUserQuestionRequest): FormClient | undefined
  /** Makes it known that asks under this signal belong to this client. It is forgotten with the signal. */
  enter(signal: AbortSignal, client: FormClient): void
}

/** Makes an empty register. */
export function createCalls(): Calls {
  const clients = new WeakMap<AbortSignal, FormClient>()
  return {
    clientOf: ({ signal }) => signal && clients.get(signal),
    enter: (signal, client) => void clients.set(signal, client),
  }
}
