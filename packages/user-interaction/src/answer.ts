/** Reading and checking answers: pure functions over the vocabulary. */
import { UserInteractionError } from './errors.ts'
import { kindOf } from './kind.ts'
import type { AskUserQuestionAnswer, AskUserQuestionAnswerItem, AskUserQuestionItem } from './types.ts'

type Fields = Readonly<Record<string, unknown>>

/** Up to so many labels, looking through the options costs less than a set of them. */
const few = 8

/** The answer to one question. A question that the answer leaves out reads as skipped. */
export function answerOf(answer: AskUserQuestionAnswer, id: string): AskUserQuestionAnswerItem {
  return answer.answers.find((item) => item.id === id) ?? { id, selected: [] }
}

/**
 * True only for one explicit yes: exactly one item for `id`, exactly that one label, no typed text. Use it
 * wherever an answer permits something; anything else is a no.
 */
export function isConsent(answer: AskUserQuestionAnswer, id: string, label: string): boolean {
  const items = answer.answers.filter((item) => item.id === id)
  const [item] = items
  return items.length === 1 && item?.custom === undefined && item?.selected.length === 1 && item.selected[0] === label
}

/**
 * The seam's own check, for a surface that wants to stay open after a bad input: returns what the caller would
 * get, a normalised copy in asked order (ids left out stay left out).
 * @throws UserInteractionError `BAD_ANSWER`, naming the path, what was expected and what kind of value came;
 *   never the value, which may be a person's words.
 */
export function checkAnswer(questions: readonly AskUserQuestionItem[], answer: unknown): AskUserQuestionAnswer {
  try {
    return { answers: checkItems(questions, answer) }
  } catch (error) {
    if (error instanceof UserInteractionError) throw error
    // A getter or proxy of the provider's that threw while it was read.
    throw new UserInteractionError('BAD_ANSWER', 'the answer could not be read', { cause: error })
  }
}

function checkItems(questions: readonly AskUserQuestionItem[], answer: unknown): AskUserQuestionAnswerItem[] {
  if (!isRecord(answer)) throw bad('the answer', 'an object', answer)
  const { answers } = answer
  if (!Array.isArray(answers)) throw bad('answers', 'an array', answers)
  const items: (AskUserQuestionAnswerItem | undefined)[] = questions.map(() => undefined)
  const indexOf = finderOf(questions)
  for (let a = 0; a < answers.length; a++) {
    const item: unknown = answers[a]
    if (!isRecord(item)) throw bad(`answers[${a}]`, 'an object', item)
    const { id } = item
    const index = indexOf(id)
    const question = questions[index]
    if (!question) throw bad(`answers[${a}].id`, 'the id of an asked question', id)
    if (items[index]) throw badAnswer(`answers[${a}].id repeats an earlier one`)
    items[index] = checkItem(question, item, a)
  }
  return items.filter((item) => item !== undefined)
}

/** Up to a few, looking through the questions costs less than a map of them; beyond, it would be quadratic. */
function finderOf(questions: readonly AskUserQuestionItem[]): (id: unknown) => number {
  if (questions.length <= few) return (id) => questions.findIndex((asked) => asked.id === id)
  const indices = new Map<unknown, number>(questions.map((asked, index) => [asked.id, index]))
  return (id) => indices.get(id) ?? -1
}

function checkItem(question: AskUserQuestionItem, item: Fields, a: number): AskUserQuestionAnswerItem {
  const { custom } = item
  const selected = checkSelected(question, item['selected'], a)
  if (custom !== undefined && typeof custom !== 'string') throw bad(`answers[${a}].custom`, 'a string', custom)
  if (custom === undefined || custom.trim() === '') return { id: question.id, selected }
  return { id: question.id, selected: question.multiSelect ? selected : [], custom }
}

function checkSelected({ id, options, multiSelect }: AskUserQuestionItem, value: unknown, a: number): string[] {
  if (!Array.isArray(value)) throw bad(`answers[${a}].selected`, 'an array of labels', value)
  const offered = value.length > few && options?.length ? new Set(options.map((option) => option.label)) : undefined
  const selected = new Set<string>()
  for (let s = 0; s < value.length; s++) {
    const label: unknown = value[s]
    if (typeof label !== 'string') throw bad(`answers[${a}].selected[${s}]`, 'a string', label)
    if (selected.has(label)) throw badAnswer(`answers[${a}].selected[${s}] repeats an earlier label`)
    const known = offered ? offered.has(label) : !options?.length || options.some((option) => option.label === label)
    if (!known) throw bad(`answers[${a}].selected[${s}]`, `one of the labels of question ${JSON.stringify(id)}`, label)
    selected.add(label)
  }
  if (multiSelect || selected.size < 2) return [...selected]
  throw badAnswer(`answers[${a}].selected must hold at most one label, got ${selected.size}`)
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function bad(path: string, expected: string, value: unknown): UserInteractionError {
  return badAnswer(`${path} must be ${expected}, got ${kindOf(value)}`)
}

function badAnswer(fault: string): UserInteractionError {
  return new UserInteractionError('BAD_ANSWER', `the provider gave an answer that does not fit: ${fault}`)
}
