/** The same failure in the words of either side: same code, the other side's error as `cause`. Pure. */
import {
  isUserInteractionError,
  UserInteractionError,
  type UserInteractionErrorCode,
  userInteractionErrors,
} from '@deepseek-ai/dsh-user-interaction'
import { UserQuestionError } from '@deepseek-ai/dsh-user-questions'

/** What a plugin written for `ctx.userQuestions` gets. Errors that are not the seam's own pass as they are. */
export function toQuestionError(error: unknown): unknown {
  return isUserInteractionError(error) ? new UserQuestionError(error.message, error.code, { cause: error }) : error
}

/**
 * What the seam gets from a provider written for `ctx.userQuestions`: its own error, in its own words, for a code it
 * knows, so that a dismissal says the same to every model. Any other error passes as it is.
 */
export function toInteractionError(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'UserQuestionError') return error
  const { code } = error as { code?: unknown }
  return isKnown(code) ? new UserInteractionError(code, undefined, { cause: error }) : error
}

function isKnown(code: unknown): code is UserInteractionErrorCode {
  return typeof code === 'string' && Object.hasOwn(userInteractionErrors, code)
}
