/** The options of a question: one box or button each, its badge, and the way from it to words of one's own. */
import { Component, type ComponentChild, h } from 'preact'
import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction/types'
import type { Said } from '../draft.ts'
import type { Look } from '../look.ts'
import type { Card } from '../state.ts'
import { nameOf, showOption, showText } from './words.ts'

/** More options than that can be filtered. */
const mostUnfiltered = 12

/** What the options of a question are drawn from. */
export interface OptionsProps {
  readonly card: Card
  readonly question: AskUserQuestionItem
  readonly index: number
  readonly said: Said
  readonly look: Look
}

/** All options, in asked order; of a long list, those that somebody looks for and what is chosen. */
export class OptionsView extends Component<OptionsProps, { readonly filter: string }> {
  override state = { filter: '' }

  override render({ card, question, index, said, look }: OptionsProps): ComponentChild {
    const { options = [], multiSelect, intent } = question
    const { question: words } = look.text
    const own = !card.ask.onlyOptions
    const hint = multiSelect ? (own ? words.chooseMany : words.onlyMany) : own ? words.chooseOne : words.onlyOne
    const wanted = this.state.filter.trim().toLowerCase()
    const shown = options.flatMap((option, at) => {
      const picked = said.picked.includes(at)
      if (!picked && !`${option.label} ${option.description ?? ''}`.toLowerCase().includes(wanted)) return []
      const approves = intent !== undefined && option.label === intent.approve
      return viewOption({ card, question, index, at, picked, approves }, look)
    })
    return h(
      'fieldset',
      { class: 'options', 'aria-describedby': nameOf(card.number, 'question', index) },
      h('legend', { class: 'hint' }, hint),
      options.length > mostUnfiltered && this.viewFilter(words, shown.length, options.length),
      shown,
    )
  }

  private viewFilter(words: Look['text']['question'], shown: number, total: number): ComponentChild {
    const { filter } = this.state
    return h(
      'div',
      { class: 'filter', key: 'filter' },
      h('input', {
        type: 'search',
        value: filter,
        placeholder: words.filter,
        'aria-label': words.filter,
        autocomplete: 'off',
        onInput: ({ currentTarget }: InputEvent) => {
          if (currentTarget instanceof HTMLInputElement) this.setState({ filter: currentTarget.value })
        },
      }),
      h('span', { class: 'quietly', role: 'status' }, filter.trim() !== '' && words.filtered(shown, total)),
    )
  }
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
    { key: at, class: `option${picked ? ' picked' : ''}${approves ? ' approves' : ''}` },
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
