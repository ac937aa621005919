/**
 * The life of every ask, from admitted to settled once: line, deadline, abort, handover, lateness. A state machine
 * without Cordis and without timers of its own; the service drives it, `hooks` hear what happens.
 */
import { checkAnswer } from './answer.ts'
import { Ask, Showing } from './ask.ts'
import type { Clock } from './clock.ts'
import { UserInteractionError, type UserInteractionErrorCode } from './errors.ts'
import type { PendingHooks } from './hooks.ts'
import { Line } from './line.ts'
import { Post } from './post.ts'
import type { AskUserQuestionRequest, UserInteractionProvider } from './provider.ts'
import { providerFailure, type Registration } from './registration.ts'
import { SignalFan } from './signals.ts'
import type { AskUserQuestionAnswer } from './types.ts'

export interface PendingOptions {
  readonly clock: Clock
  readonly hooks: PendingHooks
  /** How long the asks of a removed provider wait for the next one, in milliseconds; 0: not at all. */
  readonly handoverMs: number
  /** Makes ids of asks unique across processes. */
  readonly idPrefix: string
}

/** All asks that are open at one service, in asked order, and the provider that shows them. */
export class PendingAsks {
  private readonly options: PendingOptions
  private readonly line = new Line<Ask>()
  private readonly signals = new SignalFan<Ask>((asks) => this.failAll(asks, 'ASK_ABORTED'))
  private readonly post: Post
  private shown = 0
  private count = 0
  /** Above 0 while code of others runs during which nothing may be shown out of turn. */
  private busy = 0

  constructor(options: PendingOptions) {
    this.options = options
    const { clock, handoverMs, hooks } = options
    this.post = new Post({
      clock,
      handoverMs,
      lapsed: () => this.failAll(this.list(), 'PROVIDER_GONE'),
      answerable: (answerable) => {
        this.quietly(() => hooks.answerable(answerable))
        this.showNext()
      },
      broken: (error) => hooks.broken(error),
    })
  }

  /** Open asks, in asked order. */
  list(): readonly Ask[] {
    return this.line.list()
  }

  /** Whether somebody can answer now, or a handover is under way. */
  get answerable(): boolean {
    return this.post.answerable
  }

  /** How many asks the provider can be shown at a time. */
  get concurrency(): number {
    return this.post.holder?.concurrency ?? Infinity
  }

  /** Why nothing could be admitted now, if so. */
  get refusal(): UserInteractionErrorCode | undefined {
    return this.post.refusal
  }

  /**
   * Admits a request that has been checked, its signal not aborted, with `refusal` absent.
   * @param owner who asks; `abortWhere` finds the ask by it.
   */
  admit(request: AskUserQuestionRequest, owner: unknown): Promise<AskUserQuestionAnswer> {
    const { clock, idPrefix } = this.options
    return this.enter(new Ask(idPrefix, ++this.count, request, owner, clock.now()))
  }

  /** Admits an ask, its own or that of another seam; then that one watches the request's signal. */
  enter(ask: Ask): Promise<AskUserQuestionAnswer> {
    const { signal } = ask.request
    const promise = new Promise<AskUserQuestionAnswer>((resolve, reject) => {
      ask.resolve = resolve
      ask.reject = reject
    })
    if (signal && !ask.outer) this.signals.add(signal, ask)
    this.line.push(ask)
    // Nothing is shown before the event, not even what a listener asks.
    this.quietly(() => this.options.hooks.asked(ask))
    this.showNext()
    return promise
  }

  /** Ends an ask of another seam for its reason. That one may be ending several: nobody is shown another before. */
  withdraw(ask: Ask, reason: Error): void {
    this.quietly(() => this.settle(ask, undefined, reason))
    queueMicrotask(() => this.showNext())
  }

  /** Aborts the open asks that match. */
  abortWhere(matches: (ask: Ask) => boolean): void {
    this.failAll(this.list().filter(matches), 'ASK_ABORTED')
  }

  /**
   * Makes `provider` the one that shows; asks that wait are shown to it in asked order.
   * @param owner who registers; `removeWhere` finds the registration by it.
   * @returns what removes it, any number of times.
   * @throws UserInteractionError `DUPLICATE_PROVIDER`, `SERVICE_GONE`, or `BAD_REQUEST` for what is no provider.
   */
  register(provider: UserInteractionProvider, owner: unknown): () => void {
    const registration = this.post.take(provider, owner)
    this.showNext()
    return () => this.remove(registration)
  }

