/** Screens about the whole request: the review, a reply, its preview. Pure. */
import { sanitizeLine } from '@deepseek-ai/dsh-user-interaction/text'
import type { AskUserQuestionAnswerItem } from '@deepseek-ai/dsh-user-interaction/types'
import { replyTarget } from '../form/move.ts'
import { answerItem, type FormState, isAnswered } from '../form/state.ts'
import { fieldWindow } from '../items.ts'
import { chromeOf, windowOf } from '../layout.ts'
import type { Messages } from '../messages/messages.ts'
import { nameOf } from '../question.ts'
import { type Row, row } from '../style.ts'
import { shortened, widthOf } from '../width.ts'
import { wrap, wrapText } from '../wrap.ts'
import type { Frame } from './frame.ts'

/** What will be sent, question by question, and the row that sends it. */
export function renderReview(state: FormState, text: Messages): Frame {
  const { questions, drafts, reviewFocus, size } = state
  const { body } = chromeOf(state)
  const open = drafts.filter((draft) => !isAnswered(draft)).length
  const lines = [...questions.map((_, index) => reviewLine(state, index, text)), text.send]
  const note = open > 0 && body >= 4 ? [row(shortened(`! ${text.unanswered(open)}`, size.columns), 'strong')] : []
  const title = body >= 3 ? [row(shortened(text.reviewTitle, size.columns), 'strong')] : []
  const space = Math.max(1, body - note.length - title.length)
  const list = windowOf({ heightOf: () => 1, count: lines.length, focus: reviewFocus, top: 0, skip: 0, space })
  const shown = lines.slice(list.top, list.top + list.height).map((line, index): Row => {
    const focused = list.top + index === reviewFocus
    const cut = shortened(line, size.columns - 2)
    return focused
      ? [
          { text: '> ', style: 'accent' },
          { text: cut, style: 'strong' },
        ]
      : [{ text: `  ${cut}` }]
  })
  const above = list.marked ? [row(list.above > 0 ? text.above(list.above) : '', 'faint')] : []
  const below = list.marked ? [row(list.below > 0 ? text.below(list.below) : '', 'faint')] : []
  return { rows: [...title, ...above, ...shown, ...below, ...note] }
}

/** The field of a reply to the whole request, and what will become of it. */
export function renderReply(state: FormState, text: Messages): Frame {
  const { size, reply } = state
  const { body } = chromeOf(state)
  const around = body >= 4 ? aroundReply(state, text, body) : { before: [], after: [] }
  const segments = wrap(reply.text, size.columns - 3)
  const limit = Math.max(1, Math.min(10, body - around.before.length - around.after.length))
  const field = fieldWindow(reply.text, reply.cursor, segments, limit)
  const rows = field.rows.map((line, index): Row => {
    return [{ text: index === 0 ? '> ' : '  ', style: 'accent' }, { text: line.replace(/\t/g, ' ') }]
  })
  const cursor = { row: around.before.length + field.row, column: 2 + widthOf(field.before) }
  return { rows: [...around.before, ...rows, ...around.after], cursor }
}

/** A reply as it will be sent. */
export function renderPreview(state: FormState, text: Messages): Frame {
  const { size, reply } = state
  const { body } = chromeOf(state)
  const around = body >= 4 ? aroundReply(state, text, body) : { before: [], after: [] }
  const limit = Math.max(1, body - 1 - around.after.length)
  const lines = wrapText(reply.text, size.columns - 3)
  const cut = lines.length > limit ? [...lines.slice(0, limit - 1), '…'] : lines
  const title = body >= 2 ? [row(shortened(text.replyPreview, size.columns), 'strong')] : []
  return { rows: [...title, ...cut.map((line) => row(`  ${line.replace(/\t/g, ' ')}`)), ...around.after] }
}

/** An answer on one line. */
export function describeAnswer({ selected, custom }: AskUserQuestionAnswerItem, text: Messages): string {
  const parts = selected.map(sanitizeLine)
  if (custom !== undefined) parts.push(text.quoted(shortened(sanitizeLine(custom.slice(0, 1000)), 200)))
  return parts.length > 0 ? parts.join('; ') : text.skipped
}

function reviewLine({ questions, drafts }: FormState, index: number, text: Messages): string {
  const question = questions[index]
  const draft = drafts[index]
  if (!question || !draft) return ''
  const item = answerItem(question, draft)
  const sign = isAnswered(draft) ? '+' : '-'
  return `${sign} ${nameOf(question, questions, 30)}: ${describeAnswer(item, text)}`
}

function aroundReply(state: FormState, text: Messages, body: number): { before: Row[]; after: Row[] } {
  const { questions, size } = state
  const target = questions[replyTarget(state)]
  const name = target ? nameOf(target, questions, 40) : ''
  const lines = wrapText(text.replyBecomes(name, questions.length - 1), size.columns).slice(0, Math.max(0, body - 4))
  return {
    before: [row(shortened(text.replyTitle, size.columns), 'strong')],
    after: [...(body >= 8 ? [row('')] : []), ...lines.map((line) => row(line, 'faint'))],
  }
}
