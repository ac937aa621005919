/** Writes to the output stream in order, never moving the cursor; knows whether a line is open. */
import type { Writable } from 'node:stream'

/** A stream that may be a terminal. */
export type Output = Writable & { readonly isTTY?: boolean }

/** The one writer of a provider. */
export class Screen {
  private readonly output: Output
  private readonly echoed: boolean
  private used = false
  /** The text in front of the cursor, while a line is open. */
  private prompted = ''

  /** @param echoed whether what is typed appears on the output by itself, as on a terminal. */
  constructor(output: Output, echoed: boolean) {
    this.output = output
    this.echoed = echoed
  }

  /** Lines that begin something: an empty line sets them off from what came before. */
  block(lines: readonly string[]): void {
    this.closeLine()
    this.say(this.used ? ['', ...lines] : lines)
    this.used = true
  }

  say(lines: readonly string[]): void {
    this.closeLine()
    this.output.write(lines.map((line) => `${line}\n`).join(''))
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
