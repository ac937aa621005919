/** What the choices of a question are called in a form: no two of them look alike. Pure. */
import { isBlank, sanitizeLine } from '@deepseek-ai/dsh-user-interaction/text'

/** Characters that leave no mark and take no room. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** What a person sees of a line: two lines with the same look cannot be told apart. */
export function lookOf(line: string): string {
  const seen = line.replace(unseen, '').normalize('NFC')
  // To the eye, the blank Braille cell is a space.
  return seen.replace(/[\s\u2800]+/g, ' ').trim()
}

/** The labels as shown, by place. One that looks like another, or shows nothing, is shown with its number. */
export function titlesOf(options: readonly { readonly label: string }[]): string[] {
  const lines = options.map(({ label }) => sanitizeLine(label))
  const looks = lines.map(lookOf)
  const counts = new Map<string, number>()
  for (const look of looks) counts.set(look, (counts.get(look) ?? 0) + 1)
  const numbered = lines.map((line, place) => `${place + 1}. ${line}`.trim())
  const titles = lines.map((line, place) => {
    return !isBlank(line) && counts.get(looks[place] ?? '') === 1 ? line : (numbered[place] ?? '')
  })
  // A label may be just what another one with its number is; if all have theirs, none can be.
  return new Set(titles.map(lookOf)).size === titles.length ? titles : numbered
}
