/** The one failure of this provider that its callers tell apart: there was nobody left to answer. */
import { UserInteractionError } from '@deepseek-ai/dsh-user-interaction'

/** The input ended, or failed with `cause`, before a line came. */
export class InputEnded extends Error {
  constructor(cause?: unknown) {
    super('input ended', cause === undefined ? undefined : { cause })
    this.name = 'InputEnded'
  }
}

/** What the asking side gets: `PROVIDER_FAILED`, with the `InputEnded` as its cause. */
export function inputEndedError(questionId: string, cause: InputEnded): UserInteractionError {
  const message = `input ended before question "${questionId}" was answered`
  return new UserInteractionError('PROVIDER_FAILED', message, { cause })
}

/**
 * Whether an ask failed because the input ended before it was answered. Takes the error, or what the tool runtime
 * keeps of it: an object with its `message`.
 */
export function isInputEnded(failure: unknown): boolean {
  const { message } = (failure ?? {}) as { message?: unknown }
  return typeof message === 'string' && /^input ended before question ".*" was answered$/s.test(message)
}
