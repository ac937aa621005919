/** How one ask is settled from a page: the answer checked and handed over, and who had the last word. No list, no wire. */
import {
  type AskUserQuestionAnswer,
  checkAnswer,
  isUserInteractionError,
  type PendingAsk,
  UserInteractionError,
  userInteractionErrors,
} from '@deepseek-ai/dsh-user-interaction'
import type { WireAsk, WireErrorCode, WireOutcome, WireSettled } from './codec.ts'

/** Why an answer, a dismissal or a sign of life settled nothing. */
export class BoardError extends Error {
  readonly code: Extract<WireErrorCode, 'not_found' | 'settled' | 'wrong_agent' | 'bad_answer' | 'not_kept'>
  readonly outcome: WireOutcome | undefined

  constructor(code: BoardError['code'], message: string, outcome?: WireOutcome) {
    super(message)
    this.name = 'BoardError'
    this.code = code
    this.outcome = outcome
  }
}

/** An ask that can be settled. */
export interface Settling {
  readonly pending: PendingAsk
  resolve(answer: AskUserQuestionAnswer): void
  reject(error: unknown): void
}

/** How an ask ended. */
export type End = Pick<WireSettled, 'outcome' | 'answer' | 'surface' | 'notKept'>

/** The seam's own check, and the board's. @throws BoardError */
export function checked(ask: WireAsk, given: unknown): AskUserQuestionAnswer {
  try {
    const answer = checkAnswer(ask.questions, given)
    const words = answer.answers.findIndex(({ id, custom }) => {
      return custom !== undefined && ask.questions.some((question) => question.id === id && question.options)
    })
    if (!ask.onlyOptions || words < 0) return answer
    throw new Error(`: answers[${words}].custom must be absent: only the options are answers here`)
  } catch (error) {
    throw badAnswer(error)
  }
}

/**
 * Hands the answer over. Once a commit has begun, it alone decides whether the answer is sent, also when the signal aborts meanwhile.
 * @throws BoardError when the ask is open as before.
 */
export async function send({ pending, resolve, reject }: Settling, answer: AskUserQuestionAnswer): Promise<End> {
  if (!pending.commit) {
    resolve(answer)
    return accepted(pending, { outcome: 'answered', answer })
  }
  try {
    await pending.commit(answer)
  } catch (error) {
    return notSent(pending, error, reject)
  }
  resolve(answer)
  return { outcome: 'answered', answer }
}

function notSent({ signal }: PendingAsk, error: unknown, reject: Settling['reject']): End {
  if (signal.aborted) {
    reject(signal.reason)
    return endBy(signal.reason)
  }
  if (isUserInteractionError(error, 'BAD_ANSWER')) throw badAnswer(error)
  reject(error)
  return { outcome: 'failed', notKept: true }
}

/** Ends the whole request without an answer. */
export function dismiss({ pending, reject }: Settling): Promise<End> {
  reject(new UserInteractionError('ASK_CANCELLED'))
  return accepted(pending, { outcome: 'cancelled' })
}

/** Whether this is what settled it, the seam decides: it aborts the signal when anything else did. */
async function accepted({ signal }: PendingAsk, end: End): Promise<End> {
  await new Promise((resolve) => void setImmediate(resolve))
  return signal.aborted ? endBy(signal.reason) : end
}

/** How an ask ended, by the reason of its signal. */
export function endBy(reason: unknown): End {
  if (!isUserInteractionError(reason)) return { outcome: 'failed' }
  const { outcome } = userInteractionErrors[reason.code]
  return { outcome, ...(typeof reason.surface === 'string' && { surface: reason.surface }) }
}

/** For whoever comes too late. */
export function over(outcome: WireOutcome): BoardError {
  return new BoardError('settled', `this ask is over already: ${outcome}`, outcome)
}

function badAnswer(error: unknown): BoardError {
  const message = error instanceof Error ? error.message.replace(/^.*?: /, '') : 'the answer does not fit'
  return new BoardError('bad_answer', message)
}
