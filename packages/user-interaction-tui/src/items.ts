/** One item of a list as rows: an option, or the row of own words with its field. Pure. */
import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction/types'
import { takesWords } from './form/focus.ts'
import { type Draft, type FormState, hasWords, isChosen, type Size } from './form/state.ts'
import { optionsOf, type ShownOption, showOption } from './question.ts'
import { cutEdges } from './render/part.ts'
import type { Row, Span } from './style.ts'
import { shortened, widthOf } from './width.ts'
import { type Segment, wrap, wrapText } from './wrap.ts'

/** An item that is drawn, and where the cursor is in it while text is being typed. */
export interface Item {
  readonly rows: readonly Row[]
  readonly cursor?: { readonly row: number; readonly column: number }
}

/** So many cells are left for a label beside its badge, at least. */
const labelRoom = 12

/** How far labels are set in: focus, mark, and a number where there is room. */
function indentOf({ columns }: Size, question: AskUserQuestionItem): number {
  const digits = digitsOf(question)
  return columns >= 23 + digits ? 8 + digits : columns >= 14 ? 6 : 4
}

function digitsOf(question: AskUserQuestionItem): number {
  return String(Math.max(1, optionsOf(question).length)).length
}

/** How many rows an item takes. Has to agree with `renderItem`. */
export function itemHeight(
  state: FormState,
  question: AskUserQuestionItem,
  draft: Draft,
  index: number,
  body: number,
): number {
  const option = optionsOf(question)[index]
  if (!option && !takesWords(state, question)) return 1
  if (!option) return isEditing(state) ? Math.min(fieldRows(state, question, draft).length, fieldLimit(body)) : 1
  const { label, description } = parts(state, question, showOption(option), index === draft.focus)
  return label.length + description.length
}

/** Draws an item. */
export function renderItem(
  state: FormState,
  question: AskUserQuestionItem,
  draft: Draft,
  index: number,
  body: number,
): Item {
  const option = optionsOf(question)[index]
  const indent = ' '.repeat(indentOf(state.size, question))
  if (!option)
    return takesWords(state, question) ? renderWords(state, question, draft, body) : { rows: [[{ text: '>' }]] }
  const shown = showOption(option)
  const focused = index === draft.focus
  const { label, description } = parts(state, question, shown, focused)
  const lead = leadOf(state, question, focused, markOf(question.multiSelect, isChosen(question, draft, index)), index)
  const badgeText = badgeOf(state, question, shown)
  const badge: Span[] = badgeText === '' ? [] : [{ text: badgeText, style: 'accent' }]
  const labelRows = label.map((text, line): Row => {
    const span: Span = focused ? { text, style: 'strong' } : { text }
    return [line === 0 ? lead : { text: indent }, span, ...(line === label.length - 1 ? badge : [])]
  })
  return { rows: [...labelRows, ...description.map((text): Row => [{ text: indent }, { text, style: 'faint' }])] }
}

/** The window of a field around its cursor, with the row and column of the cursor in it. */
export function fieldWindow(
  text: string,
  cursor: number,
  segments: readonly Segment[],
  limit: number,
): { rows: string[]; row: number; before: string; above: number; after: number } {
  let at = segments.findIndex(({ end }) => cursor < end)
  if (at < 0) at = segments.length - 1
  // At the end of a line the cursor stands behind it, not on the next one.
  const previous = segments[at - 1]
  if (previous && previous.end === cursor && text.charAt(cursor) === '\n') at--
  const { start = 0 } = segments[at] ?? {}
  const first = Math.max(0, Math.min(at - Math.floor(limit / 2), segments.length - limit))
  const rows = segments.slice(first, first + limit).map((segment) => text.slice(segment.start, segment.end))
  const after = Math.max(0, segments.length - first - limit)
  return { rows, row: at - first, before: text.slice(start, cursor), above: first, after }
}

/** How many rows of a field are shown at most. */
function fieldLimit(body: number): number {
  return Math.max(1, Math.min(10, body >> 1))
}

function isEditing({ mode }: FormState): boolean {
  return mode === 'field'
}

