/** Draws frames on rows of their own, and only what has changed. Text in, bytes out; knows no stream. */
import { widthOf } from '../width.ts'

/** A frame as text: rows with their styles, and the cursor, if it is to be seen. */
export interface Picture {
  readonly rows: readonly string[]
  /** Rows without their styles, by which the terminal breaks them when it becomes narrower. */
  readonly plain: readonly string[]
  readonly cursor?: { readonly row: number; readonly column: number } | undefined
}

const begin = '\u001b[?2026h\u001b[?7l'
const end = '\u001b[?7h\u001b[?2026l'
const hideCursor = '\u001b[?25l'
const showCursor = '\u001b[?25h'
const eraseBelow = '\u001b[J'
const eraseRest = '\u001b[K'

/**
 * The rows of the form on a terminal that scrolls. While nothing is typed the cursor is kept, hidden, at the start of
 * the first row: then no change of the window's size can move the rows away from it.
 */
export class Painter {
  private drawn: Picture | undefined
  /** Where the cursor is, among the rows that are drawn. */
  private row = 0
  private visible = true

  /** Whether there is something on the screen. */
  get isUp(): boolean {
    return this.drawn !== undefined
  }

  /** The bytes that turn what is there into this picture. */
  paint(picture: Picture): string {
    const { drawn } = this
    const body = drawn ? this.repaint(drawn, picture) : this.paintAll(picture)
    const cursor = this.placeCursor(picture)
    this.drawn = picture
    return body === '' && cursor === '' ? '' : `${begin}${body}${cursor}${end}`
  }

  /**
   * The bytes that take everything away and leave the cursor at the start of the first row. What was drawn is
   * forgotten.
   * @param columns the width of the terminal now, by which it may have broken the rows again.
   * @param shifts whether rows that were broken below the cursor have moved it down too, as xterm.js has it.
   */
  erase(columns: number, shifts = false): string {
    const { drawn } = this
    if (!drawn) return ''
    const broken = drawn.plain.map((text) => Math.max(1, Math.ceil(widthOf(text) / columns)))
    let above = 0
    for (const rows of broken.slice(0, this.row)) above += rows
    if (shifts) above += shiftOf(broken.slice(this.row))
    this.drawn = undefined
    this.row = 0
    return `\r${up(above)}${eraseBelow}`
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

  private repaint(drawn: Picture, { rows }: Picture): string {
    let bytes = ''
    for (let index = 0; index < rows.length; index++) {
      if (rows[index] === drawn.rows[index]) continue
      bytes += `${this.moveTo(index, drawn.rows.length)}${rows[index]}${eraseRest}`
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

/**
 * How far xterm.js moves the cursor when it breaks rows from the cursor's own on: by each row that comes into being.
 * The cursor's own row stays unbroken, unless one below it was broken before.
 */
function shiftOf([own = 1, ...below]: readonly number[]): number {
  const added = below.reduce((sum, rows) => sum + rows - 1, 0)
  return added === 0 ? 0 : added + own - 1
}

function vertical(rows: number): string {
  return rows < 0 ? up(-rows) : rows > 0 ? `\u001b[${rows}B` : ''
}

function up(rows: number): string {
  return rows > 0 ? `\u001b[${rows}A` : ''
}
