/** The failures of this provider that its callers tell apart: nobody was left to answer, or nobody who does. */
import { UserInteractionError } from '@deepseek-ai/dsh-user-interaction'

/** The input ended, or failed with `cause`, before a line came. */
export class InputEnded extends Error {
  constructor(cause?: unknown) {
    super('input ended', cause === undefined ? undefined : { cause })
    this.name = 'InputEnded'
  }
}

/** So many lines in a row were no answer to the question that was up. */
export class TooManyMisses extends Error {}

/** An answer was given and could not be made to last; `cause` says why. */
export class Unkept extends Error {
  constructor(cause: unknown) {
    super('the answer was not kept', { cause })
  }
}

/**
 * What the asking side gets: `PROVIDER_FAILED`, with the `InputEnded` as its cause.
 * @param misses how many lines had come that were no answer to the question.
 */
export function inputEndedError(questionId: string, misses: number, cause: InputEnded): UserInteractionError {
  const after = misses === 0 ? '' : `; ${linesOf(misses)} no answer to it`
  const message = `input ended before question "${questionId}" was answered${after}`
  return new UserInteractionError('PROVIDER_FAILED', message, { cause })
}

/** What the asking side gets: `PROVIDER_FAILED`. */
export function tooManyMissesError(questionId: string, misses: number): UserInteractionError {
  const message = `question "${questionId}" was not answered: ${misses} lines in a row were no answer to it`
  return new UserInteractionError('PROVIDER_FAILED', message)
}

/**
 * Whether an ask failed because the input ended before it was answered. Takes the error, or what the tool runtime
 * keeps of it: an object with its `message`.
 */
export function isInputEnded(failure: unknown): boolean {
  return /^input ended before question ".*" was answered/s.test(messageOf(failure))
}

/** Whether an ask failed although lines came: none of them was an answer to the question that was up. */
export function isNoAnswer(failure: unknown): boolean {
  return /^(?:input ended before question|question) ".*(?:was|were) no answer to it$/s.test(messageOf(failure))
}

function linesOf(count: number): string {
  return count === 1 ? '1 line was' : `${count} lines were`
}

function messageOf(failure: unknown): string {
  const { message } = (failure ?? {}) as { message?: unknown }
  return typeof message === 'string' ? message : ''
}
