/** Shares out the rows of the screen: what is shown of question, details and list at a size. Pure; words come later. */
import { sanitizeLine, sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'
import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction/types'
import { describeAnswer } from './answers.ts'
import { positionOf, rowsOf } from './form/focus.ts'
import { currentOf, type FormState, type Size } from './form/state.ts'
import { itemHeight } from './items.ts'
import { renderMarkdown, wrapSpans } from './markdown.ts'
import { titleOf } from './question.ts'
import { type Row, row } from './style.ts'
import { shortened } from './width.ts'
import { wrapText } from './wrap.ts'

/** Which rows there are around question and list. */
export interface Chrome {
  readonly bar: boolean
  readonly tabs: boolean
  readonly gaps: number
  /** What is to be told once. */
  readonly notice: readonly string[]
  /** The row that says what the options are filtered by. */
  readonly filter: boolean
  readonly hints: number
  /** Rows for everything else. */
  readonly body: number
}

/** The part of a long text that is shown. */
export interface Reading {
  readonly rows: readonly Row[]
  readonly total: number
  readonly height: number
  readonly from: number
}

/** The part of the list that is shown. */
export interface ListWindow {
  /** Position of the first item that is shown, and how many of its rows are scrolled away. */
  readonly top: number
  readonly skip: number
  /** How many items are shown, the last perhaps in part. */
  readonly count: number
  readonly height: number
  readonly focusHeight: number
  /** Whether rows of their own say how many more there are. */
  readonly marked: boolean
  readonly above: number
  readonly below: number
}

/** Everything that has a place. */
export interface Layout {
  readonly chrome: Chrome
  readonly reading: Reading
  readonly list: ListWindow
}

const layouts = new WeakMap<FormState, Layout>()
const texts = new WeakMap<AskUserQuestionItem, { readonly key: string; readonly rows: readonly Row[] }>()

/** The layout of a form with a question up. */
export function layoutOf(state: FormState): Layout {
  const known = layouts.get(state)
  if (known) return known
  const layout = arrange(state)
  layouts.set(state, layout)
  return layout
}

/** What stands around the body at a size. */
export function chromeOf(state: FormState): Chrome {
  const { questions, mode } = state
  const { columns, rows } = state.size
  const bar = rows >= 8
  const tabs = questions.length > 1 && rows >= 6
  const gaps = rows >= 16 ? 3 : rows >= 13 ? 1 : 0
  const notice = noticeRows(state)
  const full = rows < 3 ? 0 : rows >= 12 && columns < 60 ? 2 : 1
  // Where there is little room a notice takes the place of the hints, unless it asks something.
  const hints = notice.length > 0 && rows < 8 && mode !== 'dismiss' ? 0 : full
  const filter = mode === 'filter' || (mode === 'list' && currentOf(state).draft.filter !== '')
  const body = rows - Number(bar) - Number(tabs) - gaps - notice.length - hints - Number(filter)
  return { bar, tabs, gaps, notice, filter, hints, body: Math.max(1, body) }
}

function noticeRows(state: FormState): readonly string[] {
  const { mode, size } = state
  const { columns, rows } = size
  const said = noticeOf(state)
  const most = rows >= 8 ? 4 : rows >= 5 ? 3 : mode === 'dismiss' ? 0 : 1
  if (said === '' || most === 0) return []
  const lines = wrapText(`! ${said}`, columns)
  return lines.length <= most
    ? lines
    : [...lines.slice(0, most - 1), shortened(lines.slice(most - 1).join(' '), columns)]
}

function noticeOf(state: FormState): string {
  const { notice, refusal, saving, mode, questions, drafts, at, text, size } = state
  if (saving) return ''
  if (refusal !== undefined) return text.refused(sanitizeLine(refusal))
  if (notice === 'doubtful') {
    const custom = shortened(currentOf(state).draft.words.text, 60)
    return text.doubtful(describeAnswer({ id: '', selected: [], custom }, text))
  }
  if (notice) return text.notices[notice]
  if (mode === 'dismiss') return text.dismiss(questions.length)
  // Where there is room it stays, until the question has another answer.
  const earlier = at < drafts.length ? drafts[at]?.earlier : drafts.some((draft) => draft.earlier)
  return size.rows >= 12 && earlier ? text.notices.earlier : ''
}

function arrange(state: FormState): Layout {
  const { question, draft } = currentOf(state)
  const { size } = state
  const chrome = chromeOf(state)
  const text = readingRows(question, size, state.text.plan)
  const rows = rowsOf(state, question, draft)
  const heightOf = (position: number): number => {
    return itemHeight(state, question, draft, rows[position] ?? 0, chrome.body)
  }
  const need = sumUpTo(heightOf, 0, rows.length, chrome.body)
  const fits = text.length + need <= chrome.body
  // A plan is there to be read; else the list comes first.
  const share = question.intent ? 3 : 2
  const least = Math.min(need, Math.max(Math.min(2, chrome.body - 1), Math.ceil(chrome.body / share)))
  const height = Math.min(text.length, fits ? text.length : Math.max(chrome.body > 1 ? 1 : 0, chrome.body - least))
  const total = text.length
  const from = Math.max(0, Math.min(draft.scroll, total - height))
  const focus = positionOf(rows, draft.focus)
  const space = Math.max(1, chrome.body - height)
  return {
    chrome,
    reading: { rows: text, total, height, from },
    list: windowOf({ heightOf, count: rows.length, focus, top: draft.top, skip: draft.itemScroll, space }),
  }
}

interface WindowRequest {
  readonly heightOf: (position: number) => number
  readonly count: number
  readonly focus: number
  readonly top: number
  readonly skip: number
  readonly space: number
}

/** The window of a list around its focus. Looks only at items near the window, however many there are. */
export function windowOf({ heightOf, count, focus, top, skip, space }: WindowRequest): ListWindow {
  const overflow = sumUpTo(heightOf, 0, count, space) > space
  const marked = overflow && space >= 5
  const height = marked ? space - 2 : space
  const focusHeight = heightOf(focus)
  let first = overflow ? Math.min(top, focus) : 0
  let used = focusHeight
  let earliest = focus
  while (earliest > 0 && used + heightOf(earliest - 1) <= height) used += heightOf(--earliest)
  if (overflow) first = Math.max(first, earliest)
  // No empty rows at the end while there are items above.
  while (first > 0 && sumUpTo(heightOf, first - 1, count, height) <= height) first--
  let shown = 0
  let rows = 0
  while (first + shown < count && rows < height) rows += heightOf(first + shown++)
  const whole = rows > height && shown > 1 ? shown - 1 : shown
  return {
    top: first,
    skip: first === focus && focusHeight > height ? Math.max(0, Math.min(skip, focusHeight - height)) : 0,
    count: shown,
    height,
    focusHeight,
    marked,
    above: first,
    below: count - first - whole,
  }
}

/** Question and details as rows; kept for the width, since a key changes neither. */
function readingRows(
  question: AskUserQuestionItem,
  { columns: width, rows: height }: Size,
  plan: string,
): readonly Row[] {
  const gap = height >= 16 ? [row('')] : []
  const key = `${width} ${gap.length} ${plan}`
  const known = texts.get(question)
  if (known?.key === key) return known.rows
  const { detail, intent } = question
  const indent = width >= 30 ? '  ' : ''
  const title = wrapSpans([{ text: titleOf(question).replace(/\t/g, ' '), style: 'strong' }], width, '')
  const body = detail ? renderMarkdown(sanitizeText(detail).trimEnd(), width - indent.length) : []
  const heading = detail && intent ? [...gap, row(shortened(plan, width), 'accent')] : []
  const rows = [...title, ...heading, ...body.map((spans) => (indent ? [{ text: indent }, ...spans] : spans))]
  texts.set(question, { key, rows })
  return rows
}

/** The heights of items together, or something above `limit` as soon as it is clear that they are more. */
function sumUpTo(heightOf: (position: number) => number, from: number, to: number, limit: number): number {
  let sum = 0
  for (let position = from; position < to && sum <= limit; position++) sum += heightOf(position)
  return sum
}
