/** Every way in which an ask or a registration can fail: one closed table, one class, one guard. */
import { HarnessError } from '@deepseek-ai/dsh-llm'

/** How an admitted ask can end. `answered` is the only one without an error code. */
export type AskOutcome = 'answered' | 'cancelled' | 'aborted' | 'expired' | 'failed'

interface ErrorEntry {
  /** The outcome that `user-interaction/settled` reports when an ask ends with this code. */
  readonly outcome: Exclude<AskOutcome, 'answered'>
  /** The default message; a more telling one may be given where the table cannot know it. */
  readonly message: string
}

const table = {
  ASK_ABORTED: { outcome: 'aborted', message: 'ask_user_question was aborted before the user answered' },
  EMPTY_QUESTIONS: { outcome: 'failed', message: 'ask_user_question requires at least one question' },
  CALLER_NOT_LIVE: {
    outcome: 'failed',
    message: 'human interaction requires the exact live calling agent when an agent is supplied',
  },
  DELEGATED_CALLER: {
    outcome: 'failed',
    message:
      'human interaction is unavailable while the calling agent is owned by another live agent; '
      + "include the unresolved question or decision in the child agent's final result",
  },
  BAD_REQUEST: { outcome: 'failed', message: 'the request is not one that a user interface could show' },
  BAD_INTENT: { outcome: 'failed', message: 'the intent of a question does not fit its options or detail' },
  NO_PROVIDER: { outcome: 'failed', message: 'no user-interaction provider is registered' },
  DUPLICATE_PROVIDER: { outcome: 'failed', message: 'a user-interaction provider is already registered' },
  ASK_CANCELLED: {
    outcome: 'cancelled',
    message:
      'The user dismissed this without answering. Nothing was chosen or approved, not even a recommended '
      + 'option. Do not ask it again this turn or act as if they had agreed; do only what does not depend on it, '
      + 'otherwise stop and wait for their next message.',
  },
  ASK_EXPIRED: {
    outcome: 'expired',
    message:
      'Nobody answered before the deadline. Nothing was chosen or approved, not even a recommended option, '
      + 'and silence is not consent. Do not ask it again this turn; do only what does not depend on it, then stop '
      + 'and state the open question.',
  },
  PROVIDER_GONE: {
    outcome: 'failed',
    message: 'nobody could be shown this question: the user-interaction provider went away before it was answered',
  },
  PROVIDER_FAILED: {
    outcome: 'failed',
    message: 'nobody could be shown this question: the user-interaction provider failed',
  },
  SERVICE_GONE: {
    outcome: 'failed',
    message: 'nobody could be shown this question: the user-interaction service was unloaded',
  },
  BAD_ANSWER: { outcome: 'failed', message: 'the provider gave an answer that does not fit the questions' },
} as const satisfies Record<string, ErrorEntry>

/** The closed union of codes. */
export type UserInteractionErrorCode = keyof typeof table

/** Code, outcome and default message of every failure; `docs/errors.md` is checked against it. */
export const userInteractionErrors: Readonly<Record<UserInteractionErrorCode, ErrorEntry>> = table

/**
 * A failure with a code of {@link userInteractionErrors}. It is the harness's own error class, so the tool
 * runtime keeps `{ name: 'UserInteractionError', code }` for whoever reads the result.
 */
export class UserInteractionError extends HarnessError {
  declare readonly code: UserInteractionErrorCode
  /** Where it is the reason of a `pending.signal`: the surface on which the ask was answered instead. */
  declare readonly surface?: string

  /**
   * @param code one of the table's.
   * @param message defaults to the table's. It reaches the model and logs: never a person's words.
   * @param options `cause`, the original failure if there is one; `surface`, the name of the one that answered.
   */
  constructor(
    code: UserInteractionErrorCode,
    message: string = table[code].message,
    options?: ErrorOptions & { readonly surface?: string },
  ) {
    super(message, code, options)
    this.name = 'UserInteractionError'
    if (options?.surface !== undefined) this.surface = options.surface
  }
}

/**
 * Narrows to a {@link UserInteractionError}, optionally with one code. It goes by name and code, not by class,
 * so it also holds for an error of another installed copy of this package.
 */
export function isUserInteractionError(error: unknown, code?: UserInteractionErrorCode): error is UserInteractionError {
  if (!(error instanceof Error) || error.name !== 'UserInteractionError') return false
  const own: unknown = (error as { code?: unknown }).code
  return typeof own === 'string' && Object.hasOwn(table, own) && (code === undefined || own === code)
}
