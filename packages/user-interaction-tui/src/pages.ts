/** Shares out the rows of the screens about the whole request: the review, and a reply as it will be sent. Pure. */
import { replyTarget } from './form/move.ts'
import { answerItem, type FormState, isAnswered } from './form/state.ts'
import { chromeOf, type ListWindow, windowOf } from './layout.ts'
import { describeAnswer, describeWhole } from './answers.ts'
import { nameOf } from './question.ts'
import { type Row, row } from './style.ts'
import { shortened } from './width.ts'
import { wrapText } from './wrap.ts'

/** A cut answer can be told apart on a row of so many cells. */
const telling = 40

/** The review: rows of each line, of which the one with the focus is shown whole, and which of them are in sight. */
export interface ReviewPage {
  readonly title: boolean
  /** How many questions have no answer, where there is a row to say so. */
  readonly open: number
  readonly linesOf: (index: number) => readonly string[]
  readonly list: ListWindow
}

/** A text that scrolls. */
export interface TextPage {
  readonly title: boolean
  readonly rows: readonly Row[]
  readonly height: number
  readonly from: number
}

/** The review at a size. */
export function reviewPage(state: FormState): ReviewPage {
  const { questions, drafts, reviewFocus, size } = state
  const { body } = chromeOf(state)
  const unanswered = drafts.filter((draft) => !isAnswered(draft)).length
  const open = body >= 4 ? unanswered : 0
  const title = body >= 3
  const width = Math.max(1, size.columns - 3)
  const linesOf = (index: number): readonly string[] => {
    if (index >= questions.length) return [state.text.send]
    if (index !== reviewFocus) return [shortened(reviewLine(state, index, describeAnswer), width + 1)]
    return wrapText(reviewLine(state, index, describeWhole), width)
  }
  const whole = linesOf(reviewFocus).length
  const list = windowOf({
    heightOf: (index) => (index === reviewFocus ? whole : 1),
    count: questions.length + 1,
    focus: reviewFocus,
    top: 0,
    skip: state.pageScroll,
    space: Math.max(1, body - Number(open > 0) - Number(title)),
  })
  return { title, open, linesOf, list }
}

/** The questions whose answers are in sight, each to its end or to as much of it as a row of some width has. */
export function inSight(state: FormState): number[] {
  const { questions, reviewFocus, size } = state
  const { list, linesOf } = reviewPage(state)
  return questions.flatMap((_, index) => {
    if (index < list.top || index >= list.top + list.count) return []
    if (index === reviewFocus) return list.skip + list.height >= list.focusHeight ? index : []
    return size.columns >= telling || !linesOf(index)[0]?.endsWith('…') ? index : []
  })
}

/** The preview at a size: the text, and what becomes of it. */
export function previewPage(state: FormState): TextPage {
  const { reply, size, pageScroll } = state
  const { body } = chromeOf(state)
  const title = body >= 2
  const words = wrapText(reply.text, size.columns - 3).map((line) => row(`  ${line.replace(/\t/g, ' ')}`))
  const rows = [...words, row(''), ...becomesRows(state)]
  const height = Math.max(1, body - Number(title))
  return { title, rows, height, from: Math.max(0, Math.min(pageScroll, rows.length - height)) }
}

/** What becomes of a reply, in words. */
export function becomesRows({ questions, at, size, text }: FormState): Row[] {
  const target = questions[replyTarget({ questions, at })]
  const name = target ? nameOf(target, questions, 40) : ''
  return wrapText(text.replyBecomes(name, questions.length - 1), size.columns).map((line) => row(line, 'faint'))
}

/** What the page keys can scroll at the moment, in rows; there is nothing to scroll where the two are equal. */
export function pageOf(state: FormState): { readonly total: number; readonly height: number; readonly from: number } {
  if (state.mode === 'preview') {
    const { rows, height, from } = previewPage(state)
    return { total: rows.length, height, from }
  }
  const { list } = reviewPage(state)
  return { total: list.focusHeight, height: list.height, from: list.skip }
}

function reviewLine({ questions, drafts, text }: FormState, index: number, describe: typeof describeAnswer): string {
  const question = questions[index]
  const draft = drafts[index]
  if (!question || !draft) return ''
  const sign = isAnswered(draft) ? '+' : '-'
  return `${sign} ${nameOf(question, questions, 30)}: ${describe(answerItem(question, draft), text)}`
}
