/** Rows of styled text, and their bytes. Pure. */

/** How a piece of text stands out. Nothing that a reader needs is said by this alone. */
export type Style = 'strong' | 'faint' | 'accent' | 'code' | 'inverse'

/** A piece of a row. */
export interface Span {
  readonly text: string
  readonly style?: Style
}

/** One row of the screen. */
export type Row = readonly Span[]

/** What each style is in a terminal's own palette, so that light and dark themes both keep it readable. */
const codes: Readonly<Record<Style, readonly [number, number]>> = {
  strong: [1, 22],
  faint: [2, 22],
  accent: [36, 39],
  code: [36, 39],
  inverse: [7, 27],
}

/** A row of one piece. */
export function row(text: string, style?: Style): Row {
  return [style ? { text, style } : { text }]
}

/** The bytes of a row. Without colour there is not one escape sequence in them. */
export function encodeRow(spans: Row, color: boolean): string {
  return spans
    .map(({ text, style }) => {
      if (!style || !color || text === '') return text
      const [on, off] = codes[style]
      return `\u001b[${on}m${text}\u001b[${off}m`
    })
    .join('')
}

/** The text of a row. */
export function textOf(spans: Row): string {
  return spans.map(({ text }) => text).join('')
}
