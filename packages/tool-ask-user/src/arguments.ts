/** Reads a model's arguments into questions: first what is lenient and loses nothing, then the schema. Pure. */
import { ToolArgsError } from '@deepseek-ai/dsh-tools'
import type { AskUserQuestionItem, AskUserQuestionOption } from '@deepseek-ai/dsh-user-interaction'
import { describeFault } from './fault.ts'
import { callSchema, type OptionArguments, type QuestionArguments } from './schema.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * The questions of one call. Beside the published shape it reads a list as a JSON string, a bare string as an
 * option, null as an absent optional field, `multiSelect`, and one question without the list.
 * @throws ToolArgsError with one line for each fault, all of them. Never anything else.
 */
export function parseArguments(args: unknown): AskUserQuestionItem[] {
  const call = readCall(args)
  const parsed = callSchema.safeParse(call)
  if (!parsed.success) throw new ToolArgsError(parsed.error.issues.map((issue) => describeFault(issue, call)))
  return parsed.data.questions.map(questionOf)
}

function questionOf(given: QuestionArguments): AskUserQuestionItem {
  const { id, question, header, options, multi_select: multiSelect } = given
  return {
    id,
    question,
    ...(header !== undefined && { header }),
    ...(options && { options: options.map(optionOf) }),
    ...(multiSelect !== undefined && { multiSelect }),
  }
}

function optionOf({ label, description }: OptionArguments): AskUserQuestionOption {
  return description === undefined ? { label } : { label, description }
}

function readCall(args: unknown): unknown {
  if (!isFields(args)) return args
  const { questions, question } = args
  const bare = (questions ?? undefined) === undefined && question !== undefined
  const list = bare ? args : readJson(questions)
  return { questions: readEach(isFields(list) ? [list] : list, readQuestion) }
}

function readQuestion(value: unknown): unknown {
  if (!isFields(value)) return value
  return {
    id: value['id'],
    question: value['question'],
    header: value['header'] ?? undefined,
    options: readEach(readJson(value['options'] ?? undefined), readOption),
    multi_select: value['multi_select'] ?? value['multiSelect'] ?? undefined,
  }
}

function readOption(value: unknown): unknown {
  if (typeof value === 'string') return { label: value }
  return isFields(value) ? { label: value['label'], description: value['description'] ?? undefined } : value
}

/** A string that holds a JSON array or object, as what it holds; everything else as it is. */
function readJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'object' && parsed !== null ? parsed : value
  } catch {
    return value
  }
}

function readEach(value: unknown, read: (item: unknown) => unknown): unknown {
  return Array.isArray(value) ? Array.from(value, (item: unknown) => read(item)) : value
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
