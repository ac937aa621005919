/**
 * The one reader of a provider's input. Lines come in order and each is used once; it reads only while a line is
 * awaited, so an endless producer waits and an idle input keeps no process alive.
 *
 * Whose is a line? What arrives while a question is up is for that question's ask. At a terminal whatever else lies
 * ready when an ask begins (`begin`) is dropped, a line that is not entered included: nobody can have meant a
 * question that they had not seen. Only the rest of a chunk that answered goes on, for it was pasted. Elsewhere lines
 * may be sent ahead, and stay for the asks that follow, until an ask ends without an answer (`abandon`) that had been
 * kept waiting: what it had read goes with it then, and so do the rest of a line that had begun and whatever arrives
 * until the next ask.
 */
import { InputEnded } from './ended.ts'
import { type Input, LineSource } from './source.ts'

/** What the owner of a reader hears. */
export interface ReaderEvents {
  /** No further line will come. */
  ended(): void
  /** Lines that no ask will get. */
  dropped(lines: readonly string[], drop: Drop): void
}

/** Why lines are dropped, and how the last of them ended. */
export interface Drop {
  /** They were typed for an ask that is `gone`, or before there was one. */
  readonly typed: 'gone' | 'early'
  /** The last one was not entered: at a terminal the cursor stands behind it. */
  readonly cut: boolean
}

interface Waiter {
  resolve(line: string): void
  reject(error: unknown): void
}

export class LineReader {
  private readonly source: LineSource
  private readonly events: ReaderEvents
  private queue: string[] = []
  private late: string[] = []
  private waiter: Waiter | undefined
  /** Why no further line will come. */
  private over: Error | undefined
  /** The present ask had to wait, so what arrives was not there before it. */
  private waited = false
  /** What arrives before the next ask is for one that is gone. */
  private stale = false
  /** The line that has begun is for an ask that is gone. */
  private restIsLate = false
  private dropping = false
  private typed: Drop['typed'] = 'gone'
  private first = true

  constructor(input: Input, events: ReaderEvents) {
    this.events = events
    this.source = new LineSource(input, { line: (line) => this.take(line), end: (cause) => this.end(cause) })
  }

  /** Whether a person types here. */
  get terminal(): boolean {
    return this.source.terminal
  }

  /** Why there is nothing left to read, if so. */
  get exhausted(): Error | undefined {
    return this.queue.length === 0 ? this.over : undefined
  }

  /**
   * Makes ready for an ask that is about to be shown.
   * @returns a promise where what was not typed for it has yet to be found and dropped.
   */
  begin(): Promise<void> | undefined {
    this.waited = false
    return this.stale || this.terminal ? this.dropLate() : undefined
  }

  /**
   * The next line. One caller at a time.
   * @throws InputEnded when there is none; what `abandon` or `close` is given.
   */
  next(): Promise<string> {
    const line = this.queue.shift()
    if (line !== undefined) return Promise.resolve(line)
    if (this.over) return Promise.reject(this.over)
    return new Promise((resolve, reject) => {
      const waiter = { resolve, reject }
      this.waiter = waiter
      this.source.flow()
      if (!this.waited) void this.noteWait(waiter)
    })
  }

  /** The ask that reads has its answer. */
  rest(): void {
    this.source.rest()
  }

  /** The ask that reads has ended without an answer, for this reason. */
  abandon(reason: unknown): void {
    const { waiter } = this
    this.waiter = undefined
    this.source.rest()
    if (this.source.midLine) this.restIsLate = true
    if (this.terminal || this.waited || this.dropping) {
      this.stale = true
      this.late.push(...this.queue)
      this.queue = []
    }
    waiter?.reject(reason)
  }

  /** Stops for good, for this reason. The input stays open and without a listener. */
  close(reason: Error): void {
    this.source.close()
    this.over ??= reason
    this.queue = []
    this.abandon(this.over)
  }

  private async noteWait(waiter: Waiter): Promise<void> {
    await this.source.quiet()
    if (this.waiter === waiter) this.waited = true
  }

  private dropLate(): Promise<void> | undefined {
    this.typed = this.stale ? 'gone' : 'early'
    this.stale = false
    this.dropping = true
    const drained = this.source.drain()
    if (drained) return drained.then((cut) => this.endDropping(cut))
    this.endDropping(false)
    return undefined
  }

  private endDropping(cut: boolean): void {
    this.dropping = false
    if (this.source.midLine) this.restIsLate = true
    this.tellLate(cut)
  }

  private take(read: string): void {
    const line = this.first ? read.replace(/^\uFEFF/, '') : read
    this.first = false
    const late = this.dropping || this.restIsLate
    this.restIsLate = false
    if (late) {
      this.late.push(line)
      if (!this.dropping) this.tellLate(false)
      return
    }
    const { waiter } = this
    if (!waiter) return void this.queue.push(line)
    this.waiter = undefined
    this.source.halt()
    waiter.resolve(line)
  }

  private end(cause: unknown): void {
    this.over = new InputEnded(cause)
    const { waiter } = this
    this.waiter = undefined
    waiter?.reject(this.over)
    this.events.ended()
  }

  private tellLate(cut: boolean): void {
    const lines = this.late
    this.late = []
    if (lines.length > 0) this.events.dropped(lines, { typed: this.typed, cut })
  }
}
