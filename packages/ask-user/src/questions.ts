/** Questions as the command gets them, as the tool's arguments. Pure; the tool itself judges what they say. */
import type { Messages } from './messages/messages.ts'
import type { QuickQuestion } from './quick.ts'
import { UsageError } from './usage.ts'

/** The arguments of `ask_user_question`, as a model would send them. */
export interface AskArguments {
  /** At least one. */
  readonly questions: readonly {
    /** Echoed in the answer. */
    readonly id: string
    readonly question: string
    readonly header?: string
    /** Without any, the question asks for text. */
    readonly options?: readonly { readonly label: string; readonly description?: string }[]
    /** Whether more than one label may be chosen. Default: false. */
    readonly multi_select?: boolean
  }[]
}

/** The one question of `--confirm`, and the label that consents. */
export const confirmation = { id: 'confirm', yes: 'Yes', no: 'No' } as const

/** The questions of the quick form. Their ids are q1, q2 and so on. */
export function quickArguments(questions: readonly QuickQuestion[]): AskArguments {
  return {
    questions: questions.map(({ question, header, options, multi }, index) => ({
      id: `q${index + 1}`,
      question,
      ...(header !== undefined && { header }),
      ...(options.length > 0 && { options }),
      ...(multi && { multi_select: true }),
    })),
  }
}

/** The question of `--confirm`. The labels are the same in every language, so that scripts can name them. */
export function confirmArguments(question: string, { confirm }: Messages): AskArguments {
  const { id, yes, no } = confirmation
  const option = (label: string, description: string | undefined) => ({ label, ...(description && { description }) })
  return { questions: [{ id, question, options: [option(yes, confirm.yes), option(no, confirm.no)] }] }
}

/**
 * Reads JSON text: `{"questions": […]}`, the list alone, or one question.
 * @param source names the text in errors.
 * @throws UsageError for what is not JSON or none of these.
 */
export function parseQuestions(json: string, source: string, { usage }: Messages): unknown {
  if (json.trim() === '') throw new UsageError(usage.empty(source))
  const value = parseJson(json, source, usage)
  if (Array.isArray(value)) return { questions: value }
  if (typeof value !== 'object' || value === null) throw new UsageError(usage.wrongShape(source))
  return 'questions' in value ? value : { questions: [value] }
}

function parseJson(json: string, source: string, usage: Messages['usage']): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new UsageError(usage.notJson(source, error instanceof Error ? error.message : ''))
  }
}