function parts(
  state: FormState,
  question: AskUserQuestionItem,
  shown: ShownOption,
  focused: boolean,
): { label: string[]; description: string[] } {
  const { size, text } = state
  const width = Math.max(1, size.columns - indentOf(size, question) - 1)
  const badge = badgeOf(state, question, shown)
  // The badge takes room behind the label.
  const room = width - widthOf(badge)
  const name = badge.includes(text.recommended) ? shown.label : shown.full
  const rows = size.rows >= 20 ? 2 : 1
  if (focused) return { label: wrapWhole(name, room), description: wrapWhole(shown.description, width) }
  const brief = size.rows >= 12 ? wrapBrief(shown.description, width, rows) : []
  return { label: wrapBrief(name, room, rows), description: brief }
}

/** Labels that say themselves that they approve. */
const saysSo = /approv|批准|同意/iu

/** That an option is recommended or approves a plan, as far as there is room for it. */
function badgeOf({ size, text }: FormState, question: AskUserQuestionItem, shown: ShownOption): string {
  const width = size.columns - indentOf(size, question) - 1
  const words = [
    ...(shown.recommended ? [text.recommended] : []),
    ...(question.intent?.approve === shown.answer && !saysSo.test(shown.label) ? [text.approves] : []),
  ]
  for (; words.length > 0; words.pop()) {
    const badge = ` [${words.join(', ')}]`
    if (width - widthOf(badge) >= labelRoom) return badge
  }
  return ''
}

const whole = new Map<string, { readonly width: number; readonly rows: string[] }>()

/** Only the item with the focus is shown to its last word, and it stays the same over many keys. */
function wrapWhole(text: string, width: number): string[] {
  if (text.length < 1000) return text === '' ? [] : wrapText(text, width)
  const known = whole.get(text)
  if (known?.width === width) return known.rows
  const rows = wrapText(text, width)
  whole.clear()
  whole.set(text, { width, rows })
  return rows
}

function wrapBrief(text: string, width: number, rows: number): string[] {
  if (text === '') return []
  const lines = wrapText(text.slice(0, width * (rows + 1)), width)
  if (lines.length <= rows && text.length <= width * (rows + 1)) return lines
  const last = lines.slice(rows - 1).join(' ')
  return [...lines.slice(0, rows - 1), shortened(`${last}…`, width)]
}

function markOf(multiSelect: boolean | undefined, chosen: boolean): string {
  if (multiSelect) return chosen ? '[x]' : '[ ]'
  return chosen ? '(*)' : '( )'
}

/** Focus, mark and number in front of an item. */
function leadOf(
  { size }: FormState,
  question: AskUserQuestionItem,
  focused: boolean,
  mark: string,
  index?: number,
): Span {
  const digits = digitsOf(question)
  const number = index === undefined ? '' : `${index + 1}.`
  const full = `${focused ? '> ' : '  '}${mark} ${number.padStart(digits + 1)} `
  const text =
    size.columns >= 23 + digits ? full : size.columns >= 14 ? full.slice(0, 6) : `${focused ? '>' : ' '}${mark}`
  return { text, ...(focused && { style: 'accent' }) }
}

function fieldRows({ size }: FormState, question: AskUserQuestionItem, { words }: Draft): Segment[] {
  return wrap(words.text, size.columns - indentOf(size, question) - 1)
}

function renderWords(state: FormState, question: AskUserQuestionItem, draft: Draft, body: number): Item {
  const { columns } = state.size
  const indent = indentOf(state.size, question)
  const hasOptions = optionsOf(question).length > 0
  const focused = draft.focus >= optionsOf(question).length
  const mark = markOf(question.multiSelect && hasOptions, hasWords(draft))
  const lead = leadOf(state, question, focused, mark)
  const { text, cursor } = draft.words
  if (!isEditing(state)) {
    const line = text.trim() === '' ? state.text.ownWords : text.slice(0, 4 * columns).replace(/\s+/gu, ' ')
    const shown = shortened(line, columns - indent - 1)
    return { rows: [[lead, { text: shown, ...(text.trim() === '' && { style: 'faint' as const }) }]] }
  }
  const window = fieldWindow(text, cursor, fieldRows(state, question, draft), fieldLimit(body))
  const rows = window.rows.map((line, row): Row => [
    row === 0 ? lead : { text: ' '.repeat(indent) },
    { text: line.replace(/\t/g, ' ') },
  ])
  const cut = cutEdges(rows, false, window.after > 0, columns)
  return { rows: cut, cursor: { row: window.row, column: indent + widthOf(window.before) } }
}
