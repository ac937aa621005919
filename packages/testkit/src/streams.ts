/** Two ends of a wire in memory: what one writes the other reads. No port, no process, no waiting. */
import { EventEmitter } from 'node:events'
import { Readable, Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/** The input of an end: what the other one wrote. */
export interface LinkedInput extends Readable {
  /** Whether it passes for a terminal. */
  readonly isTTY: boolean
  /** Whether a terminal's keys would arrive one by one. */
  readonly isRaw: boolean
  /** There only on an end that passes for a terminal. */
  setRawMode?(raw: boolean): this
}

/** The output of an end: what the other one reads. */
export interface LinkedOutput extends Writable {
  readonly isTTY: boolean
  /** There only on an end that passes for a terminal. */
  readonly columns?: number
  readonly rows?: number
}

/** One end of a linked pair. */
export interface LinkedEnd {
  readonly input: LinkedInput
  readonly output: LinkedOutput
  /** All that was written to the output so far. */
  readonly sent: string
  /** All that arrived at the input so far, whether or not it was read. */
  readonly received: string
  /** How many listeners others have on input and output. */
  listeners(): number
  /** Gives the terminal another size; its output emits `resize`. */
  resize(columns: number, rows: number): void
}

/** What a linked pair may pass for. */
export interface LinkedPairOptions {
  /** Makes the first end pass for a terminal of this size. Nothing is echoed and no line is edited. */
  readonly terminal?: { readonly columns: number; readonly rows: number }
}

/**
 * A linked pair: the first end is for a program, the second for the test that plays the other side. Ending or
 * destroying an output ends the other input. Writing never waits for the reader.
 */
export function createLinkedPair({ terminal }: LinkedPairOptions = {}): [LinkedEnd, LinkedEnd] {
  const near = new Input(terminal !== undefined)
  const far = new Input(false)
  const first = new End(near, new Output(far, terminal))
  const second = new End(far, new Output(near, undefined))
  return [first, second]
}

class Input extends Readable implements LinkedInput {
  readonly isTTY: boolean
  isRaw = false
  received = ''
  private readonly decoder = new StringDecoder('utf8')
  private over = false
  declare setRawMode?: (raw: boolean) => this

  constructor(isTTY: boolean) {
    super({ read() {} })
    this.isTTY = isTTY
    if (isTTY) this.setRawMode = (raw) => Object.assign(this, { isRaw: raw })
  }

  receive(chunk: Buffer): void {
    this.received += this.decoder.write(chunk)
    this.push(chunk)
  }

  finish(): void {
    if (!this.over) this.push(null)
    this.over = true
  }
}

class Output extends Writable implements LinkedOutput {
  readonly isTTY: boolean
  declare columns?: number
  declare rows?: number
  readonly peer: Input

  constructor(peer: Input, size: LinkedPairOptions['terminal']) {
    super({ decodeStrings: true })
    this.peer = peer
    this.isTTY = size !== undefined
    Object.assign(this, size)
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.peer.receive(chunk)
    done()
  }

  override _final(done: () => void): void {
    this.peer.finish()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.peer.finish()
    done(error)
  }
}

class End implements LinkedEnd {
  readonly input: Input
  readonly output: Output
  private readonly own: number

  constructor(input: Input, output: Output) {
    this.input = input
    this.output = output
    this.own = this.count()
  }

  get sent(): string {
    return this.output.peer.received
  }

  get received(): string {
    return this.input.received
  }

  listeners(): number {
    return this.count() - this.own
  }

  resize(columns: number, rows: number): void {
    Object.assign(this.output, { columns, rows }).emit('resize')
  }

  private count(): number {
    const emitters: EventEmitter[] = [this.input, this.output]
    return emitters
      .flatMap((emitter) => emitter.eventNames().map((event) => emitter.listenerCount(event)))
      .reduce((sum, count) => sum + count, 0)
  }
}
