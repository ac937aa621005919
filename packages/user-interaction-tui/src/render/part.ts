/** A part of a text that is longer than its place: what is cut says so, and how to read on. Pure. */
import type { ListWindow } from '../layout.ts'
import type { Messages } from '../messages/messages.ts'
import { type Row, row, textOf } from '../style.ts'
import { shortened, widthOf } from '../width.ts'

/** From so few rows on none is spared for a mark. */
const tight = 2

/** The rows from `from` on, `height` of them at most. */
export function renderPart(rows: readonly Row[], from: number, height: number, text: Messages, columns: number): Row[] {
  if (rows.length <= height) return [...rows]
  const rest = rows.length - height - from
  if (height <= tight) return cutEdges(rows.slice(from, from + height), from > 0, rest > 0, columns)
  // The row for the mark hides one row more, until the end is reached.
  const kept = rest === 0 ? rows.slice(from + 1, from + height) : rows.slice(from, from + height - 1)
  const mark = rest === 0 ? text.lessText(from + 1) : text.moreText(rest + 1)
  return [...kept, row(shortened(mark, columns), 'faint')]
}

/** Rows of which something is cut off before and behind: an ellipsis says so. */
export function cutEdges(rows: readonly Row[], before: boolean, behind: boolean, columns: number): Row[] {
  return rows.map((spans, index) => {
    const ends = behind && index === rows.length - 1
    return openStart(ends ? openEnd(spans, columns) : spans, before && index === 0, columns)
  })
}

/** Where there is no row to spare, the edge itself says that there is more. */
export function markInside(rows: readonly Row[], { above, below: under }: Pick<ListWindow, 'above' | 'below'>): Row[] {
  return rows.map((spans, index) => {
    const sign = index === 0 && above > 0 ? '^' : index === rows.length - 1 && under > 0 ? 'v' : undefined
    const [first, ...rest] = spans
    if (sign === undefined || !first?.text.startsWith(' ')) return spans
    return [{ ...first, text: sign + first.text.slice(1) }, ...rest]
  })
}

function openEnd(spans: Row, columns: number): Row {
  const full = textOf(spans)
  if (widthOf(full) < columns) return [...spans, { text: '…' }]
  const last = spans.at(-1)
  if (!last) return spans
  const room = Math.max(1, columns - widthOf(full) + widthOf(last.text))
  return [...spans.slice(0, -1), { ...last, text: shortened(`${last.text}…`, room) }]
}

function openStart(spans: Row, isCut: boolean, columns: number): Row {
  const [first, ...rest] = spans
  if (!isCut || !first) return spans
  // In the indent where there is one.
  if (first.text.startsWith(' ')) return [{ ...first, text: `…${first.text.slice(1)}` }, ...rest]
  return [{ ...first, text: shortened(`…${first.text}`, columns - widthOf(textOf(rest))) }, ...rest]
}
