/** What a scripted human will say, by question id. Pure: text and config in, a script out; no file is read here. */
import {
  type AskUserQuestionAnswerItem,
  type AskUserQuestionItem,
  UserInteractionError,
} from '@deepseek-ai/dsh-user-interaction'

/** Answers by question id. Each is given as often as its question is asked. */
export type Script = ReadonlyMap<string, ScriptedAnswer>

/** What to say to one question, decided when the question is seen. */
type ScriptedAnswer = (question: AskUserQuestionItem) => AskUserQuestionAnswerItem

/**
 * Reads an answer file: `{"answers":[{"id":…,"selected":[…],"custom":…}]}`, as the model gets it and as the command
 * `ask-user` prints it. Each item is given as it stands; the seam checks it against the question.
 * @param source names the text in errors.
 * @throws UserInteractionError `BAD_ANSWER`, naming source and path, never what an answer says.
 */
export function parseScript(text: string, source: string): Script {
  const { answers } = asRecord(parseJson(text, source), `${source}: the file`)
  if (!Array.isArray(answers)) throw bad(`${source}: answers must be an array`)
  const script = new Map<string, ScriptedAnswer>()
  for (const [index, value] of answers.entries()) {
    const item = asRecord(value, `${source}: answers[${index}]`)
    const { id } = item
    if (typeof id !== 'string') throw bad(`${source}: answers[${index}].id must be a string`)
    if (script.has(id)) throw bad(`${source}: answers[${index}].id repeats an earlier one`)
    script.set(id, () => item as unknown as AskUserQuestionAnswerItem)
  }
  return script
}

/**
 * A script in short: a label or several for a question with options, the text for one without.
 * A value that is none of the labels is refused when the question is asked, so a slip is never read as typed text.
 */
export function scriptOf(answers: Readonly<Record<string, string | readonly string[]>>): Script {
  return new Map(
    Object.entries(answers).map(([id, value]) => [id, (question) => shortAnswer(question, [value].flat())]),
  )
}

function shortAnswer({ id, options }: AskUserQuestionItem, values: readonly string[]): AskUserQuestionAnswerItem {
  if (options?.length) return { id, selected: [...values] }
  if (values.length === 1 && values[0] !== undefined) return { id, selected: [], custom: values[0] }
  throw bad(`question ${JSON.stringify(id)} takes one text, the script gives ${values.length}`)
}

function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the text, which is a person's.
    throw bad(`${source}: not JSON; expected {"answers":[{"id":"…","selected":["…"]}]}`)
  }
}

function asRecord(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw bad(`${path} must be an object`)
}

function bad(fault: string): UserInteractionError {
  return new UserInteractionError('BAD_ANSWER', fault)
}
