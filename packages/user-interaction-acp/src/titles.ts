/** Text of a model as an editor shows it: sanitised, on one line where it has to be, no two options alike. Pure. */
import type { AskUserQuestionItem, AskUserQuestionOption } from '@deepseek-ai/dsh-user-interaction'
import { isBlank, sanitizeLine, sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'

/** How long a text may be that names a field. */
const longestName = 80

/** What names a question's own field: its heading or itself, whichever is short enough. */
export function renderName({ header = '', question }: AskUserQuestionItem): string | undefined {
  return [header, question].map(sanitizeLine).find((line) => !isBlank(line) && line.length <= longestName)
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

/** The labels as shown, by position. What comes out alike, or shows nothing, is told apart by its number. */
export function renderLabels(options: readonly AskUserQuestionOption[]): string[] {
  const labels = options.map(({ label }) => sanitizeLine(label))
  const counts = new Map<string, number>()
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return labels.map((label, index) => {
    return !isBlank(label) && counts.get(label) === 1 ? label : `${index + 1}. ${label}`.trim()
  })
}
