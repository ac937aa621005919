/** Keeps what a person has entered so far, at most one record in a while: the newest, and never twice the same. */
import { type AskUserQuestionAnswer, type AskUserQuestionItem, checkAnswer } from '@deepseek-ai/dsh-user-interaction'

/** How long a draft may wait for a newer one, in milliseconds. */
const draftEveryMs = 1000

/** The drafts of one showing. */
export class Drafts {
  private readonly questions: readonly AskUserQuestionItem[]
  private readonly write: (draft: AskUserQuestionAnswer) => void
  private last: string
  private next: AskUserQuestionAnswer | undefined
  private timer: NodeJS.Timeout | undefined
  private ended = false

  /**
   * @param kept what is kept already.
   * @param write keeps a draft; it must not throw.
   */
  constructor(
    questions: readonly AskUserQuestionItem[],
    kept: AskUserQuestionAnswer | undefined,
    write: (draft: AskUserQuestionAnswer) => void,
  ) {
    this.questions = questions
    this.last = JSON.stringify(kept ?? { answers: [] })
    this.write = write
  }

  /** Takes a draft; what does not fit the questions is passed over. */
  save(draft: AskUserQuestionAnswer): void {
    const fitting = this.ended ? undefined : draftFor(this.questions, draft)
    if (!fitting) return
    this.next = fitting
    if (!this.timer) this.keep()
  }

  /** Keeps what waits, unless the ask is over. */
  end(over: boolean): void {
    clearTimeout(this.timer)
    this.timer = undefined
    if (!over && !this.ended) this.keep()
    clearTimeout(this.timer)
    this.ended = true
  }

  private keep(): void {
    this.timer = undefined
    const { next } = this
    const text = JSON.stringify(next)
    if (!next || text === this.last) return
    this.last = text
    this.write(next)
    this.timer = setTimeout(() => this.keep(), draftEveryMs)
    this.timer.unref()
  }
}

/** What of an earlier answer or draft can be filled in, if anything can. */
export function draftFor(
  questions: readonly AskUserQuestionItem[],
  draft: AskUserQuestionAnswer,
): AskUserQuestionAnswer | undefined {
  try {
    return checkAnswer(questions, draft)
  } catch {
    return undefined
  }
}
