/** Draws frames on rows of their own, and only what has changed. Text in, bytes out; knows no stream. */
import type { Size } from '../form/state.ts'
import { widthOf } from '../width.ts'
import { rowsAbove, rowsAboveInXterm } from './reflow.ts'

/** A frame as text: rows with their styles, and the cursor, if it is to be seen. */
export interface Picture {
  readonly rows: readonly string[]
  /** Rows without their styles, by which the terminal breaks them when it becomes narrower. */
  readonly plain: readonly string[]
  /** What it was drawn for. */
  readonly size: Size
  readonly cursor?: { readonly row: number; readonly column: number } | undefined
}

const begin = '\u001b[?2026h\u001b[?7l'
const end = '\u001b[?7h\u001b[?2026l'
const hideCursor = '\u001b[?25l'
const showCursor = '\u001b[?25h'
const eraseRest = '\u001b[K'
/** From the second column on: what tmux erases from the very first cell on it keeps in its scrollback. */
const eraseBelow = `${eraseRest}\u001b[2G\u001b[J\r`

/**
 * The rows of the form on a terminal that scrolls. While nothing is typed the cursor is kept, hidden, at the start of
 * the first row: then no change of the window's size can move the rows away from it.
 */
export class Painter {
  private drawn: Picture | undefined
  /** Where the cursor is, among the rows that are drawn. */
  private row = 0
  private visible = true
  /** The row of the screen that the form begins on, at most, and where in it the cursor was asked for that. */
  private top = Infinity
  private placed = 0

  /** Whether nothing is on the screen. */
  get isBlank(): boolean {
    return this.drawn === undefined
  }

  /** The bytes that turn what is there into this picture. */
  paint(picture: Picture): string {
    const { drawn } = this
    const body = drawn ? this.repaint(drawn, picture) : this.paintAll(picture)
    const cursor = this.placeCursor(picture)
    if (!drawn) this.placed = this.row
    this.top = Math.min(this.top, Math.max(0, picture.size.rows - picture.rows.length))
    this.drawn = picture
    return body === '' && cursor === '' ? '' : `${begin}${body}${cursor}${end}`
  }

  /**
   * The bytes that take everything away and leave the cursor at the start of the first row. What was drawn is
   * forgotten.
   * @param sizes what the terminal's size has become since, one after the other.
   * @param isXterm whether the terminal moves the cursor as xterm.js does.
   */
  erase(sizes: readonly Size[] = [], isXterm = false): string {
    const { drawn, row } = this
    if (!drawn) return ''
    const above = sizes.length === 0 ? row : this.rowsAbove(drawn, sizes, isXterm)
    this.drawn = undefined
    this.row = 0
    return `\r${up(above)}${eraseBelow}`
  }

  private rowsAbove(drawn: Picture, sizes: readonly Size[], isXterm: boolean): number {
    const { row, top } = this
    if (isXterm) return rowsAboveInXterm(drawn.plain, { row, top, ...drawn.size }, sizes)
    const { columns = drawn.size.columns } = sizes.at(-1) ?? {}
    return rowsAbove(drawn.plain, { row, column: drawn.cursor?.column ?? 0 }, columns)
  }

  /** Hears on which row of the screen, counted from 0, the cursor was after the last whole picture. */
  place(row: number): void {
    this.top = row - this.placed
  }

  /** The bytes that show the cursor again. */
  release(): string {
    const shown = this.visible
    this.visible = true
    return shown ? '' : showCursor
  }

  private paintAll({ rows }: Picture): string {
    this.row = rows.length - 1
    return `\r${eraseBelow}${rows.join('\r\n')}`
  }

  private repaint(drawn: Picture, { rows, plain, size }: Picture): string {
    let bytes = ''
    for (let index = 0; index < rows.length; index++) {
      if (rows[index] === drawn.rows[index]) continue
      // Behind a full row the cursor stays on its last cell, which must not be erased.
      const isFull = widthOf(plain[index] ?? '') >= size.columns
      const row = isFull ? `${eraseRest}${rows[index]}` : `${rows[index]}${eraseRest}`
      bytes += `${this.moveTo(index, drawn.rows.length)}${row}`
    }
    if (rows.length < drawn.rows.length) bytes += `${this.moveTo(rows.length, drawn.rows.length)}${eraseBelow}`
    return bytes
  }

  /** To the start of a row. Rows that are not there yet come into being by line feeds. */
  private moveTo(row: number, existing: number): string {
    const from = this.row
    this.row = row
    if (row < existing) return `${row === from ? '' : vertical(row - from)}\r`
    const last = Math.max(existing - 1, from)
    return `${vertical(last - from)}${'\r\n'.repeat(row - last)}\r`
  }

  private placeCursor({ cursor, rows }: Picture): string {
    const before = this.drawn?.cursor
    const target = cursor?.row ?? 0
    const moved = this.row !== target
    const from = this.row
    this.row = Math.min(target, rows.length - 1)
    const shown = cursor !== undefined
    const changed = shown !== this.visible
    this.visible = shown
    const stays = !moved && !changed && before?.column === cursor?.column && this.drawn?.rows[target] === rows[target]
    if (stays) return ''
    const column = cursor && cursor.column > 0 ? `\u001b[${cursor.column + 1}G` : '\r'
    return `${vertical(this.row - from)}${column}${changed ? (shown ? showCursor : hideCursor) : ''}`
  }
}

function vertical(rows: number): string {
  return rows < 0 ? up(-rows) : rows > 0 ? `\u001b[${rows}B` : ''
}

function up(rows: number): string {
  return rows > 0 ? `\u001b[${rows}A` : ''
}
