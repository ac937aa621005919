/** A scripted human: answers when a test tells it to, or as it was told beforehand. For tests of whoever asks. */
import {
  type AskUserQuestionAnswer,
  type AskUserQuestionAnswerItem,
  type AskUserQuestionItem,
  type AskUserQuestionRequest,
  type PendingAsk,
  UserInteractionError,
  type UserInteractionProvider,
} from '@deepseek-ai/dsh-user-interaction'

/**
 * What is said to a request, by question id: a label or several where there are options, text where there are none,
 * `{ custom }` for own words in place of or beside labels. A question that is left out is skipped.
 */
export type Reply = Readonly<Record<string, string | readonly string[] | Partial<AskUserQuestionAnswerItem>>>

/** What a human does with a request: replies, or dismisses it. */
export type Act = Reply | 'dismiss'

/** A request that is or was in front of the human. */
export interface Shown {
  readonly request: AskUserQuestionRequest
  readonly pending: PendingAsk
  /** Whether it is still there to be answered. */
  readonly open: boolean
  /** Does something with it. What is done to a request that is gone is lost, as with a real surface. */
  act(act: Act): void
  /** Fails as a surface that breaks, with this error. */
  break(error: unknown): void
}

/** A provider in the hand of a test. */
export interface ScriptedHuman extends UserInteractionProvider {
  /** Every request that was ever shown, in the order of showing. */
  readonly shown: readonly Shown[]
  /** The next request that `next` has not given out yet, when it is shown. */
  next(): Promise<Shown>
  /** What to do with the requests to come, one each, in order; after that they stay open. */
  script(...acts: readonly Act[]): void
}

/** Makes a human who looks at so many requests at a time; without a limit unless told otherwise. */
export function createHuman({ concurrency = Infinity }: { readonly concurrency?: number } = {}): ScriptedHuman {
  return new Human(concurrency)
}

class Human implements ScriptedHuman {
  readonly concurrency: number
  readonly shown: Showing[] = []
  private readonly acts: Act[] = []
  private readonly waiting: ((shown: Shown) => void)[] = []
  private given = 0

  constructor(concurrency: number) {
    this.concurrency = concurrency
  }

  ask(request: AskUserQuestionRequest, pending: PendingAsk): Promise<AskUserQuestionAnswer> {
    const showing = new Showing(request, pending)
    this.shown.push(showing)
    const act = this.acts.shift()
    if (act !== undefined) showing.act(act)
    this.giveOut()
    return showing.answer
  }

  next(): Promise<Shown> {
    return new Promise((resolve) => {
      this.waiting.push(resolve)
      this.giveOut()
    })
  }

  script(...acts: readonly Act[]): void {
    this.acts.push(...acts)
  }

  private giveOut(): void {
    const shown = this.shown[this.given]
    if (!shown || this.waiting.length === 0) return
    this.given++
    this.waiting.shift()?.(shown)
  }
}

class Showing implements Shown {
  readonly request: AskUserQuestionRequest
  readonly pending: PendingAsk
  readonly answer: Promise<AskUserQuestionAnswer>
  open = true
  private resolve!: (answer: AskUserQuestionAnswer) => void
  private reject!: (error: unknown) => void

  constructor(request: AskUserQuestionRequest, pending: PendingAsk) {
    this.request = request
    this.pending = pending
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
    if (pending.signal.aborted) this.withdraw()
    else pending.signal.addEventListener('abort', this.withdraw)
  }

  act(act: Act): void {
    if (act === 'dismiss') return this.break(new UserInteractionError('ASK_CANCELLED'))
    this.close()
    const said = (id: string): Reply[string] | undefined => (Object.hasOwn(act, id) ? act[id] : undefined)
    this.resolve({ answers: this.request.questions.map((question) => itemOf(question, said(question.id))) })
  }

  break(error: unknown): void {
    this.close()
    this.reject(error)
  }

  private close(): void {
    this.open = false
    this.pending.signal.removeEventListener('abort', this.withdraw)
  }

  private readonly withdraw = (): void => this.break(this.pending.signal.reason)
}

function itemOf({ id, options }: AskUserQuestionItem, said: Reply[string] | undefined): AskUserQuestionAnswerItem {
  if (said === undefined) return { id, selected: [] }
  if (typeof said === 'object' && !Array.isArray(said)) return { selected: [], ...said, id }
  const words = [said].flat()
  return options?.length ? { id, selected: words } : { id, selected: [], custom: words.join('\n') }
}
