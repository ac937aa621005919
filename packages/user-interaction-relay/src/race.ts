/** One ask on several surfaces: who shows it, who answers first, what is left when they fail. No Cordis. */
import {
  type AskUserQuestionAnswer,
  type AskUserQuestionRequest,
  checkAnswer,
  isUserInteractionError,
  type PendingAsk,
  UserInteractionError,
} from '@deepseek-ai/dsh-user-interaction'
import { forwardPending, keptOf, type NestedShowing } from '@deepseek-ai/dsh-user-interaction/nested'
import { answeredOn, type Cause, dismissedOn, noneLeft } from './causes.ts'
import type { Seat } from './seat.ts'

/** What a race needs of the relay that runs it. */
export interface RaceOptions {
  readonly mode: 'first' | 'fallback'
  /** All surfaces in order, the same list for as long as the relay lives. */
  readonly seats: readonly Seat[]
  /** Holds the deadline of an ask that nobody sees; the result lets it run. */
  holdDeadline(request: AskUserQuestionRequest, pending: PendingAsk): () => void
}

/** The ask at one surface: queued there, or up. */
interface Place {
  readonly seat: Seat
  up: boolean
  showing: NestedShowing | undefined
}

/** It runs from its making; `answer` settles once. */
export class Race {
  readonly answer: Promise<AskUserQuestionAnswer>
  private readonly options: RaceOptions
  private readonly request: AskUserQuestionRequest
  private readonly pending: PendingAsk
  private readonly places = new Map<Seat, Place>()
  /** Why a surface dropped out, and which registration of it did: one that comes anew is asked anew. */
  private readonly dropped = new Map<Seat, { readonly error: Error | undefined; readonly provider: Seat['provider'] }>()
  private readonly abort: () => void
  private resolve!: (answer: AskUserQuestionAnswer) => void
  private reject!: (error: Error) => void
  /** Once it is over: what a surface that comes too late is told. */
  private over: Error | undefined
  private release: (() => void) | undefined
  /** The commit that runs now; whoever comes second waits for what becomes of it. */
  private committing: Promise<void> | undefined

  constructor(request: AskUserQuestionRequest, pending: PendingAsk, options: RaceOptions) {
    this.request = request
    this.pending = pending
    this.options = options
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
    const { signal } = pending
    this.abort = () => {
      // A commit that has begun decides for itself.
      if (!this.committing) this.fail(signal.reason as Error)
    }
    signal.addEventListener('abort', this.abort)
    if (signal.aborted) this.abort()
    this.look()
  }

  /** Something about a seat has changed: shows the ask where it should be now, and ends it when it can be nowhere. */
  look(): void {
    if (this.over || this.committing) return
    const { mode, seats } = this.options
    for (const { seat } of this.places.values()) {
      if (!seat.provider) this.drop(seat, undefined, seat.cause)
    }
    if (mode === 'first') for (const seat of seats) this.enter(seat)
    else if (this.places.size === 0) this.enter(this.next())
    this.watchDeadline()
    if (this.places.size === 0 && !seats.some(({ loading }) => loading)) this.fail(noneLeft(this.causes()))
  }

  /** Whether a surface dropped out for another reason than that it is gone. */
  get hasFailures(): boolean {
    return [...this.dropped.values()].some(({ error }) => error && !isUserInteractionError(error, 'PROVIDER_GONE'))
  }

  /** The first in order that can be asked; one that reaches somebody now goes before those that do not. */
  private next(): Seat | undefined {
    const { seats } = this.options
    const unknown = seats.findIndex(({ loading, provider }) => loading && !provider)
    const known = unknown < 0 ? seats : seats.slice(0, unknown)
    const free = known.filter((seat) => this.isFree(seat))
    return free.find(({ provider }) => provider?.answerable) ?? (unknown < 0 ? free[0] : undefined)
  }

  private isFree(seat: Seat): boolean {
    if (!seat.provider || this.places.has(seat)) return false
    return this.dropped.get(seat)?.provider !== seat.provider
  }

  private enter(seat: Seat | undefined): void {
    if (this.over || !seat?.provider || !this.isFree(seat)) return
    const { provider } = seat
    const place: Place = { seat, up: false, showing: undefined }
    this.places.set(seat, place)
    place.showing = provider.show(this.request, this.pendingFor(place), () => {
      place.up = true
      this.watchDeadline()
    })
    place.showing.answer.then(
      (answer) => this.answered(place, answer),
      (error: Error) => this.refused(place, provider, error),
    )
  }

