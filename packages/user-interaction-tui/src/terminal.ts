/** The thin driver: raw mode and its undoing, bytes into keys, pictures into bytes. Decides nothing. */
import { StringDecoder } from 'node:string_decoder'
import type { Clock } from './clock.ts'
import type { Input } from './input.ts'
import { sizeOf } from './form/opening.ts'
import { type Size } from './form/state.ts'
import { KeyDecoder } from './keys.ts'
import { type HostProcess, watchProcess } from './terminal/lifeline.ts'
import { Painter, type Picture } from './terminal/painter.ts'
import { type Shared, shareStreams } from './terminal/share.ts'
import type { TerminalInput, TerminalOutput } from './redraw.ts'

/** The terminal and what surrounds it. */
export interface TerminalOptions {
  readonly input: TerminalInput
  readonly output: TerminalOutput
  /** Other streams that show on the same terminal. */
  readonly alsoShown: readonly TerminalOutput[]
  readonly clock: Clock
  readonly host: HostProcess
  /** Whether the environment says that it is xterm.js; else it is asked when that first matters. */
  readonly isXterm?: boolean
}

/** What comes from the person, not from the terminal itself. */
export type PersonInput = Exclude<Input, { kind: 'device' }>

/** What the terminal tells. */
export interface TerminalEvents {
  input(inputs: readonly PersonInput[]): void
  resize(): void
  /** Nothing is to be expected from the terminal any more. */
  lost(reason: 'input' | 'output', cause?: unknown): void
}

/** Bracketed paste and reports of focus. */
const enterModes = '\u001b[?2004h\u001b[?1004h'
const leaveModes = '\u001b[?1004l\u001b[?2004l'

/** Asks what the terminal is, and what xterm.js answers: it moves the cursor in its own way when rows are broken. */
const whatAreYou = '\u001b[>c'
const xtermJs = '0;276;0'

/** Asks for the cursor's row, which decides what is left of the form in a lower window. */
const whereIsTheCursor = '\u001b[6n'

/** How long a window must have kept its size before the form is drawn in it, in milliseconds. */
const settleMs = 60

/** How long what is waiting in the decoder may wait, in milliseconds. */
const patience = { escape: 50, sequence: 500, paste: 2000 } as const

/** A terminal while a form has it. */
export class Terminal {
  private readonly options: TerminalOptions
  private readonly events: TerminalEvents
  private readonly painter = new Painter()
  private readonly decoder = new KeyDecoder()
  private readonly utf8 = new StringDecoder('utf8')
  private readonly write: (text: string) => void
  private shared: Shared | undefined
  private wasRaw = false
  private wasFlowing = false
  private active = false
  private stopWaiting = (): void => {}
  private stopWatching = (): void => {}
  private picture: Picture | undefined
  /** Whether it is xterm.js, once that is known. */
  private isXterm: boolean | undefined
  /** The sizes that the window has had since the last frame; nothing is drawn while there are any. */
  private sizes: Size[] = []
  private stopSettling = (): void => {}

  constructor(options: TerminalOptions, events: TerminalEvents) {
    this.options = options
    this.events = events
    if (options.isXterm) this.isXterm = true
    const { output } = options
    const { write } = output
    this.write = (text) => {
      if (text !== '' && !output.destroyed && !output.writableEnded) write.call(output, text, 'utf8')
    }
  }

  /** Cells, as the terminal says; it may say nothing or zero. */
  get size(): { columns: number; rows: number } {
    const { columns = 0, rows = 0 } = this.options.output
    return { columns, rows }
  }

  /** Takes the terminal: keys come one by one from now on. */
  open(): void {
    const { input, output, alsoShown, host } = this.options
    this.wasRaw = input.isRaw === true
    this.wasFlowing = input.readableFlowing === true
    this.enter()
    // What others left on the line in front of the form stays there.
    const { columns } = this.size
    if (columns > 0) this.write(`${' '.repeat(columns)}\r\u001b[K`)
    input.on('data', this.onData).on('end', this.onEnd).on('close', this.onEnd).on('error', this.onEnd)
    output.on('resize', this.onResize).on('error', this.onOutputError)
    input.resume()
    this.shared = shareStreams([output, ...alsoShown], (text, write) => this.showAbove(text, write))
    this.stopWatching = watchProcess(host, { restore: () => this.restore(), resume: () => this.resume() })
  }

