/** Tells the shell, and the person at it, what became of an ask that was not answered. Pure. */
import { isUserInteractionError, type UserInteractionErrorCode } from '@deepseek-ai/dsh-user-interaction'
import { type ExitCode, exitCodeOf, exitCodes } from './exit.ts'
import type { Messages } from './messages/messages.ts'
import { misfitDetail } from './misfit.ts'
import { NobodyError } from './nobody.ts'

/** How the command ends. */
export interface Report {
  readonly code: ExitCode
  /** For standard error; repeats nothing that a human answered, as no error does. */
  readonly message: string
}

/** What the code of a failure does not tell. */
export interface Circumstances {
  /** Whether the answers were passed to the command: one that does not fit is then bad usage. */
  readonly passed: boolean
  /** Whether a provider that failed did so for want of an answer, as at the end of its input. */
  readonly unanswered: boolean
  /** Whether answers were typed at a terminal. */
  readonly atTerminal: boolean
  /** What was asked. */
  readonly args: unknown
}

/** Reports a failure of an ask. */
export function reportFailure(error: unknown, circumstances: Circumstances, text: Messages): Report {
  const { outcome, usage } = text
  if (error instanceof NobodyError) return report(exitCodes.nobody, outcome.nobody[error.reason], outcome.nobodyHint)
  const message = error instanceof Error ? error.message : String(error)
  if (!isUserInteractionError(error)) return report(exitCodes.failed, outcome.failed(message))
  const code = codeOf(error.code, circumstances)
  switch (code) {
    case exitCodes.dismissed:
      return report(code, outcome.cancelled)
    case exitCodes.expired:
      return report(code, outcome.expired)
    case exitCodes.usage: {
      if (error.code !== 'BAD_ANSWER') return report(code, outcome.badQuestions(message), usage.hint)
      return report(code, outcome.badAnswers(misfitDetail(message, circumstances.args, text)), usage.hint)
    }
    case exitCodes.nobody:
      if (circumstances.atTerminal && circumstances.unanswered) return report(code, outcome.inputEnded)
      return report(code, outcome.nobodyElse(message), outcome.nobodyHint)
    default:
      return report(code, outcome.failed(message))
  }
}

function codeOf(code: UserInteractionErrorCode, { passed, unanswered }: Circumstances): ExitCode {
  if (code === 'BAD_ANSWER' && passed) return exitCodes.usage
  return code === 'PROVIDER_FAILED' && unanswered ? exitCodes.nobody : exitCodeOf[code]
}

/** Reports an end in the given lines. */
export function report(code: ExitCode, ...lines: string[]): Report {
  return { code, message: lines.map((line) => `${line}\n`).join('') }
}
