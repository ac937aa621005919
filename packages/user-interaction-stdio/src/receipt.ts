/** How an ask ends on the screen: what was sent, as the agent will get it, or what was not. Pure. */
import { sanitizeLine, sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'
import type {
  AskUserQuestionAnswer,
  AskUserQuestionAnswerItem,
  AskUserQuestionItem,
} from '@deepseek-ai/dsh-user-interaction/types'
import { type Look, renderAnswer, renderName } from './render.ts'

/** How an ask can end without an answer. */
export type Ending = 'dismissed' | 'expired' | 'withdrawn' | 'inputEnded' | 'tooManyMisses'

type Items = readonly AskUserQuestionAnswerItem[]
type Questions = readonly AskUserQuestionItem[]

/** What `JSON.stringify` leaves readable but a terminal must not get. */
const unprintable = /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu

/** The answers, a line each, and then, unless `json` is false, the JSON that the agent gets. */
export function renderReceipt(
  questions: Questions,
  { answers }: AskUserQuestionAnswer,
  look: Look,
  json: boolean,
): string[] {
  const lines = [look.strong(look.text.receipt), ...renderItems(questions, answers, look)]
  return json ? [...lines, look.faint(renderJson(answers))] : lines
}

/** That a reply to the whole request skipped the rest, and which drafts it replaced. */
export function renderReplied(questions: Questions, unsent: Items, look: Look): string[] {
  return [look.text.othersSkipped, ...renderUnsent(questions, unsent, look)]
}

/** That nothing was chosen, why, and what had been said and was not sent. */
export function renderEnding(ending: Ending, questions: Questions, unsent: Items, look: Look): string[] {
  return [look.strong(look.text[ending]), ...renderUnsent(questions, unsent, look)]
}

/** Lines that were typed for a question that is gone. */
export function renderLate(lines: readonly string[], { text }: Look): string[] {
  const shown = lines.slice(0, 5).map((line) => `  ${sanitizeLine(line)}`)
  const rest = lines.length - shown.length
  return [text.notSentLate, ...shown, ...(rest > 0 ? [`  ${text.moreLines(rest)}`] : [])]
}

function renderUnsent(questions: Questions, unsent: Items, look: Look): string[] {
  return unsent.length > 0 ? [look.text.notSent, ...renderItems(questions, unsent, look)] : []
}

function renderItems(questions: Questions, items: Items, look: Look): string[] {
  return items.map((item) => {
    const question = questions.find(({ id }) => id === item.id)
    return `  ${question ? renderName(question, questions) : sanitizeLine(item.id)}: ${renderAnswer(item, look)}`
  })
}

/** The bytes that the tool hands to the model, except that what a terminal must not get is written as an escape. */
function renderJson(answers: Items): string {
  const json = JSON.stringify({
    answers: answers.map(({ id, selected, custom }) => ({ id, selected, ...(custom !== undefined && { custom }) })),
  })
  return sanitizeText(json.replace(unprintable, escaped))
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
