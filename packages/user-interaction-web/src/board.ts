/** What is open and what has been settled, as every page is told. No sockets: whoever subscribes gets encoded events. */
import type { AskUserQuestionAnswer, AskUserQuestionRequest, PendingAsk } from '@deepseek-ai/dsh-user-interaction'
import {
  encodeEvent,
  encodeSettled,
  encodeSnapshot,
  type WireAsk,
  type WireOutcome,
  type WireSettled,
} from './codec.ts'
import { BoardError, checked, dismiss, type End, endBy, over, send, type Settling } from './settling.ts'

interface Entry extends Settling {
  readonly ask: WireAsk
  /** `ask`, encoded. */
  readonly json: string
  readonly onAbort: () => void
  /** What was entered so far, where that is kept. */
  draft: AskUserQuestionAnswer | undefined
  /** While it is being answered or dismissed: resolves when it is over, or open as before. */
  ending?: Promise<void> | undefined
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
      const drafts = pending.saveDraft && { keepsDrafts: true }
      const ask: WireAsk = { id, ...(agent && { agent: agent.id }), askedAt, questions, ...only, ...drafts }
      const onAbort = (): void => this.withdraw(entry)
      const { draft, deadlineAt } = pending
      const entry: Entry = { ask, pending, json: JSON.stringify(ask), resolve, reject, onAbort, draft }
      this.past = this.past.filter((settled) => settled.id !== id)
      this.open.set(id, entry)
      signal.addEventListener('abort', onAbort, { once: true })
      const more = { ...(deadlineAt !== undefined && { deadlineAt }), ...(draft && { draft }) }
      this.tell(encodeEvent({ kind: 'asked', ask, ...more }))
    })
  }

  /**
   * Answers an ask, checked as the seam checks. Resolves only when it is this call that settled it, and the answer lasts.
   * While another call is at it, this one waits for what becomes of that.
   * @param agent whom the page took for the asker, if it says so.
   * @throws BoardError
   */
  answer(id: string, answers: unknown, agent?: string): Promise<void> {
    return this.whenFree(id, (entry) => {
      if (agent !== undefined && agent !== entry.ask.agent) {
        throw new BoardError('wrong_agent', 'this ask comes from another agent than the one the page named')
      }
      const answer = checked(entry.ask, { answers })
      return this.settle(entry, 'answered', () => send(entry, answer))
    })
  }

  /** Dismisses the whole request. @throws BoardError */
  decline(id: string): Promise<void> {
    return this.whenFree(id, (entry) => this.settle(entry, 'cancelled', () => dismiss(entry)))
  }

  /** Somebody is there: restarts the deadline. @throws BoardError */
  keepAlive(id: string): Promise<void> {
    return this.whenFree(id, async ({ pending }) => {
      pending.keepAlive()
      const { deadlineAt } = pending
      if (deadlineAt !== undefined) this.tell(encodeEvent({ kind: 'deadline', id, deadlineAt }))
    })
  }

  /** Keeps what is entered so far; of an ask that is just being settled, nothing more. @throws BoardError */
  saveDraft(id: string, answers: unknown): void {
    const entry = this.find(id)
    if (!entry.pending.saveDraft) throw new BoardError('not_found', 'no drafts of this ask are kept')
    const draft = checked(entry.ask, { answers })
    if (entry.ending) return
    entry.pending.saveDraft(draft)
    entry.draft = draft
    this.encoded = undefined
  }

  /** Everything, as one event; made once for all who ask before something changes. */
  snapshot(): Buffer {
    this.encoded ??= Buffer.from(this.encode())
    return this.encoded
  }

  private encode(): string {
    const deadlines: Record<string, number> = {}
    const drafts: Record<string, AskUserQuestionAnswer> = {}
    for (const [id, { pending, draft }] of this.open) {
      if (pending.deadlineAt !== undefined) deadlines[id] = pending.deadlineAt
      if (draft) drafts[id] = draft
    }
    const open = [...this.open.values()].map(({ json }) => json)
    const settled = this.past.map(({ json }) => json)
    return encodeSnapshot(open, { deadlines, drafts }, settled)
  }

  /** Every event from now on, until the result is called. */
  subscribe(listener: (event: string) => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Ends every open ask with this error; those that a person is settling just now end by that first. */
  async close(error: Error): Promise<void> {
    for (const entry of this.open.values()) {
      while (entry.ending) await entry.ending
      if (this.open.get(entry.ask.id) !== entry) continue
      entry.reject(error)
      this.take(entry, { outcome: 'failed' })
    }
  }

  /** @throws BoardError when it is not open. */
  private find(id: string): Entry {
    const entry = this.open.get(id)
    if (entry) return entry
    const settled = this.past.find((past) => past.id === id)
    if (!settled) throw new BoardError('not_found', 'no ask with this id is open here')
    throw over(settled.outcome)
  }

  /** Nothing can come between the last look at an entry and what is done to it. */
  private async whenFree(id: string, act: (entry: Entry) => Promise<void>): Promise<void> {
    let entry = this.find(id)
    while (entry.ending) {
      await entry.ending
      entry = this.find(id)
    }
    await act(entry)
  }

  /** Settles an entry by what somebody does to it; when that rejects, it is open as before. */
  private async settle(entry: Entry, wanted: WireOutcome, act: () => Promise<End>): Promise<void> {
    const acting = act()
    entry.ending = acting.then(
      (end) => {
        entry.ending = undefined
        this.take(entry, end)
      },
      () => {
        entry.ending = undefined
        if (entry.pending.signal.aborted) this.withdraw(entry)
      },
    )
    const { outcome, notKept } = await acting
    if (notKept) throw new BoardError('not_kept', 'the answer could not be kept, so nothing was sent')
    if (outcome !== wanted) throw over(outcome)
  }

  private withdraw(entry: Entry): void {
    if (entry.ending) return
    entry.reject(entry.pending.signal.reason)
    this.take(entry, endBy(entry.pending.signal.reason))
  }

  private take({ ask, pending, onAbort }: Entry, end: End): void {
    pending.signal.removeEventListener('abort', onAbort)
    this.open.delete(ask.id)
    const settled: WireSettled = { ...ask, ...end, settledAt: Date.now() }
    const json = JSON.stringify({ ...settled, keepsDrafts: undefined })
    this.past.unshift({ id: ask.id, outcome: end.outcome, json })
    this.past.length = Math.min(this.past.length, this.keep)
    this.tell(encodeSettled(json))
  }

  private tell(event: string): void {
    this.encoded = undefined
    for (const listener of this.listeners) listener(event)
  }
}
