/** What a client sent back for a form, into answers. Pure; a reply that fits no form is an error, never an answer. */
import { isBlank } from '@deepseek-ai/dsh-user-interaction/text'
import type { AskUserQuestionAnswerItem, AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction/types'
import { choiceKey, optionValue, textKey } from './form.ts'

/** What a client says that the person did. */
export type Reply =
  { readonly action: 'accept'; readonly items: AskUserQuestionAnswerItem[] } | { readonly action: 'decline' | 'cancel' }

/** A client's reply that no person can have given to this form. The message holds no word of it. */
export class ReplyError extends Error {
  constructor(path: string, expected: string, got: unknown, where = '') {
    super(`${path} must be ${expected}, got ${kindOf(got)}${where && ` ${where}`}`)
    this.name = 'ReplyError'
  }
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Reads the result of `elicitation/create` for the form of these questions. Content counts only where it was
 * accepted. A field that is absent, empty, or shows nothing says nothing; a question with neither choice nor text was skipped.
 * @throws ReplyError for anything that does not fit, naming the path, what was expected and what kind of value came.
 */
export function decodeReply(questions: readonly AskUserQuestionItem[], reply: unknown): Reply {
  if (!isFields(reply)) throw new ReplyError('the reply', 'an object', reply)
  const { action, content } = reply
  if (action === 'decline' || action === 'cancel') return { action }
  if (action !== 'accept') throw new ReplyError('action', 'accept, decline or cancel', action)
  if (!isFields(content)) throw new ReplyError('content', 'an object', content)
  checkKeys(questions, content)
  return { action, items: questions.map((question, place) => decodeItem(question, place, content)) }
}

/** Whether nothing was chosen and nothing typed. */
export function saysNothing(reply: Reply): boolean {
  if (reply.action !== 'accept') return true
  return reply.items.every(({ selected, custom }) => selected.length === 0 && custom === undefined)
}

function checkKeys(questions: readonly AskUserQuestionItem[], content: Fields): void {
  const fields = questions.flatMap(({ options = [] }, place) => {
    return options.length > 0 ? [choiceKey(place), textKey(place)] : [textKey(place)]
  })
  const known = new Set(fields)
  const stray = Object.keys(content).find((key) => !known.has(key))
  if (stray === undefined) return
  throw new ReplyError('content', `made of the fields ${fields.join(', ')}`, content[stray], 'beside them')
}

function decodeItem(question: AskUserQuestionItem, place: number, content: Fields): AskUserQuestionAnswerItem {
  const { id, multiSelect = false } = question
  const custom = decodeText(`content.${textKey(place)}`, content[textKey(place)])
  const path = `content.${choiceKey(place)}`
  const value = content[choiceKey(place)]
  const selected = multiSelect ? decodeChoices(question, path, value) : decodeChoice(question, path, value)
  if (custom === undefined) return { id, selected }
  return { id, selected: multiSelect ? selected : [], custom }
}

function decodeText(path: string, value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw new ReplyError(path, 'a string', value)
  return isBlank(value) ? undefined : value
}

/** A select that was left alone is an empty string in some clients. */
function decodeChoice(question: AskUserQuestionItem, path: string, value: unknown): string[] {
  return value === undefined || value === '' ? [] : [labelOf(question, path, value)]
}

function decodeChoices(question: AskUserQuestionItem, path: string, value: unknown): string[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw new ReplyError(path, 'an array', value)
  if (new Set(value).size < value.length) throw new ReplyError(path, 'without repeats', value)
  return value.map((choice, index) => labelOf(question, `${path}[${index}]`, choice))
}

function labelOf({ options = [] }: AskUserQuestionItem, path: string, value: unknown): string {
  const option = options.find((_, place) => optionValue(place) === value)
  if (!option) throw new ReplyError(path, 'one of the choices of the form', value)
  return option.label
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'nothing'
  return Array.isArray(value) ? 'an array' : typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
