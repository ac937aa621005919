/** What each way of ending tells the shell. */
import type { UserInteractionErrorCode } from '@deepseek-ai/dsh-user-interaction'

/** The exit codes that are no signal's. */
export const exitCodes = { answered: 0, dismissed: 1, usage: 2, nobody: 3, expired: 4, failed: 5 } as const

/** One of them. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The exit code for each way in which an ask can fail, as far as the code alone tells. */
export const exitCodeOf: Readonly<Record<UserInteractionErrorCode, ExitCode>> = {
  ASK_CANCELLED: exitCodes.dismissed,
  EMPTY_QUESTIONS: exitCodes.usage,
  BAD_REQUEST: exitCodes.usage,
  BAD_INTENT: exitCodes.usage,
  NO_PROVIDER: exitCodes.nobody,
  PROVIDER_GONE: exitCodes.nobody,
  SERVICE_GONE: exitCodes.nobody,
  ASK_EXPIRED: exitCodes.expired,
  PROVIDER_FAILED: exitCodes.failed,
  ASK_ABORTED: exitCodes.failed,
  CALLER_NOT_LIVE: exitCodes.failed,
  DELEGATED_CALLER: exitCodes.failed,
  DUPLICATE_PROVIDER: exitCodes.failed,
  BAD_ANSWER: exitCodes.failed,
}
