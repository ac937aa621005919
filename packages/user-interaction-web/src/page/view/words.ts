/** Text of a model on its way to the screen, and the names of elements. Pure. */
import { isBlank, sanitizeLine, sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'
import type { AskUserQuestionOption } from '@deepseek-ai/dsh-user-interaction/types'

/** An option as it looks. */
export interface Shown {
  readonly label: string
  readonly recommended: boolean
}

const recommended = /\s*[(（](?:recommended|推荐)[)）]\s*$/iu

/** The label without the mark that becomes a badge; what is sent keeps it. */
export function showOption({ label }: AskUserQuestionOption): Shown {
  const full = showLine(label)
  const short = full.replace(recommended, '')
  return short === '' || short === full ? { label: full, recommended: false } : { label: short, recommended: true }
}

/** Text on several lines. */
export function showText(text: string): string {
  return sanitizeText(text)
}

/** Text on one line; never nothing. */
export function showLine(text: string): string {
  return isBlank(text) ? '…' : sanitizeLine(text)
}

/** The beginning of a text on one line. */
export function showStart(text: string, most = 80): string {
  const line = showLine(text)
  const characters = Array.from(line.slice(0, most * 2))
  return characters.length > most ? `${characters.slice(0, most).join('').trimEnd()}…` : line
}

/** The id of an element. It is counted, never made of what an agent chose. */
export function nameOf(card: number, part: string, index = 0): string {
  return `c${card}-${part}${index}`
}
