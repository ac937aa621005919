/** A readable stream as lines that can be halted at any time: `node:readline` without its prompt and its editing. */
import { createInterface, type Interface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers'

/** A stream that may be a terminal or another handle of the event loop. */
export type Input = Readable & {
  readonly isTTY?: boolean
  readonly isRaw?: boolean
  readonly fd?: number
  setRawMode?(raw: boolean): unknown
  ref?(): unknown
  unref?(): unknown
}

/** What the owner of a source hears. After `end` comes nothing more. */
export interface SourceEvents {
  /** A line without its end; an unfinished last one counts. Those of one chunk arrive together, even when halted. */
  line(line: string): void
  /** The input ended, or failed with `cause`. */
  end(cause: unknown): void
}

/** A line beyond this many bytes is nothing that a person answers with. */
const longestLine = 16 * 2 ** 20

/** Turns of the event loop without input after which none lies ready, and the most that are spent on finding out. */
const quietTurns = 3
const mostTurns = 100

/** The input is opened at the first `flow` and stays open after `close`. */
export class LineSource {
  /** Whether the terminal's own line editing stands between the person and us. */
  readonly terminal: boolean
  private readonly input: Input
  private readonly events: SourceEvents
  private lines: Interface | undefined
  private reads = 0
  /** Bytes of the line that has begun and not ended. */
  private begun = 0
  private reading = false
  /** The present chunk was read by somebody else, while this source had halted. */
  private foreign = false
  private over = false

  constructor(input: Input, events: SourceEvents) {
    this.input = input
    this.events = events
    this.terminal = input.isTTY === true
  }

  /** Whether part of a line has been read. */
  get midLine(): boolean {
    return this.begun > 0
  }

  /** Reads on. What somebody else makes the input emit while this source has halted is not for it. */
  flow(): void {
    this.listen()
    if (this.over) return
    this.reading = true
    this.input.ref?.()
    this.input.resume()
  }

  /** Halts, also from within a line: nothing more is read than what is on its way. */
  halt(): void {
    if (!this.lines) return
    this.reading = false
    this.input.pause()
    this.input.unref?.()
  }

  /**
   * Lets go of the input until the next `flow`: it holds no process then. Standard input is left as it was found,
   * so that whoever else reads it is waited for: a pause from within its data leaves it reading, one more between
   * events stops it, and then it holds no process although it is referenced.
   */
  rest(): void {
    this.halt()
    if (!this.lines || this.input.fd !== 0) return
    this.input.resume()
    this.input.pause()
    this.input.ref?.()
  }

  /** Resolves when nothing lies ready to be read, or when there is no end to it. */
  async quiet(): Promise<void> {
    for (let quiet = 0, turns = 0; quiet < quietTurns && turns < mostTurns && !this.over; turns++) {
      const { reads } = this
      await new Promise<void>((resolve) => nextTurn(resolve))
      quiet = this.reads === reads ? quiet + 1 : 0
    }
  }

  /**
   * Reads what lies ready. At a terminal, what is typed and not yet entered ends as a line too.
   * @returns a promise where the operating system may hold more than the stream does, of whether such a line was cut.
   */
  drain(): Promise<boolean> | undefined {
    if (this.terminal) this.listen()
    if (this.over) return undefined
    // A halted stream emits what it is made to read.
    this.reading = true
    let turns = 0
    while (this.lines && turns < mostTurns && this.input.read() !== null) turns++
    this.reading = false
    return this.input.ref || this.input.fd !== undefined ? this.drainHandle() : undefined
  }

  /** Stops for good, takes every listener off the input and leaves it paused. */
  close(): void {
    this.over = true
    const { lines } = this
    if (!lines) return
    lines.removeAllListeners('line').removeAllListeners('error').off('close', this.onEnd)
    lines.close()
    this.input.off('data', this.onData).off('error', this.onEnd).off('close', this.onEnd)
    this.rest()
    this.lines = undefined
  }

  private async drainHandle(): Promise<boolean> {
    // Only in raw mode does a terminal hand over a line that is not entered.
    const raw = this.terminal && this.input.setRawMode !== undefined && !this.input.isRaw
    if (raw) this.input.setRawMode?.(true)
    this.flow()
    await this.quiet()
    const begun = this.terminal && this.midLine
    if (begun) this.lines?.write('\n')
    if (this.terminal) this.begun = 0
    if (raw) this.input.setRawMode?.(false)
    this.halt()
    return begun
  }

  private listen(): void {
    if (this.over || this.lines) return
    if (this.input.destroyed || this.input.readableEnded) return this.onEnd(this.input.errored)
    this.lines = this.open()
    this.input.pause()
  }

  private open(): Interface {
    const lines = createInterface({ input: this.input, terminal: false, crlfDelay: Infinity })
    lines
      .on('line', (line) => this.foreign || this.events.line(line))
      .on('error', this.onEnd)
      .on('close', this.onEnd)
    this.input.prependListener('data', this.onData).on('error', this.onEnd).on('close', this.onEnd)
    return lines
  }

  private readonly onData = (chunk: Buffer | string): void => {
    this.reads++
    this.foreign = !this.reading
    const text = typeof chunk === 'string' ? chunk : chunk.toString('latin1')
    const ended = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1
    this.begun = (ended > 0 ? 0 : this.begun) + text.length - ended
    if (this.begun > longestLine) this.onEnd(new RangeError(`a line is longer than ${longestLine} bytes`))
  }

  private readonly onEnd = (cause?: unknown): void => {
    if (this.over) return
    this.close()
    this.events.end(cause)
  }
}
