/** A question with its details and its list, in the rows that the layout gives them. Pure. */
import { positionOf, rowsOf } from '../form/focus.ts'
import { currentOf, type FormState, isChosen } from '../form/state.ts'
import { renderItem } from '../items.ts'
import { layoutOf, type ListWindow, type Reading } from '../layout.ts'
import type { Messages } from '../messages/messages.ts'
import { optionsOf } from '../question.ts'
import { type Row, row } from '../style.ts'
import { shortened, widthOf } from '../width.ts'
import type { Frame } from './frame.ts'
import { cutEdges, markInside, renderPart } from './part.ts'

/** The rows between tabs and notices. */
export function renderQuestion(state: FormState): Frame {
  const { text } = state
  const { chrome, reading, list } = layoutOf(state)
  const top = [...renderReading(reading, state), ...(chrome.gaps > 0 ? [row('')] : [])]
  const filter = chrome.filter ? renderFilter(state, text) : { rows: [] }
  const items = renderList(state, list, text, chrome.body)
  const offset = top.length + filter.rows.length
  return {
    rows: [...top, ...filter.rows, ...items.rows],
    cursor: items.cursor ? { ...items.cursor, row: items.cursor.row + offset } : below(filter.cursor, top.length),
  }
}

function renderReading({ rows, height, from }: Reading, { text, size }: FormState): Row[] {
  return renderPart(rows, from, height, text, size.columns)
}

function renderFilter(state: FormState, text: Messages): Frame {
  const { question, draft } = currentOf(state)
  const total = optionsOf(question).length
  const shown = new Set(rowsOf(state, question, draft).filter((one) => one < total))
  const hidden = [...draft.checked].filter((one) => isChosen(question, draft, one) && !shown.has(one)).length
  const line = text.filtered(draft.filter, shown.size, total, hidden)
  const column = Math.min(state.size.columns - 1, widthOf(draft.filter) + 1)
  const cursor = state.mode === 'filter' ? { row: 0, column } : undefined
  return { rows: [row(shortened(line, state.size.columns), 'strong')], cursor }
}

function renderList(state: FormState, list: ListWindow, text: Messages, body: number): Frame {
  const { question, draft } = currentOf(state)
  const { columns } = state.size
  const positions = rowsOf(state, question, draft)
  const focus = positionOf(positions, draft.focus)
  const rows: Row[] = []
  let cursor: Frame['cursor']
  for (let position = list.top; position < list.top + list.count; position++) {
    const item = renderItem(state, question, draft, positions[position] ?? 0, body)
    if (item.cursor) cursor = { ...item.cursor, row: rows.length + item.cursor.row }
    rows.push(...item.rows.slice(position === focus && position === list.top ? list.skip : 0))
  }
  const isCut = focus === list.top && list.skip + list.height < list.focusHeight
  const visible = cutEdges(rows.slice(0, list.height), list.skip > 0, isCut, columns)
  if (!list.marked) return { rows: markInside(visible, list), cursor }
  const chosenIn = (from: number, to: number): number => {
    const rowsThere = positions.slice(from, to)
    return rowsThere.filter((one) => isChosen(question, draft, one)).length
  }
  const last = positions.length - list.below
  const marked = [
    list.above > 0 ? mark(text.above(list.above, chosenIn(0, list.top)), columns) : row(''),
    ...visible,
    ...Array.from({ length: list.height - visible.length }, () => row('')),
    list.below > 0 ? mark(text.below(list.below, chosenIn(last, positions.length)), columns) : row(''),
  ]
  return { rows: marked, cursor: below(cursor, 1) }
}

function mark(text: string, columns: number): Row {
  return row(shortened(text, columns), 'faint')
}

function below(cursor: Frame['cursor'], rows: number): Frame['cursor'] {
  return cursor && { row: cursor.row + rows, column: cursor.column }
}
