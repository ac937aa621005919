/** What was or would be answered to a question, in the same look wherever it is shown. */
import { type ComponentChild, h } from 'preact'
import type { AskUserQuestionAnswerItem } from '@deepseek-ai/dsh-user-interaction/types'
import { isAnswered } from '../draft.ts'
import type { Look } from '../look.ts'
import { showLine, showText } from './words.ts'

/** Labels, words marked as typed, or that it is skipped. */
export function viewSaid(item: AskUserQuestionAnswerItem, skipped: string, { text }: Look): ComponentChild {
  if (!isAnswered(item)) return h('p', { class: 'said none' }, skipped)
  return h(
    'div',
    { class: 'said' },
    item.selected.map((label) => h('span', { class: 'chosen', dir: 'auto' }, showLine(label))),
    item.custom !== undefined
      && h('p', { class: 'typed', dir: 'auto' }, h('span', { class: 'tag' }, text.past.typed), showText(item.custom)),
  )
}
