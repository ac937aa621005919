/** Reading and checking answers: pure functions over the vocabulary. */
import { UserInteractionError } from './errors.ts'
import { kindOf } from './kind.ts'
import type { AskUserQuestionAnswer, AskUserQuestionAnswerItem, AskUserQuestionItem } from './types.ts'

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
  const { answers } = record(answer, 'the answer')
  const given: readonly unknown[] = Array.isArray(answers) ? answers : bad('answers', 'an array', answers)
  const byId = new Map<string, AskUserQuestionAnswerItem>()
  for (let index = 0; index < given.length; index++) {
    const path = `answers[${index}]`
    const item = record(given[index], path)
    const { id } = item
    const question = questions.find((asked) => asked.id === id)
    if (!question) throw bad(`${path}.id`, 'the id of an asked question', id)
    if (byId.has(question.id)) throw badAnswer(`${path}.id repeats an earlier one`)
    byId.set(question.id, checkItem(question, item, path))
  }
  return questions.flatMap((question) => byId.get(question.id) ?? [])
}

function checkItem(
  question: AskUserQuestionItem, item: Record<string, unknown>, path: string,
): AskUserQuestionAnswerItem {
  const selected = checkSelected(question, item['selected'], `${path}.selected`)
  const { custom } = item
  if (custom !== undefined && typeof custom !== 'string') throw bad(`${path}.custom`, 'a string', custom)
  if (custom === undefined || custom.trim() === '') return { id: question.id, selected }
  return { id: question.id, selected: question.multiSelect ? selected : [], custom }
}

function checkSelected(question: AskUserQuestionItem, value: unknown, path: string): string[] {
  if (!Array.isArray(value)) throw bad(path, 'an array of labels', value)
  const seen = new Set<string>()
  for (let index = 0; index < value.length; index++) {
    const label: unknown = value[index]
    if (typeof label !== 'string') throw bad(`${path}[${index}]`, 'a string', label)
    if (seen.has(label)) throw badAnswer(`${path}[${index}] repeats an earlier label`)
    if (question.options?.length && !question.options.some((option) => option.label === label)) {
      throw bad(`${path}[${index}]`, `one of the labels of question ${JSON.stringify(question.id)}`, label)
    }
    seen.add(label)
  }
  if (!question.multiSelect && seen.size > 1) throw badAnswer(`${path} must hold at most one label, got ${seen.size}`)
  return [...seen]
}

function record(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bad(path, 'an object', value)
  return value as Record<string, unknown>
}

function bad(path: string, expected: string, value: unknown): never {
  throw badAnswer(`${path} must be ${expected}, got ${kindOf(value)}`)
}

function badAnswer(fault: string): UserInteractionError {
  return new UserInteractionError('BAD_ANSWER', `the provider gave an answer that does not fit: ${fault}`)
}
