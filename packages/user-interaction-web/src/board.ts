/** What is open and what has been settled, as every page is told. No sockets: whoever subscribes gets encoded events. */
import {
  type AskUserQuestionAnswer,
  type AskUserQuestionRequest,
  checkAnswer,
  isUserInteractionError,
  type PendingAsk,
  UserInteractionError,
  userInteractionErrors,
} from '@deepseek-ai/dsh-user-interaction'
import { encodeEvent, encodeSnapshot, type WireAsk, type WireErrorCode, type WireOutcome } from './codec.ts'

/** Why an answer, a dismissal or a sign of life settled nothing. */
export class BoardError extends Error {
  readonly code: Extract<WireErrorCode, 'not_found' | 'settled' | 'wrong_agent' | 'bad_answer'>
  readonly outcome: WireOutcome | undefined

  constructor(code: BoardError['code'], message: string, outcome?: WireOutcome) {
    super(message)
    this.name = 'BoardError'
    this.code = code
    this.outcome = outcome
  }
}

interface Entry {
  readonly ask: WireAsk
  readonly pending: PendingAsk
  /** `ask`, encoded. */
  readonly json: string
  readonly resolve: (answer: AskUserQuestionAnswer) => void
  readonly reject: (error: unknown) => void
  readonly onAbort: () => void
  /** Once somebody has answered or dismissed it: resolves with how the seam took that. */
  ending?: Promise<WireOutcome>
}

interface Past {
  readonly id: string
  readonly outcome: WireOutcome
  readonly json: string
}

/** One list for all pages. It owns no timer; its only listeners are one on each open ask's signal. */
export class Board {
  private readonly open = new Map<string, Entry>()
  /** The newest first. */
  private past: Past[] = []
  private readonly keep: number
  private readonly onlyOptions: boolean
  private encoded: Buffer | undefined
  private readonly listeners = new Set<(event: string) => void>()

  /**
   * @param keep how many settled asks to remember.
   * @param onlyOptions whether words of one's own are no answer where there are options.
   */
  constructor(keep: number, onlyOptions = false) {
    this.keep = keep
    this.onlyOptions = onlyOptions
  }

  /** How many asks are open. */
  get size(): number {
    return this.open.size
  }

  /** Puts an ask up until it is answered, dismissed, or its signal aborts. */
  ask({ questions, agent }: AskUserQuestionRequest, pending: PendingAsk): Promise<AskUserQuestionAnswer> {
    pending.signal.throwIfAborted()
    return new Promise((resolve, reject) => {
      const { id, askedAt, signal } = pending
      const only = this.onlyOptions && { onlyOptions: true }
      const ask: WireAsk = { id, ...(agent && { agent: agent.id }), askedAt, questions, ...only }
      const onAbort = (): void => this.withdraw(entry)
      const entry: Entry = { ask, pending, json: JSON.stringify(ask), resolve, reject, onAbort }
      this.past = this.past.filter((settled) => settled.id !== id)
      this.open.set(id, entry)
      signal.addEventListener('abort', onAbort, { once: true })
      const { deadlineAt } = pending
      this.tell(encodeEvent({ kind: 'asked', ask, ...(deadlineAt !== undefined && { deadlineAt }) }))
    })
  }

  /**
   * Answers an ask, checked as the seam checks. Resolves only when it is this call that settled it.
   * @param agent whom the page took for the asker, if it says so.
   * @throws BoardError
   */
  async answer(id: string, answers: unknown, agent?: string): Promise<void> {
    const entry = await this.find(id)
    if (agent !== undefined && agent !== entry.ask.agent) {
      throw new BoardError('wrong_agent', 'this ask comes from another agent than the one the page named')
    }
    const answer = checked(entry, { answers })
    entry.resolve(answer)
    await this.end(entry, 'answered', answer)
  }

  /** Dismisses the whole request. @throws BoardError */
  async decline(id: string): Promise<void> {
    const entry = await this.find(id)
    entry.reject(new UserInteractionError('ASK_CANCELLED'))
    await this.end(entry, 'cancelled')
  }