  /** Shows a picture in place of the one before. */
  draw(picture: Picture): void {
    this.picture = picture
    if (this.active && this.sizes.length === 0) this.paint(picture)
  }

  /** Writes something beside the form that moves no cursor, such as a bell. */
  signal(bytes: string): void {
    if (this.active) this.write(bytes)
  }

  /** Gives the terminal back and writes lines in place of the form. May be called again. */
  close(lines: readonly string[]): void {
    if (!this.shared) return
    const { input, output } = this.options
    this.stopWatching()
    this.stopWaiting()
    this.stopSettling()
    this.restore()
    this.write(lines.map((line) => `${line}\r\n`).join(''))
    input.off('data', this.onData).off('end', this.onEnd).off('close', this.onEnd).off('error', this.onEnd)
    output.off('resize', this.onResize)
    if (!this.wasFlowing) input.pause()
    const held = this.shared.stop()
    this.shared = undefined
    for (const { stream, text } of held) if (text !== '') stream.write(text)
    this.letGoOfOutput()
  }

  /** Ctrl-Z: what the key does where no form has the terminal. */
  suspend(): void {
    // Before anybody else in the process group stops and the shell takes the terminal back.
    this.restore()
    try {
      this.options.host.kill(0, 'SIGTSTP')
    } catch {
      // There is no such thing as stopping here.
      this.resume()
    }
  }

  private enter(): void {
    this.active = true
    this.options.input.setRawMode?.(true)
    this.write(enterModes)
  }

  private restore(): void {
    if (!this.active) return
    this.write(`${this.painter.erase(this.sizes, this.isXterm)}${this.painter.release()}${leaveModes}`)
    this.sizes = []
    this.active = false
    this.setRawMode(this.wasRaw)
  }

  private resume(): void {
    if (this.active || !this.shared) return
    this.enter()
    if (this.picture) this.draw(this.picture)
    this.events.resize()
  }

  /** A write that is under way may still fail, and is then told in its own time. */
  private letGoOfOutput(): void {
    const { output } = this.options
    const letGo = (): void => void output.off('error', this.onOutputError)
    if (output.writableLength === 0 || output.destroyed || output.writableEnded) letGo()
    else output.write('', letGo)
  }

  private setRawMode(raw: boolean): void {
    try {
      this.options.input.setRawMode?.(raw)
    } catch {
      // The terminal has gone, and its mode with it.
    }
  }

  private paint(picture: Picture): void {
    const asks = this.painter.isBlank && this.isXterm === true
    this.write(`${this.painter.paint(picture)}${asks ? whereIsTheCursor : ''}`)
  }

  private showAbove(text: string, write: (text: string) => void): void {
    if (this.sizes.length > 0) this.redraw()
    const { picture } = this
    if (!this.active || !picture) return write(text)
    this.write(this.painter.erase())
    write(text)
    this.paint(picture)
  }

  private readonly onData = (chunk: Buffer | string): void => {
    this.stopWaiting()
    this.take(this.decoder.feed(typeof chunk === 'string' ? chunk : this.utf8.write(chunk)))
    const { waiting } = this.decoder
    if (!waiting || !this.shared) return
    this.stopWaiting = this.options.clock.after(patience[waiting], () => this.take(this.decoder.flush()))
  }

  private take(inputs: readonly Input[]): void {
    const typed: PersonInput[] = []
    for (const input of inputs) {
      if (input.kind !== 'device') typed.push(input)
      else if (input.position !== undefined) this.painter.place(input.position - 1)
      else this.isXterm = input.attributes === xtermJs
    }
    if (typed.length > 0) this.events.input(typed)
  }

  /** A window that is being dragged changes its size again at once, so the form waits until that is over. */
  private readonly onResize = (): void => {
    if (!this.active) return
    if (this.isXterm === undefined && this.sizes.length === 0) this.write(whatAreYou)
    this.sizes.push(sizeOf(this.size))
    this.stopSettling()
    this.stopSettling = this.options.clock.after(settleMs, () => this.redraw())
  }

  /** After a change of size: takes the rows away, wherever they are now, and has them drawn anew. */
  private redraw(): void {
    this.stopSettling()
    this.write(this.painter.erase(this.sizes, this.isXterm))
    this.sizes = []
    this.events.resize()
  }

  private readonly onEnd = (cause?: unknown): void => this.events.lost('input', cause)

  private readonly onOutputError = (cause: unknown): void => this.events.lost('output', cause)
}
