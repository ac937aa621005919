/** Reads what a consumer asks into what a provider may see: checked, copied, frozen. Pure; knows no agent registry. */
import { UserInteractionError } from './errors.ts'
import { kindOf } from './kind.ts'
import type { AskUserQuestionRequest } from './provider.ts'
import { isBlank } from './text.ts'
import type { AskUserQuestionIntent, AskUserQuestionItem, AskUserQuestionOption } from './types.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * The request as the provider gets it: only keys of the vocabulary, the questions copied and frozen, the signal
 * and the agent as they are.
 * @throws UserInteractionError `BAD_REQUEST` for what no surface could show or no answer could be matched to,
 *   `BAD_INTENT` for an intent that does not fit its question.
 */
export function parseRequest(request: unknown): AskUserQuestionRequest {
  const fields = record(request, 'the request')
  const parsed = { questions: parseQuestions(fields['questions']), ...parseRest(fields) }
  parsed.questions.forEach(checkIntent)
  return Object.freeze(parsed)
}

/** Whether a value can be listened to like an `AbortSignal`, of whatever realm. */
export function isSignal(value: unknown): value is AbortSignal {
  return typeof value === 'object' && value !== null && 'aborted' in value && typeof value.aborted === 'boolean'
    && 'addEventListener' in value && typeof value.addEventListener === 'function'
}

function parseRest(fields: Fields): Omit<AskUserQuestionRequest, 'questions'> {
  const { agent, signal, deadlineMs, key } = fields
  if (agent !== undefined && (typeof agent !== 'object' || agent === null)) throw bad('agent', 'an agent', agent)
  if (signal !== undefined && !isSignal(signal)) throw bad('signal', 'an AbortSignal', signal)
  if (deadlineMs !== undefined && !(typeof deadlineMs === 'number' && deadlineMs > 0 && deadlineMs < Infinity)) {
    throw bad('deadlineMs', 'a positive finite number', deadlineMs)
  }
  const named = optional(key, 'string', 'key')
  return {
    ...(agent === undefined ? undefined : { agent: agent as NonNullable<AskUserQuestionRequest['agent']> }),
    ...(signal === undefined ? undefined : { signal }),
    ...(deadlineMs === undefined ? undefined : { deadlineMs }),
    ...(named === undefined ? undefined : { key: named }),
  }
}

function parseQuestions(value: unknown): readonly AskUserQuestionItem[] {
  if (!Array.isArray(value)) throw bad('questions', 'an array', value)
  const questions = Array.from(value, (item, index) => parseQuestion(item, `questions[${index}]`))
  refuseRepeats(questions, (question) => question.id, (index) => `questions[${index}].id`)
  return Object.freeze(questions)
}

function parseQuestion(value: unknown, path: string): AskUserQuestionItem {
  const fields = record(value, path)
  const question: AskUserQuestionItem = {
    id: text(fields['id'], `${path}.id`),
    question: text(fields['question'], `${path}.question`),
  }
  const detail = optional(fields['detail'], 'string', `${path}.detail`)
  if (detail?.trim()) question.detail = detail
  const header = optional(fields['header'], 'string', `${path}.header`)
  if (header?.trim()) question.header = header
  const options = parseOptions(fields['options'], `${path}.options`)
  if (options) question.options = options
  const multiSelect = optional(fields['multiSelect'], 'boolean', `${path}.multiSelect`)
  if (multiSelect !== undefined) question.multiSelect = multiSelect
  if (fields['intent'] !== undefined) question.intent = parseIntent(fields['intent'], `${path}.intent`)
  return Object.freeze(question)
}

function parseOptions(value: unknown, path: string): readonly AskUserQuestionOption[] | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value)) throw bad(path, 'an array', value)
  if (value.length === 0) return undefined
  const options = Array.from(value, (item, index) => parseOption(item, `${path}[${index}]`))
  refuseRepeats(options, (option) => option.label.trim(), (index) => `${path}[${index}].label`)
  return Object.freeze(options)
}

function parseOption(value: unknown, path: string): AskUserQuestionOption {
  const fields = record(value, path)
  const option: AskUserQuestionOption = { label: text(fields['label'], `${path}.label`) }
  const description = optional(fields['description'], 'string', `${path}.description`)
  if (description?.trim()) option.description = description
  return Object.freeze(option)
}

function parseIntent(value: unknown, path: string): AskUserQuestionIntent {
  const { kind, approve } = record(value, path)
  if (kind !== 'plan-review') throw bad(`${path}.kind`, '"plan-review"', kind)
  return Object.freeze({ kind, approve: text(approve, `${path}.approve`) })
}

function checkIntent({ id, intent, detail, options }: AskUserQuestionItem): void {
  if (!intent) return
  const claim = `question ${id} declares intent ${intent.kind}`
  if (!options?.some((option) => option.label === intent.approve)) {
    const approve = JSON.stringify(intent.approve)
    throw new UserInteractionError('BAD_INTENT', `${claim} whose approve label ${approve} names none of its options`)
  }
  if (detail === undefined) throw new UserInteractionError('BAD_INTENT', `${claim} without the detail it reviews`)
}

function refuseRepeats<T>(items: readonly T[], nameOf: (item: T) => string, pathOf: (index: number) => string): void {
  if (items.length < 2) return
  const seen = new Map<string, number>()
  items.forEach((item, index) => {
    const earlier = seen.get(nameOf(item))
    if (earlier !== undefined) throw badRequest(`${pathOf(index)} repeats ${pathOf(earlier)}`)
    seen.set(nameOf(item), index)
  })
}

function text(value: unknown, path: string): string {
  if (typeof value !== 'string') throw bad(path, 'a string', value)
  if (isBlank(value)) throw badRequest(`${path} must be a string that shows something, got a blank one`)
  return value
}

interface Primitives { string: string, boolean: boolean }

function optional<T extends keyof Primitives>(value: unknown, type: T, path: string): Primitives[T] | undefined {
  if (value !== undefined && typeof value !== type) throw bad(path, `a ${type}`, value)
  return value as Primitives[T] | undefined
}

function record(value: unknown, path: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bad(path, 'an object', value)
  return value as Fields
}

function bad(path: string, expected: string, value: unknown): UserInteractionError {
  return badRequest(`${path} must be ${expected}, got ${kindOf(value)}`)
}

function badRequest(fault: string): UserInteractionError {
  return new UserInteractionError('BAD_REQUEST', fault)
}
