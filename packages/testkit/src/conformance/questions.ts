/** The questions that the suite asks. Each has an id and a text of its own, so that a hand and a screen know it. */
import type { AskUserQuestionAnswerItem, AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import type { Abilities } from './surface.ts'

/** A question and something to say to it. */
export interface Prompt {
  readonly question: AskUserQuestionItem
  readonly item: AskUserQuestionAnswerItem
}

let count = 0

/** A question without options. */
export function freeText(rest: Partial<AskUserQuestionItem> = {}): AskUserQuestionItem {
  const number = ++count
  return { id: `question-${number}`, question: `This is question ${number}: what do you say?`, ...rest }
}

/** A question of whose labels one is chosen. */
export function single(labels: readonly string[], rest: Partial<AskUserQuestionItem> = {}): AskUserQuestionItem {
  return freeText({ options: labels.map((label) => ({ label })), ...rest })
}

/** A question of whose labels any number is chosen. */
export function multi(labels: readonly string[], rest: Partial<AskUserQuestionItem> = {}): AskUserQuestionItem {
  return single(labels, { multiSelect: true, ...rest })
}

/** What a person says who chooses these. */
export function chosen({ id }: AskUserQuestionItem, ...selected: readonly string[]): AskUserQuestionAnswerItem {
  return { id, selected: [...selected] }
}

/** What a person says who types this, beside these labels if there are any. */
export function typed(
  { id }: AskUserQuestionItem,
  custom: string,
  ...selected: readonly string[]
): AskUserQuestionAnswerItem {
  return { id, selected: [...selected], custom }
}

/** A question that this provider can show, and an answer that is not its first option. */
export function somePrompt(can: Abilities): Prompt {
  const number = count + 1
  const labels = [`Postgres ${number} (Recommended)`, `SQLite ${number}`, `DuckDB ${number}`]
  const question = can.single ? single(labels) : can.multi ? multi(labels) : freeText()
  return {
    question,
    item: question.options ? chosen(question, `SQLite ${number}`) : typed(question, `words ${number}`),
  }
}

/** So many of them. */
export function somePrompts(can: Abilities, length: number): Prompt[] {
  return Array.from({ length }, () => somePrompt(can))
}
