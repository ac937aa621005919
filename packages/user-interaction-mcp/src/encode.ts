/** Questions into a form: everything a person needs to see, everything they may say. Pure. */
import { lookOf, renderLabels } from '@deepseek-ai/dsh-user-interaction/labels'
import { isBlank, sanitizeLine, sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'
import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction/types'
import { choiceKey, type Form, optionValue, type Property, textKey } from './form.ts'
import type { Messages } from './messages/messages.ts'

/** What is known of a form beside its questions. */
export interface Frame {
  readonly text: Messages
  /** Who asks. */
  readonly agent?: string | undefined
  /** Which of several forms of one request this is. */
  readonly part?: { readonly position: number; readonly total: number } | undefined
  /** Whether the client knows choices only as the revision of 2025-06-18 has them: one, never several. */
  readonly namedEnums?: boolean | undefined
}

/** How long a question may be that names its own field. */
const longestTitle = 80

/**
 * The form for these questions. Its message holds every word of them; its fields are named by place, so an id may be
 * anything. Every field may be left out: that skips its question.
 */
export function encodeForm(questions: readonly AskUserQuestionItem[], frame: Frame): Form {
  const properties = questions.flatMap((question, place) => fieldsOf(question, place, questions.length, frame))
  return {
    message: renderMessage(questions, frame),
    requestedSchema: { type: 'object', properties: Object.fromEntries(properties) },
  }
}

function fieldsOf(
  question: AskUserQuestionItem,
  place: number,
  count: number,
  { text, namedEnums = false }: Frame,
): (readonly [string, Property])[] {
  const { options = [], multiSelect = false } = question
  const number = count > 1 ? `${place + 1}. ` : ''
  const title = number + titleOf(question, text)
  if (options.length === 0) return [[textKey(place), { type: 'string', title }]]
  const choice = choiceOf(options, title, multiSelect, namedEnums)
  const words = number + (multiSelect ? text.beside : text.instead)
  return [
    [choiceKey(place), choice],
    [textKey(place), { type: 'string', title: words }],
  ]
}

function choiceOf(
  options: NonNullable<AskUserQuestionItem['options']>,
  title: string,
  multiSelect: boolean,
  namedEnums: boolean,
): Property {
  const titles = renderLabels(options)
  if (namedEnums && !multiSelect) {
    return { type: 'string', title, enum: titles.map((_, place) => optionValue(place)), enumNames: titles }
  }
  const choices = titles.map((shown, place) => ({ const: optionValue(place), title: shown }))
  return multiSelect ? { type: 'array', title, items: { anyOf: choices } } : { type: 'string', title, oneOf: choices }
}

/** A heading in the words of the field beside it would name two fields alike. */
function titleOf({ header = '', question }: AskUserQuestionItem, { answer, instead, beside }: Messages): string {
  const taken = new Set([instead, beside].map(lookOf))
  const lines = [header, question].map(sanitizeLine)
  return lines.find((line) => !isBlank(line) && line.length <= longestTitle && !taken.has(lookOf(line))) ?? answer
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
  const titles = renderLabels(options)
  const meanings = options.flatMap(({ description = '' }, place) => {
    const meaning = sanitizeLine(description)
    return isBlank(meaning) ? [] : [`- ${titles[place] ?? ''}: ${meaning}`]
  })
  return [
    `${number > 0 ? `${number}. ` : ''}${heading}${sanitizeText(question).trim()}`,
    ...(detail === undefined ? [] : [sanitizeText(detail).trimEnd()]),
    ...(meanings.length > 0 ? [meanings.join('\n')] : []),
  ].join('\n\n')
}
