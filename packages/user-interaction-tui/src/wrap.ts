/** Breaks text into rows of a terminal: at spaces and between ideographs where it can. Pure. */
import { graphemesOf, widthOf } from './width.ts'

/** One row of a text, as offsets in UTF-16 units. Blanks at its end may be more than fit. */
export interface Segment {
  readonly start: number
  readonly end: number
}

/** The rows of a text that may have several lines; an empty line is an empty row. */
export function wrap(text: string, width: number): Segment[] {
  const rows: Segment[] = []
  let start = 0
  for (;;) {
    const newline = text.indexOf('\n', start)
    const end = newline < 0 ? text.length : newline
    wrapLine(text, start, end, Math.max(1, width), rows)
    if (newline < 0) return rows
    start = newline + 1
  }
}

/** The rows as text, without blanks at their ends. */
export function wrapText(text: string, width: number): string[] {
  return wrap(text, width).map(({ start, end }) => text.slice(start, end).trimEnd())
}

function wrapLine(text: string, from: number, to: number, width: number, rows: Segment[]): void {
  const line = text.slice(from, to)
  if (line.length <= width && widthOf(line) <= width) return void rows.push({ start: from, end: to })
  let start = 0
  let used = 0
  /** Where the row may be broken, and what is used behind it. */
  let chance = 0
  let behind = 0
  for (const { start: at, end, width: cells } of graphemesOf(line)) {
    const blank = line.charCodeAt(at) === 0x20
    if (used + cells > width && at > start) {
      const cut = chance > start ? chance : at
      rows.push({ start: from + start, end: from + cut })
      used = chance > start ? behind : 0
      start = cut
      behind = 0
      chance = cut
    }
    used += cells
    behind += cells
    if (blank || cells === 2) {
      chance = end
      behind = 0
    }
  }
  rows.push({ start: from + start, end: to })
}
