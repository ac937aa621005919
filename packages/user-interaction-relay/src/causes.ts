/** What the asking side gets when no surface is left, and what a surface gets when another one has the answer. */
import { HarnessError } from '@deepseek-ai/dsh-llm'
import { isUserInteractionError, UserInteractionError } from '@deepseek-ai/dsh-user-interaction'

/** Why one surface does not have an ask. */
export interface Cause {
  readonly surface: string
  readonly error: Error
}

/**
 * One error for all of them: the code they agree on, whoever's it is, else `PROVIDER_FAILED`. Its message names each
 * surface, its `cause` is an `AggregateError` of what they failed with.
 */
export function noneLeft(causes: readonly Cause[]): Error {
  if (causes.length === 0) return new UserInteractionError('NO_PROVIDER', 'the relay has no surface')
  const message = `no surface is left to show this question: ${causes
    .map(({ surface, error }) => `${surface}: ${error.message}`)
    .join('; ')}`
  const errors = causes.map(({ error }) => error)
  const options = { cause: new AggregateError(errors, message) }
  const common = commonOf(errors)
  if (!common) return new UserInteractionError('PROVIDER_FAILED', message, options)
  if (isUserInteractionError(common)) return new UserInteractionError(common.code, message, options)
  const error = new HarnessError(message, common.code, options)
  error.name = common.name
  return error
}

/** The reason for which a question is taken down on the other surfaces. */
export function answeredOn(surface: string): UserInteractionError {
  return new UserInteractionError('ASK_ABORTED', `the question was answered on another surface: ${surface}`, {
    surface,
  })
}

/** The reason for which a question is taken down where somebody dismissed it elsewhere. */
export function dismissedOn(surface: string): UserInteractionError {
  return new UserInteractionError('ASK_CANCELLED', undefined, { surface })
}

/** One of them, if all have its code. */
function commonOf([first, ...others]: readonly Error[]): HarnessError | undefined {
  if (!isCoded(first)) return undefined
  // A caller takes these two for its own doing; no surface decides that.
  if (isUserInteractionError(first, 'ASK_ABORTED') || isUserInteractionError(first, 'ASK_EXPIRED')) return undefined
  return others.every((error) => isCoded(error) && error.code === first.code) ? first : undefined
}

function isCoded(error: Error | undefined): error is HarnessError {
  return error instanceof HarnessError || isUserInteractionError(error)
}
