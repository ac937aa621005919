/** Screens about the whole request: the review, a reply, its preview. Pure. */
import type { FormState } from '../form/state.ts'
import { fieldWindow } from '../items.ts'
import { chromeOf } from '../layout.ts'
import { becomesRows, previewPage, reviewPage } from '../pages.ts'
import { type Row, row } from '../style.ts'
import { shortened, widthOf } from '../width.ts'
import { wrap } from '../wrap.ts'
import type { Frame } from './frame.ts'
import { cutEdges, markInside, renderPart } from './part.ts'

/** What will be sent, question by question, and the row that sends it. */
export function renderReview(state: FormState): Frame {
  const { reviewFocus, size, text } = state
  const { title, open, linesOf, list } = reviewPage(state)
  const shown = Array.from({ length: list.count }, (_, index) => list.top + index).flatMap((index): Row[] => {
    if (index !== reviewFocus) return linesOf(index).map((line) => row(`  ${line}`))
    const lines = linesOf(index).map((line, at): Row => {
      return [
        { text: at === 0 ? '> ' : '  ', style: 'accent' },
        { text: line, style: 'strong' },
      ]
    })
    const inSight = lines.slice(list.skip, list.skip + list.height)
    return cutEdges(inSight, list.skip > 0, list.skip + list.height < lines.length, size.columns)
  })
  const above = list.marked ? [row(list.above > 0 ? text.above(list.above, 0) : '', 'faint')] : []
  const below = list.marked ? [row(list.below > 0 ? text.below(list.below, 0) : '', 'faint')] : []
  const heading = title ? [row(shortened(text.reviewTitle, size.columns), 'strong')] : []
  const inSight = shown.slice(0, list.height)
  const marked = list.marked ? inSight : markInside(inSight, list)
  return { rows: [...heading, ...above, ...marked, ...below, ...renderOpen(state, open)] }
}

function renderOpen({ size, text }: FormState, open: number): Row[] {
  if (open === 0) return []
  const full = `! ${text.unanswered(open)}`
  return [
    row(widthOf(full) <= size.columns ? full : shortened(`! ${text.unansweredBrief(open)}`, size.columns), 'strong'),
  ]
}

/** The field of a reply to the whole request, and what will become of it. */
export function renderReply(state: FormState): Frame {
  const { size, reply, text } = state
  const { body } = chromeOf(state)
  const room = Math.min(Math.max(0, body - 6), 4)
  const becomes = becomesRows(state)
  // Where there is no room for all of it, the preview says it.
  const after = becomes.length <= room ? [row(''), ...becomes] : []
  const before = body >= 2 ? [row(shortened(text.replyTitle, size.columns), 'strong')] : []
  const segments = wrap(reply.text, size.columns - 3)
  const limit = Math.max(1, Math.min(10, body - before.length - after.length))
  const field = fieldWindow(reply.text, reply.cursor, segments, limit)
  const rows = field.rows.map((line, index): Row => {
    return [{ text: index === 0 ? '> ' : '  ', style: 'accent' }, { text: line.replace(/\t/g, ' ') }]
  })
  const marked = cutEdges(rows, false, field.after > 0, size.columns)
  const cursor = { row: before.length + field.row, column: 2 + widthOf(field.before) }
  return { rows: [...before, ...marked, ...after], cursor }
}

/** A reply as it will be sent. */
export function renderPreview(state: FormState): Frame {
  const { size, text } = state
  const { title, rows, height, from } = previewPage(state)
  const heading = title ? [row(shortened(text.replyPreview, size.columns), 'strong')] : []
  return { rows: [...heading, ...renderPart(rows, from, height, text, size.columns)] }
}
