/** Labels as a surface shows them, so that no two of them look alike. Pure; what is returned is the label itself. */
import { isBlank, sanitizeLine } from './text.ts'

/** Characters that leave no mark and take no room. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** What a person sees of a line: two lines with the same look cannot be told apart. */
export function lookOf(line: string): string {
  const seen = line.replace(unseen, '').normalize('NFC')
  // To the eye, the blank Braille cell is a space.
  return seen.replace(/[\s\u2800]+/g, ' ').trim()
}

/**
 * The labels of options as shown, by position. One that looks like another, or like what the surface shows beside them
 * (`taken`), or shows nothing, is told apart by its number.
 */
export function renderLabels(options: readonly { readonly label: string }[], taken: readonly string[] = []): string[] {
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
