/** What stands in place of the form once it is over: what was sent, as the agent gets it, or what was not. Pure. */
import { isBlank, sanitizeLine, sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'
import type { AskUserQuestionAnswer, AskUserQuestionAnswerItem } from '@deepseek-ai/dsh-user-interaction/types'
import { codeOf, surfaceOf } from './errors.ts'
import { describeAnswer } from './answers.ts'
import { type Draft, type FormState, isBare } from './form/state.ts'
import type { Messages } from './messages/messages.ts'
import { nameOf, optionsOf } from './question.ts'
import { shortened } from './width.ts'

/** How an ask can end without an answer. */
export type Ending =
  | 'dismissed'
  | 'expired'
  | 'withdrawn'
  | 'failed'
  | 'notKept'
  | { readonly answeredOn: string }
  | { readonly dismissedOn: string }

/** How an ask ends that is taken down for this reason. */
export function endingOf(reason: unknown): Ending {
  const surface = surfaceOf(reason)
  const code = codeOf(reason)
  if (surface !== undefined) return code === 'ASK_CANCELLED' ? { dismissedOn: surface } : { answeredOn: surface }
  return code === 'ASK_EXPIRED' ? 'expired' : 'withdrawn'
}

/** How many lines of a text that was not sent are printed, and how many cells of one. */
const mostLines = 20
const mostOnLine = 2000

/** What `JSON.stringify` leaves readable but a terminal must not get. */
const unprintable = /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu

/** The answers, a line each, and then, unless `json` is false, the JSON that the agent gets. */
export function renderReceipt(
  state: FormState,
  { answers }: AskUserQuestionAnswer,
  text: Messages,
  { json, replied }: { readonly json: boolean; readonly replied: boolean },
): string[] {
  const { questions } = state
  const shown = replied ? answers.filter(({ custom }) => custom !== undefined) : answers
  const lines = shown.map((item) => {
    const question = questions.find(({ id }) => id === item.id)
    const name = question ? nameOf(question, questions) : sanitizeLine(item.id)
    return `  ${name}: ${describeAnswer(item, text)}`
  })
  const others =
    replied && questions.length > 1 ? [text.receipt.othersSkipped, ...renderNotSent(state, text, false)] : []
  return [text.receipt.sent, ...lines, ...others, ...(json ? [renderJson(answers)] : [])]
}

/** That nothing was chosen and why, unless somebody else says that, and what had been marked or typed, so that it can be copied. */
export function renderEnding(ending: Ending | undefined, state: FormState, text: Messages): string[] {
  return [...(ending ? [renderReason(ending, text)] : []), ...renderNotSent(state, text, true)]
}

function renderReason(ending: Ending, { receipt }: Messages): string {
  if (typeof ending === 'string') return receipt[ending]
  return 'answeredOn' in ending
    ? receipt.answeredOn(sanitizeLine(ending.answeredOn))
    : receipt.dismissedOn(sanitizeLine(ending.dismissedOn))
}

function renderNotSent({ questions, drafts, reply }: FormState, text: Messages, withReply: boolean): string[] {
  const lines = questions.flatMap((question, index) => {
    const draft = drafts[index]
    if (!draft) return []
    const labels = optionsOf(question).flatMap(({ label }, at) => (draft.checked.has(at) ? sanitizeLine(label) : []))
    const name = nameOf(question, questions)
    const marked = labels.length > 0 ? [`  ${name}: ${shortened(labels.join('; '), mostOnLine)}`] : []
    return [...marked, ...typed(name, wordsOf(draft), text)]
  })
  const all = [...lines, ...(withReply ? typed('', reply.text, text) : [])]
  return all.length > 0 ? [text.receipt.notSent, ...all] : []
}

function wordsOf(draft: Draft): string {
  return draft.begun && isBare(draft) ? draft.begun.before.words.text : draft.words.text
}

/** What was typed, so much of it that it can be found again and does not push the rest off the screen. */
function typed(name: string, words: string, { receipt }: Messages): string[] {
  if (isBlank(words)) return []
  const lines = sanitizeText(words).split('\n')
  const [first = '', ...rest] = lines.slice(0, mostLines).map((line) => shortened(line, mostOnLine))
  const left = lines.length - mostLines
  return [
    `  ${name && `${name}: `}${first}`,
    ...rest.map((line) => `    ${line}`),
    ...(left > 0 ? [receipt.moreLines(left)] : []),
  ]
}

/** The bytes that the tool hands to the model, except that what a terminal must not get is written as an escape. */
function renderJson(answers: readonly AskUserQuestionAnswerItem[]): string {
  const items = answers.map(({ id, selected, custom }) => ({ id, selected, ...(custom !== undefined && { custom }) }))
  return sanitizeText(JSON.stringify({ answers: items }).replace(unprintable, escaped))
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
