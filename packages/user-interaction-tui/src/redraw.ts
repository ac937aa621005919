/** What the form needs of a terminal's two streams, and whether it can draw there at all. */
import type { Readable, Writable } from 'node:stream'

/** Where keys come from. */
export type TerminalInput = Readable & {
  readonly isTTY?: boolean
  readonly isRaw?: boolean
  setRawMode?(raw: boolean): unknown
}

/** Where the form is drawn. */
export type TerminalOutput = Writable & {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly rows?: number
}

/**
 * Whether a form can be drawn: both are terminals, keys can be had one by one, and neither TERM=dumb nor ACCESSIBLE
 * asks for plain lines.
 */
export function canRedraw(input: TerminalInput, output: TerminalOutput, env: NodeJS.ProcessEnv): boolean {
  const plain = env['TERM'] === 'dumb' || (env['ACCESSIBLE'] ?? '') !== ''
  return input.isTTY === true && output.isTTY === true && typeof input.setRawMode === 'function' && !plain
}

/** Whether the form may be coloured. */
export function wantsColor(env: NodeJS.ProcessEnv): boolean {
  return (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb'
}