  /** Identity, times and drafts of the outer ask. Who answered is said here, whatever the surface calls itself. */
  private pendingFor(place: Place): PendingAsk {
    const { pending } = this
    return forwardPending(pending, {
      signal: pending.signal,
      ...keptOf(pending),
      answeredOn: () => {},
      commit: (answer) => this.commit(place, answer),
    })
  }

  /** The first answer that lasts has won; who comes second learns it before anybody is told that theirs was sent. */
  private async commit(place: Place, answer: AskUserQuestionAnswer): Promise<void> {
    const checked = checkAnswer(this.request.questions, answer)
    while (this.committing) await this.committing.catch(() => {})
    this.checkOpen(place)
    this.committing = this.keep(place, checked)
    try {
      await this.committing
      this.committing = undefined
    } catch (error) {
      this.committing = undefined
      this.notKept(place, error)
      throw error
    }
  }

  /** Resolves when the caller has the answer, or will have it: one that is kept further out needs no caller now. */
  private async keep({ seat }: Place, answer: AskUserQuestionAnswer): Promise<void> {
    const { pending } = this
    if (pending.commit) {
      await pending.commit(answer)
      return this.win(seat, answer)
    }
    await undefined
    pending.signal.throwIfAborted()
    this.win(seat, answer)
    // An abort beats an answer that is still on its way.
    await new Promise((resolve) => setImmediate(resolve))
    pending.signal.throwIfAborted()
  }

  private notKept({ seat }: Place, error: unknown): void {
    const { signal } = this.pending
    if (signal.aborted) return this.fail(signal.reason as Error)
    if (isUserInteractionError(error, 'BAD_ANSWER')) return this.look()
    // It tells its person first that nothing was sent: it is taken down when the ask has failed.
    this.places.delete(seat)
    const reason =
      error instanceof Error ? error : new UserInteractionError('PROVIDER_FAILED', undefined, { cause: error })
    this.end(reason)
    setImmediate(() => this.reject(reason))
  }

  /** @throws what ended it, for all or on this surface. */
  private checkOpen(place: Place): void {
    const { signal } = this.pending
    signal.throwIfAborted()
    if (this.over) throw this.over
    if (this.places.get(place.seat) === place) return
    throw this.dropped.get(place.seat)?.error ?? new UserInteractionError('PROVIDER_GONE')
  }

  private async answered({ seat }: Place, answer: AskUserQuestionAnswer): Promise<void> {
    while (this.committing) await this.committing.catch(() => {})
    this.win(seat, answer)
  }

  private win(seat: Seat, answer: AskUserQuestionAnswer): void {
    if (this.over) return
    // It may be about to tell its person that the answer was sent: nothing is taken down there.
    this.places.delete(seat)
    this.end(answeredOn(seat.name))
    this.pending.answeredOn?.(seat.name)
    this.resolve(answer)
  }

  private async refused(place: Place, provider: Seat['provider'], error: Error): Promise<void> {
    while (this.committing) await this.committing.catch(() => {})
    const { seat } = place
    if (this.over || this.places.get(seat) !== place) return
    this.drop(seat, provider, error)
    if (!isUserInteractionError(error, 'ASK_CANCELLED')) return this.look()
    this.pending.answeredOn?.(seat.name)
    this.fail(error, dismissedOn(seat.name))
  }

  /** @param reason what surfaces that still show it are told. */
  private fail(error: Error, reason = error): void {
    if (this.over) return
    this.end(reason)
    this.reject(error)
  }

  /** Takes it down wherever it still is. */
  private end(reason: Error): void {
    this.over = reason
    this.pending.signal.removeEventListener('abort', this.abort)
    for (const { showing } of this.places.values()) showing?.withdraw(reason)
    this.places.clear()
    this.watchDeadline()
  }

  private drop(seat: Seat, provider: Seat['provider'], error: Error | undefined): void {
    this.places.delete(seat)
    this.dropped.set(seat, { error, provider })
  }

  private causes(): Cause[] {
    return this.options.seats.flatMap((seat) => {
      const error = this.dropped.get(seat)?.error ?? seat.cause
      return error ? [{ surface: seat.name, error }] : []
    })
  }

  /** Its clock runs only while somebody can see it. */
  private watchDeadline(): void {
    if (this.over || [...this.places.values()].some(({ up }) => up)) {
      this.release?.()
      this.release = undefined
    } else {
      this.release ??= this.options.holdDeadline(this.request, this.pending)
    }
  }
}
