/** Reads what a consumer asks into what a provider may see: checked, copied, frozen. Pure; knows no agent registry. */
import { UserInteractionError } from './errors.ts'
import { kindOf, numberOrKind } from './kind.ts'
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
  if (!isRecord(request)) throw bad('the request', 'an object', request)
  const questions = parseQuestions(request['questions'])
  const rest = parseRest(request)
  for (const question of questions) checkIntent(question)
  return Object.freeze({ questions, ...rest })
}

/** Whether a value can be listened to like an `AbortSignal`, of whatever realm. */
export function isSignal(value: unknown): value is AbortSignal {
  if (value instanceof AbortSignal) return true
  if (typeof value !== 'object' || value === null) return false
  const { aborted, addEventListener, removeEventListener } = value as Partial<AbortSignal>
  return (
    typeof aborted === 'boolean' && typeof addEventListener === 'function' && typeof removeEventListener === 'function'
  )
}

function parseRest({ agent, signal, deadlineMs, key }: Fields): Omit<AskUserQuestionRequest, 'questions'> {
  if (agent !== undefined && (typeof agent !== 'object' || agent === null)) throw bad('agent', 'an agent', agent)
  if (signal !== undefined && !isSignal(signal)) throw bad('signal', 'an AbortSignal', signal)
  if (deadlineMs !== undefined && !(typeof deadlineMs === 'number' && deadlineMs > 0 && deadlineMs < Infinity)) {
    throw badRequest(`deadlineMs must be a positive finite number, got ${numberOrKind(deadlineMs)}`)
  }
  if (key !== undefined && typeof key !== 'string') throw bad('key', 'a string', key)
  const rest: Omit<AskUserQuestionRequest, 'questions'> = {}
  if (agent) rest.agent = agent as NonNullable<AskUserQuestionRequest['agent']>
  if (signal) rest.signal = signal
  if (deadlineMs !== undefined) rest.deadlineMs = deadlineMs
  if (key !== undefined) rest.key = key
  return rest
}

function parseQuestions(value: unknown): readonly AskUserQuestionItem[] {
  if (!Array.isArray(value)) throw bad('questions', 'an array', value)
  // An array that grows by pushing keeps room for many; asks are kept by the thousand.
  // oxlint-disable-next-line unicorn/no-new-array
  const questions = new Array<AskUserQuestionItem>(value.length)
  for (let q = 0; q < value.length; q++) questions[q] = parseQuestion(value[q], q)
  const repeat = findRepeat(questions, (question) => question.id)
  if (repeat) throw badRequest(`questions[${repeat[1]}].id repeats questions[${repeat[0]}].id`)
  return Object.freeze(questions)
}

/** Paths are spelled where they are thrown: on the way of a good request no string is built. */
function parseQuestion(value: unknown, q: number): AskUserQuestionItem {
  if (!isRecord(value)) throw bad(`questions[${q}]`, 'an object', value)
  const { id, question, detail, header, multiSelect, intent } = value
  if (!isText(id)) throw badText(`questions[${q}].id`, id)
  if (!isText(question)) throw badText(`questions[${q}].question`, question)
  const parsed: AskUserQuestionItem = { id, question }
  if (!isString(detail)) throw bad(`questions[${q}].detail`, 'a string', detail)
  if (detail?.trim()) parsed.detail = detail
  if (!isString(header)) throw bad(`questions[${q}].header`, 'a string', header)
  if (header?.trim()) parsed.header = header
  const options = parseOptions(value['options'], q)
  if (options) parsed.options = options
  if (multiSelect !== undefined && typeof multiSelect !== 'boolean') {
    throw bad(`questions[${q}].multiSelect`, 'a boolean', multiSelect)
  }
  if (multiSelect !== undefined) parsed.multiSelect = multiSelect
  if (intent !== undefined) parsed.intent = parseIntent(intent, q)
  return Object.freeze(parsed)
}

function parseOptions(value: unknown, q: number): readonly AskUserQuestionOption[] | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value)) throw bad(`questions[${q}].options`, 'an array', value)
  if (value.length === 0) return undefined
  // oxlint-disable-next-line unicorn/no-new-array
  const options = new Array<AskUserQuestionOption>(value.length)
  for (let o = 0; o < value.length; o++) options[o] = parseOption(value[o], q, o)
  const repeat = findRepeat(options, (option) => option.label.trim())
  if (repeat) {
    throw badRequest(`questions[${q}].options[${repeat[1]}].label repeats questions[${q}].options[${repeat[0]}].label`)
  }
  return Object.freeze(options)
}

function parseOption(value: unknown, q: number, o: number): AskUserQuestionOption {
  if (!isRecord(value)) throw bad(`questions[${q}].options[${o}]`, 'an object', value)
  const { label, description } = value
  if (!isText(label)) throw badText(`questions[${q}].options[${o}].label`, label)
  if (!isString(description)) throw bad(`questions[${q}].options[${o}].description`, 'a string', description)
  return Object.freeze(description?.trim() ? { label, description } : { label })
}

function parseIntent(value: unknown, q: number): AskUserQuestionIntent {
  if (!isRecord(value)) throw bad(`questions[${q}].intent`, 'an object', value)
  const { kind, approve } = value
  if (kind !== 'plan-review') throw bad(`questions[${q}].intent.kind`, '"plan-review"', kind)
  if (typeof approve !== 'string') throw bad(`questions[${q}].intent.approve`, 'a string', approve)
  return Object.freeze({ kind, approve })
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

/** The indices of the first two items with one name, if there are such. */
function findRepeat<T>(items: readonly T[], nameOf: (item: T) => string): [number, number] | undefined {
  if (items.length < 2) return undefined
  const seen = new Map<string, number>()
  for (const [index, item] of items.entries()) {
    const earlier = seen.get(nameOf(item))
    if (earlier !== undefined) return [earlier, index]
    seen.set(nameOf(item), index)
  }
  return undefined
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && !isBlank(value)
}

function isString(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string'
}

function badText(path: string, value: unknown): UserInteractionError {
  return typeof value === 'string'
    ? badRequest(`${path} must show something, got a blank string`)
    : bad(path, 'a string', value)
}

function bad(path: string, expected: string, value: unknown): UserInteractionError {
  return badRequest(`${path} must be ${expected}, got ${kindOf(value)}`)
}

function badRequest(fault: string): UserInteractionError {
  return new UserInteractionError('BAD_REQUEST', fault)
}
