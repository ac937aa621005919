/** Writes to the output stream in order, never moving the cursor; knows whether a line is open. */
import type { Writable } from 'node:stream'
import { wrapLine } from './wrap.ts'

/** A stream that may be a terminal, then with its width in cells. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** The one writer of a provider. */
export class Screen {
  private readonly output: Output
  private readonly echoed: boolean
  /** Whether something stands above what comes next: on a terminal, whatever was there before. */
  private used: boolean
  /** The text in front of the cursor, while a line is open. */
  private prompted = ''

  /** @param echoed whether what is typed appears on the output by itself, as on a terminal. */
  constructor(output: Output, echoed: boolean) {
    this.output = output
    this.echoed = echoed
    this.used = output.isTTY === true
  }

  /** Lines that begin something: an empty line sets them off from what came before. */
  block(lines: readonly string[]): void {
    this.closeLine()
    this.say(this.used ? ['', ...lines] : lines)
    this.used = true
  }

  /** Lines, broken between words where a terminal is narrower than they are. */
  say(lines: readonly string[]): void {
    const columns = this.output.isTTY ? this.output.columns : undefined
    this.verbatim(lines.flatMap((line) => wrapLine(line, columns)))
  }

  /** Lines as they are. */
  verbatim(lines: readonly string[]): void {
    this.closeLine()
    if (lines.length > 0) this.output.write(lines.map((line) => `${line}\n`).join(''))
  }

  /** Lines that come between: a prompt that was open is given again after them. */
  aside(lines: readonly string[]): void {
    const { prompted } = this
    this.say(lines)
    if (prompted) this.prompt(prompted)
  }

  /** Text in front of the cursor. The line stays open. */
  prompt(text: string): void {
    this.closeLine()
    this.output.write(text)
    this.prompted = text
  }

  /** A line was entered. Where nothing echoes it, it is written, so that the output reads as a transcript. */
  entered(line: string): void {
    if (!this.echoed) this.output.write(`${line}\n`)
    this.prompted = ''
  }

  /** Keys that nobody asked for stand in front of the cursor. */
  leaveTyped(): void {
    if (this.echoed && !this.prompted) this.output.write('\n')
  }

  private closeLine(): void {
    if (this.prompted) this.output.write('\n')
    this.prompted = ''
  }
}

/** Whether the output may be coloured: a terminal that can, and nobody asked for plain text. */
export function wantsColor(output: Output, env: NodeJS.ProcessEnv): boolean {
  const plain = env['NO_COLOR'] || env['ACCESSIBLE'] || env['TERM'] === 'dumb'
  return output.isTTY === true && !plain
}