  /** Somebody is there: restarts the deadline. @throws BoardError */
  async keepAlive(id: string): Promise<void> {
    const { pending } = await this.find(id)
    pending.keepAlive()
    const { deadlineAt } = pending
    if (deadlineAt !== undefined) this.tell(encodeEvent({ kind: 'deadline', id, deadlineAt }))
  }

  /** Everything, as one event; made once for all who ask before something changes. */
  snapshot(): Buffer {
    this.encoded ??= Buffer.from(this.encode())
    return this.encoded
  }

  private encode(): string {
    const deadlines: Record<string, number> = {}
    for (const [id, { pending }] of this.open) {
      if (pending.deadlineAt !== undefined) deadlines[id] = pending.deadlineAt
    }
    const open = [...this.open.values()].map(({ json }) => json)
    return encodeSnapshot(
      open,
      deadlines,
      this.past.map(({ json }) => json),
    )
  }

  /** Every event from now on, until the result is called. */
  subscribe(listener: (event: string) => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Ends every open ask with this error; resolves when those that a person has just settled have been told of, too. */
  async close(error: Error): Promise<void> {
    for (const entry of this.open.values()) {
      if (entry.ending) continue
      entry.reject(error)
      this.take(entry, 'failed')
    }
    for (const { ending } of this.open.values()) await ending
  }

  /** The open entry; waits for an ending under way, to name how it went. */
  private async find(id: string): Promise<Entry> {
    const entry = this.open.get(id)
    if (entry && !entry.ending) return entry
    const outcome = entry ? await entry.ending : this.past.find((settled) => settled.id === id)?.outcome
    if (outcome === undefined) throw new BoardError('not_found', 'no ask with this id is open here')
    throw new BoardError('settled', `this ask is over already: ${outcome}`, outcome)
  }

  /** Whether this is what settled it, the seam decides: it aborts the signal when anything else did. */
  private async end(entry: Entry, wanted: WireOutcome, answer?: AskUserQuestionAnswer): Promise<void> {
    const { signal } = entry.pending
    entry.ending = nextTurn().then(() => {
      const outcome = signal.aborted ? outcomeOf(signal.reason) : wanted
      this.take(entry, outcome, outcome === 'answered' ? answer : undefined)
      return outcome
    })
    const outcome = await entry.ending
    if (outcome !== wanted) throw new BoardError('settled', `this ask is over already: ${outcome}`, outcome)
  }

  private withdraw(entry: Entry): void {
    if (entry.ending) return
    entry.reject(entry.pending.signal.reason)
    this.take(entry, outcomeOf(entry.pending.signal.reason))
  }

  private take({ ask, pending, onAbort }: Entry, outcome: WireOutcome, answer?: AskUserQuestionAnswer): void {
    pending.signal.removeEventListener('abort', onAbort)
    this.open.delete(ask.id)
    const settled = { ...ask, outcome, settledAt: Date.now(), ...(answer && { answer }) }
    this.past.unshift({ id: ask.id, outcome, json: JSON.stringify(settled) })
    this.past.length = Math.min(this.past.length, this.keep)
    this.tell(encodeEvent({ kind: 'settled', settled }))
  }

  private tell(event: string): void {
    this.encoded = undefined
    for (const listener of this.listeners) listener(event)
  }
}

function checked({ ask }: Entry, given: unknown): AskUserQuestionAnswer {
  try {
    const answer = checkAnswer(ask.questions, given)
    const words = answer.answers.findIndex(({ id, custom }) => {
      return custom !== undefined && ask.questions.some((question) => question.id === id && question.options)
    })
    if (!ask.onlyOptions || words < 0) return answer
    throw new Error(`: answers[${words}].custom must be absent: only the options are answers here`)
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/^.*?: /, '') : 'the answer does not fit'
    throw new BoardError('bad_answer', message)
  }
}

function outcomeOf(reason: unknown): WireOutcome {
  return isUserInteractionError(reason) ? userInteractionErrors[reason.code].outcome : 'failed'
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}
