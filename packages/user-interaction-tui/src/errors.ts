/** The seam's errors, loaded when the first one is due: a first frame needs nothing of the seam but its text rules. */
import type { UserInteractionError, UserInteractionErrorCode } from '@deepseek-ai/dsh-user-interaction'

/** Makes an error of the seam. */
export async function createError(
  code: UserInteractionErrorCode,
  message?: string,
  options?: { readonly cause?: unknown },
): Promise<UserInteractionError> {
  const seam = await import('@deepseek-ai/dsh-user-interaction')
  return new seam.UserInteractionError(code, message, options)
}

/** The surface that an error says has the answer instead. */
export function surfaceOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('surface' in error)) return undefined
  return typeof error.surface === 'string' ? error.surface : undefined
}

/** The code of an error of the seam, whichever copy of it made it. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
