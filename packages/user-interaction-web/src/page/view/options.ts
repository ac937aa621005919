/** The options of a question: one box or button each, its badge, and the way from it to words of one's own. */
import { type ComponentChild, h } from 'preact'
import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction/types'
import type { Said } from '../draft.ts'
import type { Look } from '../look.ts'
import type { Card } from '../state.ts'
import { nameOf, showOption, showText } from './words.ts'

/** All options, in asked order. */
export function viewOptions(
  card: Card,
  question: AskUserQuestionItem,
  index: number,
  said: Said,
  look: Look,
): ComponentChild {
  const { options = [], multiSelect, intent } = question
  const { question: words } = look.text
  const own = !card.ask.onlyOptions
  const hint = multiSelect ? (own ? words.chooseMany : words.onlyMany) : own ? words.chooseOne : words.onlyOne
  return h(
    'fieldset',
    { class: 'options', 'aria-describedby': nameOf(card.number, 'question', index) },
    h('legend', { class: 'hint' }, hint),
    options.map((option, at) => {
      const approves = intent !== undefined && option.label === intent.approve
      return viewOption({ card, question, index, at, picked: said.picked.includes(at), approves }, look)
    }),
  )
}

interface One {
  readonly card: Card
  readonly question: AskUserQuestionItem
  readonly index: number
  readonly at: number
  readonly picked: boolean
  readonly approves: boolean
}

function viewOption({ card, question, index, at, picked, approves }: One, { text, act }: Look): ComponentChild {
  const option = question.options?.[at]
  if (!option) return null
  const { id } = card.ask
  const { label, recommended } = showOption(option)
  const name = nameOf(card.number, 'choice', index)
  const described = nameOf(card.number, `about${index}-`, at)
  return h(
    'div',
    { class: `option${picked ? ' picked' : ''}${approves ? ' approves' : ''}` },
    h(
      'label',
      {},
      h('input', {
        type: question.multiSelect ? 'checkbox' : 'radio',
        name,
        checked: picked,
        'aria-describedby': option.description ? described : undefined,
        onClick: () => act({ kind: 'pick', id, question: index, option: at }),
      }),
      h(
        'span',
        { class: 'option-text' },
        h(
          'span',
          { class: 'option-label', dir: 'auto' },
          label,
          recommended && h('span', { class: 'badge' }, text.question.recommended),
        ),
        option.description
          && h('span', { class: 'option-about', id: described, dir: 'auto' }, showText(option.description)),
      ),
    ),
    !card.ask.onlyOptions
      && h(
        'button',
        {
          type: 'button',
          class: 'but',
          onClick: () => act({ kind: 'but', id, question: index, text: text.question.butText(label) }),
        },
        text.question.but,
        h('span', { class: 'unseen' }, label),
      ),
  )
}
