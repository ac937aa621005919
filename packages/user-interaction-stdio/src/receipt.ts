/** How an ask ends on the screen: what was sent, as the agent will get it, or what was not. Pure. */
import { isBlank, sanitizeLine, sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'
import type {
  AskUserQuestionAnswer,
  AskUserQuestionAnswerItem,
  AskUserQuestionItem,
} from '@deepseek-ai/dsh-user-interaction/types'
import { type Look, renderAnswer, renderName } from './render.ts'

/** How an ask can end without an answer. */
export type Ending = keyof Look['text']['ending']

type Items = readonly AskUserQuestionAnswerItem[]
type Questions = readonly AskUserQuestionItem[]

/** What `JSON.stringify` leaves readable but a terminal must not get. */
const unprintable = /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu

/** The answers, a line each. */
export function renderReceipt(questions: Questions, { answers }: AskUserQuestionAnswer, look: Look): string[] {
  return [look.strong(look.text.receipt), ...renderItems(questions, answers, look)]
}

/** That a reply to the whole request skipped the rest, and which drafts it replaced. */
export function renderReplied(questions: Questions, unsent: Items, look: Look): string[] {
  return [look.text.othersSkipped, ...renderUnsent(questions, unsent, look)]
}

/** That nothing was chosen, and why. */
export function renderEnding(ending: Ending, { strong, text }: Look): string[] {
  return [strong(text.ending[ending])]
}

/** That another surface has the answer. */
export function renderElsewhere(surface: string, { strong, text }: Look): string[] {
  return [strong(text.answeredOn(sanitizeLine(surface)))]
}

/** Lines that were typed for a question that is gone, or before there was one. Lines without a word are passed over. */
export function renderDropped(lines: readonly string[], typed: 'gone' | 'early', { text }: Look): string[] {
  const worded = lines.filter((line) => !isBlank(line))
  if (worded.length === 0) return []
  const shown = worded.slice(0, 5).map((line) => `  ${sanitizeLine(line)}`)
  const rest = worded.length - shown.length
  const heading = typed === 'gone' ? text.notSentGone : text.notSentEarly
  return [heading, ...shown, ...(rest > 0 ? [`  ${text.moreLines(rest)}`] : [])]
}

/** That this was asked before, and what was entered then, where one look at the first question does not show it. */
export function renderEarlier(questions: Questions, entered: Items, look: Look): string[] {
  if (entered.length === 0) return []
  return [look.text.earlier, ...(questions.length > 1 ? renderItems(questions, entered, look) : [])]
}

/** What had been said and was not sent. */
export function renderUnsent(questions: Questions, unsent: Items, look: Look): string[] {
  return unsent.length > 0 ? [look.text.notSent, ...renderItems(questions, unsent, look)] : []
}

function renderItems(questions: Questions, items: Items, look: Look): string[] {
  return items.map((item) => {
    const question = questions.find(({ id }) => id === item.id)
    const name = question ? renderName(question, questions) : sanitizeLine(item.id)
    return `  ${name}${look.text.colon}${renderAnswer(item, look)}`
  })
}

/** The bytes that the tool hands to the model, except that what a terminal must not get is written as an escape. */
export function renderJson({ answers }: AskUserQuestionAnswer): string {
  const json = JSON.stringify({
    answers: answers.map(({ id, selected, custom }) => ({ id, selected, ...(custom !== undefined && { custom }) })),
  })
  return sanitizeText(json.replace(unprintable, escaped))
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
