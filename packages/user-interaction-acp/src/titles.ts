/** Text of a model as an editor shows it: sanitised, on one line where it has to be, no two options alike. Pure. */
import type { AskUserQuestionItem, AskUserQuestionOption } from '@deepseek-ai/dsh-user-interaction'
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

/** Characters that leave no mark and take no room. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** What a person sees of a line: two lines with the same look cannot be told apart. */
function lookOf(line: string): string {
  const seen = line.replace(unseen, '').normalize('NFC')
  // To the eye, the blank Braille cell is a space.
  return seen.replace(/[\s\u2800]+/g, ' ').trim()
}

/**
 * The labels as shown, by position. What looks like another one, or like the editor's own `taken`, or shows nothing,
 * is told apart by its number.
 */
export function renderLabels(options: readonly AskUserQuestionOption[], taken: readonly string[] = []): string[] {
  const labels = options.map(({ label }) => sanitizeLine(label))
  const looks = labels.map(lookOf)
  const counts = new Map<string, number>()
  for (const look of [...looks, ...taken.map(lookOf)]) counts.set(look, (counts.get(look) ?? 0) + 1)
  const numbered = labels.map((label, index) => `${index + 1}. ${label}`.trim())
  const shown = labels.map((label, index) => {
    return !isBlank(label) && counts.get(looks[index] ?? '') === 1 ? label : (numbered[index] ?? '')
  })
  // A label may be just what another one with its number is; if all have theirs, none can be.
  return new Set(shown.map(lookOf)).size === shown.length ? shown : numbered
}
