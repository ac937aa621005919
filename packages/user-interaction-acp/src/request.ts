/** One request to the editor, from sending to its response or its withdrawal; says what went wrong in words. */
import { UserInteractionError } from '@deepseek-ai/dsh-user-interaction'
import type { AcpConnection } from './client.ts'

/** What an editor's lost connection means for whoever asks. `cause` is why it closed. */
export function disconnected(cause?: unknown): UserInteractionError {
  return new UserInteractionError(
    'PROVIDER_GONE',
    'the editor disconnected, so nobody can be shown this question there',
    cause === undefined ? undefined : { cause },
  )
}

/**
 * Sends a request and waits for its response, for ever if need be. When `signal` aborts, the editor is told by
 * `$/cancel_request`, its late response is dropped, and this rejects with the signal's reason at once.
 * @throws UserInteractionError `PROVIDER_GONE` when the connection closes.
 * @throws Error when the editor responds with an error; its code is told, its text is only the `cause`.
 */
export async function requestOf(
  { client, signal: closed }: AcpConnection,
  method: string,
  params: object,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    return await client.request(method, params, { cancellationSignal: signal, stopWaitingOnCancel: true })
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (closed.aborted) throw disconnected(cause)
    const code: unknown = (cause as { code?: unknown } | undefined)?.code
    const told = typeof code === 'number' ? `error ${code}` : 'an error'
    throw new Error(`the editor answered ${method} with ${told}: nobody was shown this question`, { cause })
  }
}
