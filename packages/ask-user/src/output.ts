/** What standard output gets for an answer. Pure. */
import type { AskUserQuestionAnswer } from '@deepseek-ai/dsh-user-interaction'

/** The answer on one line, with the keys in the order in which a model gets them. */
export function renderJson({ answers }: AskUserQuestionAnswer): string {
  const items = answers.map(({ id, selected, custom }) => {
    return custom === undefined ? { id, selected } : { id, selected, custom }
  })
  return `${JSON.stringify({ answers: items })}\n`
}

/** Labels and text, one a line, in asked order; undefined when a question was left without an answer. */
export function renderPlain({ answers }: AskUserQuestionAnswer): string | undefined {
  const lines = answers.map(({ selected, custom }) => (custom === undefined ? selected : [...selected, custom]))
  if (lines.length === 0 || lines.some((answer) => answer.length === 0)) return undefined
  return lines
    .flat()
    .map((line) => `${line}\n`)
    .join('')
}
