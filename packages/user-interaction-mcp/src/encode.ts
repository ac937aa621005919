/** Questions into a form: everything a person needs to see, everything they may say. Pure. */
import { isBlank, sanitizeLine, sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'
import type { AskUserQuestionItem, AskUserQuestionOption } from '@deepseek-ai/dsh-user-interaction/types'
import { choiceKey, type Form, optionValue, type Property, textKey, type Titled } from './form.ts'
import type { Messages } from './messages/messages.ts'

/** What is known of a form beside its questions. */
export interface Frame {
  readonly text: Messages
  /** Who asks. */
  readonly agent?: string | undefined
  /** Which of several forms of one request this is. */
  readonly part?: { readonly position: number; readonly total: number } | undefined
}

/** How long a question may be that names its own field. */
const longestTitle = 80

/**
 * The form for these questions. Its message holds every word of them; its fields are named by place, so an id may be
 * anything. Every field may be left out: that skips its question.
 */
export function encodeForm(questions: readonly AskUserQuestionItem[], frame: Frame): Form {
  const properties = questions.flatMap((question, place) => fieldsOf(question, place, questions.length, frame.text))
  return {
    message: renderMessage(questions, frame),
    requestedSchema: { type: 'object', properties: Object.fromEntries(properties) },
  }
}

function fieldsOf(
  question: AskUserQuestionItem,
  place: number,
  count: number,
  text: Messages,
): (readonly [string, Property])[] {
  const { options = [], multiSelect = false } = question
  const number = count > 1 ? `${place + 1}. ` : ''
  const title = number + titleOf(question, text)
  if (options.length === 0) return [[textKey(place), { type: 'string', title }]]
  const titles = titlesOf(options)
  const choice: Property = multiSelect
    ? { type: 'array', title, items: { anyOf: titles } }
    : { type: 'string', title, oneOf: titles }
  const words = number + (multiSelect ? text.beside : text.instead)
  return [
    [choiceKey(place), choice],
    [textKey(place), { type: 'string', title: words }],
  ]
}

function titleOf({ header = '', question }: AskUserQuestionItem, { answer }: Messages): string {
  const short = [header, question].map(sanitizeLine).find((line) => !isBlank(line) && line.length <= longestTitle)
  return short ?? answer
}

/** A label that shows nothing, or the same as another one, is shown with its number. */
function titlesOf(options: readonly AskUserQuestionOption[]): Titled[] {
  const lines = options.map(({ label }) => sanitizeLine(label))
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return lines.map((line, place) => {
    const plain = !isBlank(line) && counts.get(line) === 1
    return { const: optionValue(place), title: plain ? line : `${place + 1}. ${line}`.trim() }
  })
}

function renderMessage(questions: readonly AskUserQuestionItem[], { text, agent, part }: Frame): string {
  const top = [
    ...(agent === undefined ? [] : [text.askedBy(sanitizeLine(agent))]),
    ...(part ? [text.part(part.position, part.total)] : []),
  ]
  const blocks = questions.map((question, place) => renderQuestion(question, questions.length > 1 ? place + 1 : 0))
  return [...(top.length > 0 ? [top.join('\n')] : []), ...blocks].join('\n\n')
}

/** The question, its details, and what each option means: a choice itself has no room for that. */
function renderQuestion({ header, question, detail, options = [] }: AskUserQuestionItem, number: number): string {
  const heading = header === undefined ? '' : `[${sanitizeLine(header)}] `
  const titles = titlesOf(options)
  const meanings = options.flatMap(({ description = '' }, place) => {
    const meaning = sanitizeLine(description)
    return isBlank(meaning) ? [] : [`- ${titles[place]?.title ?? ''}: ${meaning}`]
  })
  return [
    `${number > 0 ? `${number}. ` : ''}${heading}${sanitizeText(question).trim()}`,
    ...(detail === undefined ? [] : [sanitizeText(detail).trimEnd()]),
    ...(meanings.length > 0 ? [meanings.join('\n')] : []),
  ].join('\n\n')
}
