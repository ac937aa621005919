/**
 * A request as an elicitation form, and what comes back as an answer; both directions are pure. Names and values in
 * the form are made of positions, so whatever ids and labels look like, they never travel and come back byte for byte.
 */
import type { ElicitationPropertySchema, ElicitationSchema } from '@agentclientprotocol/sdk'
import {
  type AskUserQuestionAnswer,
  type AskUserQuestionAnswerItem,
  type AskUserQuestionItem,
  checkAnswer,
  UserInteractionError,
} from '@deepseek-ai/dsh-user-interaction'
import { renderLabels } from '@deepseek-ai/dsh-user-interaction/labels'
import { isBlank, sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'
import { badAnswer, isRecord } from './faults.ts'
import type { Messages } from './messages/messages.ts'
import { renderName, renderText } from './titles.ts'

type Questions = readonly AskUserQuestionItem[]

/** The part of an elicitation that a request decides. */
export interface Form {
  readonly message: string
  readonly requestedSchema: ElicitationSchema
}

/** The whole request as one flat form. Nothing is required and nothing is chosen beforehand. */
export function encodeForm(questions: Questions, messages: Messages): Form {
  const fields = questions.flatMap((question, index) => fieldsOf(question, index, questions.length, messages))
  return {
    message: renderMessage(questions),
    requestedSchema: { type: 'object', properties: Object.fromEntries(fields) },
  }
}

/**
 * What was done with the form.
 * @throws UserInteractionError `ASK_CANCELLED` for decline and cancel, `BAD_ANSWER` for an accept that does not fit and
 *   for what is no response to an elicitation.
 */
export function decodeElicitation(questions: Questions, response: unknown): AskUserQuestionAnswer {
  if (!isRecord(response)) throw badAnswer('the response', 'an object', response)
  const { action, content } = response
  if (action === 'decline' || action === 'cancel') throw new UserInteractionError('ASK_CANCELLED')
  if (action !== 'accept') throw badAnswer('action', 'accept, decline or cancel', action)
  return decodeContent(questions, content)
}

/** Whether nothing was chosen and nothing typed. */
export function saysNothing({ answers }: AskUserQuestionAnswer): boolean {
  return answers.every(({ selected, custom }) => selected.length === 0 && custom === undefined)
}

/**
 * The content of an accepted form as an answer.
 * @throws UserInteractionError `BAD_ANSWER`, naming the field and never what it holds.
 */
export function decodeContent(questions: Questions, content: unknown): AskUserQuestionAnswer {
  if (!isRecord(content)) throw badAnswer('content', 'an object', content)
  const names = questions.flatMap((question, index) => namesOf(question, index))
  const known = new Set(names)
  const stray = Object.keys(content).find((name) => !known.has(name))
  if (stray !== undefined) {
    throw badAnswer('content', `made of the fields ${names.join(', ')}`, content[stray], 'beside them')
  }
  return checkAnswer(questions, { answers: questions.map((question, index) => readItem(question, index, content)) })
}

const choiceName = (index: number): string => `choice_${index + 1}`
const textName = (index: number): string => `text_${index + 1}`
const optionValue = (index: number): string => `option_${index + 1}`

function namesOf({ options = [] }: AskUserQuestionItem, index: number): string[] {
  return options.length > 0 ? [choiceName(index), textName(index)] : [textName(index)]
}

function fieldsOf(
  question: AskUserQuestionItem,
  index: number,
  count: number,
  messages: Messages,
): [string, ElicitationPropertySchema][] {
  const { options = [], multiSelect = false } = question
  const number = count > 1 ? `${index + 1}. ` : ''
  const title = number + (renderName(question, [messages.instead, messages.beside]) ?? messages.answer)
  if (options.length === 0) return [[textName(index), { type: 'string', title }]]
  const words = number + (multiSelect ? messages.beside : messages.instead)
  return [
    [choiceName(index), choiceSchema(options, multiSelect, title)],
    [textName(index), { type: 'string', title: words }],
  ]
}

function choiceSchema(
  options: NonNullable<AskUserQuestionItem['options']>,
  multiSelect: boolean,
  title: string,
): ElicitationPropertySchema {
  const labels = renderLabels(options)
  const values = options.map(({ description = '' }, index) => {
    const meaning = sanitizeText(description)
    return { const: optionValue(index), title: labels[index] ?? '', ...(meaning && { description: meaning }) }
  })
  return multiSelect ? { type: 'array', title, items: { anyOf: values } } : { type: 'string', title, oneOf: values }
}

/** Every word of the questions; a field may have room for a short name only. */
function renderMessage(questions: Questions): string {
  const [, second] = questions
  return questions.map((question, index) => (second ? `${index + 1}. ` : '') + renderText(question)).join('\n\n')
}

function readItem(
  { id, options = [], multiSelect }: AskUserQuestionItem,
  index: number,
  content: Readonly<Record<string, unknown>>,
): AskUserQuestionAnswerItem {
  const choice = fieldOf(content, choiceName(index))
  const custom = fieldOf(content, textName(index))
  if (custom !== undefined && typeof custom !== 'string') throw badAnswer(textName(index), 'a string', custom)
  // A select that nobody touched is an empty string in some editors.
  const values = choice === undefined || (choice === '' && !multiSelect) ? [] : multiSelect ? choice : [choice]
  if (!Array.isArray(values)) throw badAnswer(choiceName(index), 'an array', choice)
  if (new Set(values).size < values.length) throw badAnswer(choiceName(index), 'without repeats', choice)
  const selected = values.map((value: unknown) => {
    const option = options.find((_option, at) => optionValue(at) === value)
    if (!option) throw badAnswer(choiceName(index), 'made of values that the form offers', value)
    return option.label
  })
  return { id, selected, ...(custom !== undefined && !isBlank(custom) && { custom }) }
}

function fieldOf(content: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(content, name) ? content[name] : undefined
}