  /** Removes the provider if whoever registered it matches. */
  removeWhere(matches: (owner: unknown) => boolean): void {
    const { holder } = this.post
    if (holder && matches(holder.owner)) this.remove(holder)
  }

  /** Settles everything with `SERVICE_GONE`; from now on nothing is admitted and nobody registers. */
  dispose(): void {
    const { holder } = this.post
    this.post.close()
    this.post.leave()
    this.failAll(this.list(), 'SERVICE_GONE')
    if (holder) this.post.release(holder)
    else this.post.tell()
  }

  /** Restarts the deadline's clock of an ask, if it has one that runs. */
  restartDeadline(ask: Ask): void {
    const { deadlineMs } = ask.request
    if (ask.outer) return ask.outer.pending.keepAlive()
    if (deadlineMs === undefined || ask.state === 'settled') return
    const { clock } = this.options
    ask.stopDeadline?.()
    ask.deadlineAt = clock.now() + deadlineMs
    ask.stopDeadline = clock.after(deadlineMs, () => this.fail(ask, 'ASK_EXPIRED'))
  }

  private remove(registration: Registration): void {
    if (this.post.holder !== registration) return
    this.post.leave()
    if (this.post.inGap) this.takeDown()
    else this.failAll(this.list(), 'PROVIDER_GONE')
    this.post.release(registration)
  }

  /** Every open ask waits again, in asked order; what its provider still does is late. */
  private takeDown(): void {
    const showings = this.list().flatMap((ask) => ask.takeShowing() ?? [])
    this.shown = 0
    this.line.rewind()
    for (const ask of this.list()) ask.state = 'queued'
    const reason = new UserInteractionError('PROVIDER_GONE')
    for (const showing of showings) showing.end(reason)
  }

  private showNext(): void {
    if (this.busy > 0) return
    this.quietly(() => {
      for (;;) {
        const { holder } = this.post
        const { waiting } = this.line
        if (!waiting || !holder || this.shown >= holder.concurrency) break
        if (waiting.request.signal?.aborted) {
          this.fail(waiting, 'ASK_ABORTED')
        } else {
          this.line.advance()
          this.show(waiting, holder.provider)
        }
      }
    })
  }

  /** While code of others runs, nothing is shown out of turn. */
  private quietly(run: () => void): void {
    this.busy++
    try {
      run()
    } finally {
      this.busy--
    }
  }

  private show(ask: Ask, provider: UserInteractionProvider): void {
    ask.state = 'shown'
    this.shown++
    const showing = new Showing(ask, this)
    ask.showing = showing
    if (ask.outer) ask.outer.shown()
    else if (ask.deadlineAt === undefined) this.restartDeadline(ask)
    try {
      Promise.resolve(provider.ask(ask.request, showing)).then(
        (answer) => this.answered(ask, showing, answer),
        (error: unknown) => this.refused(ask, showing, error),
      )
    } catch (error) {
      this.refused(ask, showing, error)
    }
  }

  private answered(ask: Ask, showing: Showing, answer: unknown): void {
    if (ask.showing !== showing) return
    let checked: AskUserQuestionAnswer
    try {
      checked = checkAnswer(ask.request.questions, answer)
    } catch (error) {
      this.settle(ask, undefined, error as UserInteractionError)
      return
    }
    this.settle(ask, checked, undefined)
  }

  private refused(ask: Ask, showing: Showing, error: unknown): void {
    if (ask.showing === showing) this.settle(ask, undefined, providerFailure(error))
  }

  /** Ends several for one reason; none of them is shown because another made room. */
  private failAll(asks: Iterable<Ask>, code: UserInteractionErrorCode): void {
    this.quietly(() => {
      for (const ask of asks) this.fail(ask, code)
    })
    this.showNext()
  }

  private fail(ask: Ask, code: UserInteractionErrorCode): void {
    if (ask.state !== 'settled') this.settle(ask, undefined, new UserInteractionError(code))
  }

  private settle(ask: Ask, answer: AskUserQuestionAnswer | undefined, error: Error | undefined): void {
    const { signal } = ask.request
    if (ask.state === 'settled') return
    if (ask.state === 'shown') this.shown--
    ask.state = 'settled'
    this.line.delete(ask)
    if (signal && !ask.outer) this.signals.delete(signal, ask)
    ask.stopDeadline?.()
    ask.takeShowing()?.end(error)
    this.quietly(() => this.options.hooks.settled(ask, error))
    if (answer) ask.resolve(answer)
    else ask.reject(error)
    this.showNext()
  }
}
