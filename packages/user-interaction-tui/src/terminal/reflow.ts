/** Where rows and cursor of a form are after a window has changed its width: terminals break long lines anew. Pure. */
import type { Size } from '../form/state.ts'
import { graphemesOf } from '../width.ts'

/** The cursor among lines that were drawn on one row each. */
export interface Place {
  readonly row: number
  readonly column: number
}

/** How many rows the cursor is below the first one, where a terminal keeps it on its character. */
export function rowsAbove(lines: readonly string[], { row, column }: Place, columns: number): number {
  const above = lines.slice(0, row).reduce((sum, line) => sum + breakCells(cellsOf(line), columns).length, 0)
  return above + Math.floor(column / columns)
}

/** A form as it was drawn in xterm.js: the row of its cursor, the row of the screen that it began on, the screen's size. */
export interface Drawn extends Size {
  readonly row: number
  readonly top: number
}

/**
 * The same in xterm.js, for sizes one after the other. It drops rows below the cursor when it becomes lower, moves the
 * cursor by each row that comes into being or goes away, wherever that is, and leaves the line alone that it takes for
 * the cursor's; as of 6.0.
 */
export function rowsAboveInXterm(lines: readonly string[], drawn: Drawn, sizes: readonly Size[]): number {
  let broken = lines.map((line): Broken => [cellsOf(line)])
  let { row: cursor, top, columns, rows } = drawn
  for (const size of sizes) {
    top = Math.min(top, size.rows - 1 - cursor)
    if (size.rows < rows) broken = shortenedTo(broken, Math.max(cursor + 1, size.rows - top))
    rows = size.rows
    const isNarrower = size.columns < columns
    const next = (isNarrower ? narrow : widen)(broken, cursor, size.columns)
    if (size.columns !== columns) ({ lines: broken, cursor } = next)
    top = Math.min(top, size.rows - 1 - cursor)
    columns = size.columns
  }
  return Math.max(0, cursor)
}

/** Without the rows from `kept` on. */
function shortenedTo(lines: readonly Broken[], kept: number): Broken[] {
  let start = 0
  return lines.flatMap((line): Broken[] => {
    const rows = line.slice(0, Math.max(0, kept - start))
    start += line.length
    return rows.length > 0 ? [rows] : []
  })
}

/** The rows of a line, each as the widths of its characters. */
type Broken = readonly (readonly number[])[]

interface Reflowed {
  readonly lines: Broken[]
  readonly cursor: number
}

/** From the last line to the first, while the cursor is on its way down. */
function narrow(lines: readonly Broken[], from: number, columns: number): Reflowed {
  let cursor = from
  let start = lines.reduce((sum, { length }) => sum + length, 0)
  const reflowed = lines.toReversed().map((line): Broken => {
    start -= line.length
    const rows = breakCells(line.flat(), columns)
    if (line.length === 1 && rows.length === 1) return line
    // What does not fit is lost.
    if (cursor >= start && cursor < start + line.length) return line.map((row) => cut(row, columns))
    cursor += rows.length - line.length
    return rows
  })
  return { lines: reflowed.toReversed(), cursor }
}

function widen(lines: readonly Broken[], from: number, columns: number): Reflowed {
  let removed = 0
  let start = 0
  const reflowed = lines.map((line): Broken => {
    const isOwn = from >= start && from < start + line.length
    start += line.length
    if (isOwn) return line.map((row, index) => (index < line.length - 1 ? padded(row, columns) : row))
    const rows = breakCells(line.flat(), columns)
    removed += line.length - rows.length
    return rows
  })
  return { lines: reflowed, cursor: from - removed }
}

function cellsOf(line: string): number[] {
  return Array.from(graphemesOf(line), ({ width }) => width)
}

/** A character of two cells is not split. */
function breakCells(cells: readonly number[], columns: number): number[][] {
  const rows: number[][] = [[]]
  let used = 0
  for (const width of cells) {
    if (used + width > columns) {
      rows.push([])
      used = 0
    }
    rows.at(-1)?.push(width)
    used += width
  }
  return rows
}

function cut(cells: readonly number[], room: number): number[] {
  let used = 0
  return cells.filter((width) => (used += width) <= room)
}

function padded(cells: readonly number[], columns: number): number[] {
  const used = cells.reduce((sum, width) => sum + width, 0)
  return [...cells, ...Array.from({ length: columns - used }, () => 1)]
}
