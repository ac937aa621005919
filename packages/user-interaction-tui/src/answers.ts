/** An answer in words, as review and receipt have it. Pure. */
import { sanitizeLine, sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'
import type { AskUserQuestionAnswerItem } from '@deepseek-ai/dsh-user-interaction/types'
import type { Messages } from './messages/messages.ts'
import { shortened } from './width.ts'

/** How many cells of somebody's words stand in a brief answer. */
const brief = 200

/** An answer on one line; a line end in somebody's words shows as a sign. */
export function describeAnswer({ selected, custom }: AskUserQuestionAnswerItem, text: Messages): string {
  const words = custom === undefined ? undefined : sanitizeText(custom.slice(0, 4 * brief)).replace(/\t/g, ' ')
  return joined(selected, words && shortened(words.replace(/\n/g, '↵'), brief), text)
}

/** An answer to its last word, on as many lines as it has. */
export function describeWhole({ selected, custom }: AskUserQuestionAnswerItem, text: Messages): string {
  return joined(selected, custom && sanitizeText(custom).replace(/\t/g, ' '), text)
}

function joined(selected: readonly string[], words: string | undefined, text: Messages): string {
  const parts = selected.map(sanitizeLine)
  if (words !== undefined) parts.push(text.quoted(words))
  return parts.length > 0 ? parts.join('; ') : text.skipped
}
