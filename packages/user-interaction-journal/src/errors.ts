/** What can go wrong between a question and its journal: one closed table, one class. */
import { HarnessError } from '@deepseek-ai/dsh-llm'

interface ErrorEntry {
  /** The outcome that `user-interaction/settled` reports. */
  readonly outcome: 'failed'
  readonly message: string
}

const table = {
  JOURNAL_FAILED: { outcome: 'failed', message: 'nobody was asked: the journal cannot be read or written' },
  JOURNAL_FULL: { outcome: 'failed', message: 'nobody was asked: the journal has reached its size limit' },
  JOURNAL_LOCKED: { outcome: 'failed', message: 'nobody was asked: another process has the journal open' },
  KEY_CONFLICT: { outcome: 'failed', message: 'nobody was asked: other questions were asked under this key before' },
} as const satisfies Record<string, ErrorEntry>

/** The closed union of codes. */
export type JournalErrorCode = keyof typeof table

/** Code, outcome and default message of every failure of the journal; `docs/errors.md` is checked against it. */
export const journalErrors: Readonly<Record<JournalErrorCode, ErrorEntry>> = table

/** A failure with a code of {@link journalErrors}; the caller of `ask` and the tool runtime get it as it is. */
export class JournalError extends HarnessError {
  declare readonly code: JournalErrorCode

  /** @param message defaults to the table's. It reaches the model and logs: never a person's words. */
  constructor(code: JournalErrorCode, message: string = table[code].message, options?: ErrorOptions) {
    super(message, code, options)
    this.name = 'JournalError'
  }
}

/** A failure that came before anything was shown, in words that say so. */
export function beforeAsking(error: unknown): unknown {
  const said = 'nobody was asked: '
  if (!(error instanceof JournalError) || error.message.startsWith(said)) return error
  return new JournalError(error.code, said + error.message, { cause: error })
}

/** What a failure of the file system becomes: `JOURNAL_FAILED` with its code, such as ENOSPC, and it as the cause. */
export function journalFailure(what: string, cause: unknown): JournalError {
  if (cause instanceof JournalError) return cause
  const { code, message } = cause as Partial<NodeJS.ErrnoException>
  return new JournalError('JOURNAL_FAILED', `${what}: ${code ?? message ?? 'unknown failure'}`, { cause })
}
