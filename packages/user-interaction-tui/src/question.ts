/** A question as the form shows it: what is sanitised and named once, and looked up afterwards. Pure. */
import { sanitizeLine, sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'
import type { AskUserQuestionItem, AskUserQuestionOption } from '@deepseek-ai/dsh-user-interaction/types'
import { shortened } from './width.ts'

/** An option as it looks. The answer has `label` of the option itself, byte for byte. */
export interface ShownOption {
  /** Without the recommendation, which is shown as a badge. */
  readonly label: string
  /** With it, for where there is no room for a badge. */
  readonly full: string
  readonly description: string
  readonly recommended: boolean
  /** What is answered. */
  readonly answer: string
}

const recommendation = /\s*[(（]\s*(?:recommended|推荐)\s*[)）]\s*$/iu

const shownOptions = new WeakMap<AskUserQuestionOption, ShownOption>()

/** How an option looks. Kept, because there may be thousands. */
export function showOption(option: AskUserQuestionOption): ShownOption {
  const known = shownOptions.get(option)
  if (known) return known
  const full = sanitizeLine(option.label)
  const label = full.replace(recommendation, '')
  const shown = {
    label: label || full,
    full,
    description: option.description ? sanitizeLine(option.description) : '',
    recommended: label !== '' && label !== full,
    answer: option.label,
  }
  shownOptions.set(option, shown)
  return shown
}

/** The options of a question, none for free text. */
export function optionsOf({ options }: AskUserQuestionItem): readonly AskUserQuestionOption[] {
  return options ?? []
}

/** The question with its heading, as text of one or more lines. */
export function titleOf({ header, question }: AskUserQuestionItem): string {
  const text = sanitizeText(question).trim()
  return header ? `[${sanitizeLine(header)}] ${text}` : text
}

/** What a question is called where there is no room for it: its header if that is its alone, else its beginning. */
export function nameOf(
  { header, question }: AskUserQuestionItem,
  all: readonly AskUserQuestionItem[],
  width = 60,
): string {
  const own = header !== undefined && all.filter((other) => other.header === header).length === 1
  const text = sanitizeLine((own ? header : question).slice(0, 4 * width))
  return shortened(text.replace(/[\s?？:：.。]+$/u, ''), width)
}
