/** Text of a model as an editor shows it: sanitised, and on one line where it has to be. Pure. */
import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import { lookOf } from '@deepseek-ai/dsh-user-interaction/labels'
import { isBlank, sanitizeLine, sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'

/** How long a text may be that names a field. */
const longestName = 80

/** What names a question's own field: its heading or itself, whichever is short enough and no other field's name. */
export function renderName(
  { header = '', question }: AskUserQuestionItem,
  taken: readonly string[] = [],
): string | undefined {
  const others = new Set(taken.map(lookOf))
  const lines = [header, question].map(sanitizeLine)
  return lines.find((line) => !isBlank(line) && line.length <= longestName && !others.has(lookOf(line)))
}

/** Heading and question on one line. */
export function renderTitle({ header = '', question }: AskUserQuestionItem): string {
  const heading = sanitizeLine(header)
  return `${heading && `[${heading}] `}${sanitizeLine(question)}`
}

/** Heading, question and supporting text, with the line breaks that they have. */
export function renderText({ header = '', question, detail = '' }: AskUserQuestionItem): string {
  const heading = sanitizeLine(header)
  return [`${heading && `[${heading}] `}${sanitizeText(question)}`, sanitizeText(detail)].filter(Boolean).join('\n\n')
}
