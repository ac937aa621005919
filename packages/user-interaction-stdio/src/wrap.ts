/** Breaks lines at the width of a terminal, so that no part of one begins where another line would. Pure. */
import { wrapAnsi } from 'fast-wrap-ansi'

/** Narrower than this nothing can be laid out; the terminal breaks the lines then. */
const narrowest = 20

/** The rows of a line. Those after the first stand under the text of an option, or set in like a model's text. */
export function wrapLine(line: string, columns: number | undefined): string[] {
  const [indent = '', number] = /^ *(\d+\. )?/.exec(line) ?? []
  const hang = number ? indent.length : Math.max(4, indent.length)
  if (columns === undefined || columns < narrowest + hang) return [line]
  if (wrapAnsi(line, columns, { hard: true, trim: false }).split('\n').length === 1) return [line]
  const rows = wrapAnsi(line.slice(indent.length), columns - hang, { hard: true }).split('\n')
  return rows.map((row, index) => `${index === 0 ? indent : ' '.repeat(hang)}${row}`)
}
