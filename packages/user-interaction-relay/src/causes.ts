/** What the asking side gets when no surface is left, and what a surface gets when another one has the answer. */
import {
  isUserInteractionError,
  UserInteractionError,
  type UserInteractionErrorCode,
} from '@deepseek-ai/dsh-user-interaction'

/** Why one surface does not have an ask. */
export interface Cause {
  readonly surface: string
  readonly error: Error
}

/**
 * One error for all of them: the code they agree on, else `PROVIDER_FAILED`. Its message names each surface, its
 * `cause` is an `AggregateError` of what they failed with.
 */
export function noneLeft(causes: readonly Cause[]): UserInteractionError {
  if (causes.length === 0) return new UserInteractionError('NO_PROVIDER', 'the relay has no surface')
  const message = `no surface is left to show this question: ${causes
    .map(({ surface, error }) => `${surface}: ${error.message}`)
    .join('; ')}`
  const errors = causes.map(({ error }) => error)
  return new UserInteractionError(commonCode(errors), message, { cause: new AggregateError(errors, message) })
}

/** The reason for which a question is taken down on the other surfaces. */
export function answeredOn(surface: string): UserInteractionError {
  return new UserInteractionError('ASK_ABORTED', `the question was answered on another surface: ${surface}`, {
    surface,
  })
}

function commonCode([first, ...others]: readonly Error[]): UserInteractionErrorCode {
  // A caller takes ASK_ABORTED and ASK_EXPIRED for its own doing; no surface decides that.
  if (!isUserInteractionError(first) || first.code === 'ASK_ABORTED' || first.code === 'ASK_EXPIRED') {
    return 'PROVIDER_FAILED'
  }
  return others.every((error) => isUserInteractionError(error, first.code)) ? first.code : 'PROVIDER_FAILED'
}
