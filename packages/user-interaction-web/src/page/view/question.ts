/** One question of a card: heading, text, detail, options, words of one's own, and the ways on from it. */
import { type ComponentChild, h } from 'preact'
import { isAnswered, itemOf, saidTo } from '../draft.ts'
import type { Look } from '../look.ts'
import type { Card } from '../state.ts'
import { viewDetail } from './detail.ts'
import { viewField } from './field.ts'
import { OptionsView } from './options.ts'
import { nameOf, showLine, showText } from './words.ts'

/** The question that is up. */
export function viewQuestion(card: Card, index: number, look: Look): ComponentChild {
  const { ask, draft, number } = card
  const question = ask.questions[index]
  if (!question) return null
  const said = saidTo(draft, index)
  const { header, detail, options, intent } = question
  return h(
    'div',
    { class: `question${intent ? ' plan' : ''}`, key: index },
    header && h('p', { class: 'header', dir: 'auto' }, showLine(header)),
    h(
      'h2',
      { class: 'asked', id: nameOf(number, 'question', index), tabIndex: -1, dir: 'auto' },
      viewParagraphs(showText(question.question)),
    ),
    detail
      && h(
        'section',
        { class: 'detail', 'aria-label': intent ? look.text.card.plan : undefined },
        intent && h('p', { class: 'detail-title' }, look.text.card.plan),
        viewDetail(detail),
      ),
    said.earlier && h('p', { class: 'earlier' }, look.text.question.earlier),
    options && h(OptionsView, { card, question, index, said, look }),
    !(ask.onlyOptions && options) && viewField(card, question, index, said, look),
    said.skipped && h('p', { class: 'skipped-note' }, look.text.question.skippedNote),
    viewWays(card, index, look),
  )
}

/** Beyond it a paragraph is no heading, in characters. */
const longestHeading = 240

/** Only a first paragraph that is short looks like a heading; all of it is the question. */
function viewParagraphs(text: string): ComponentChild {
  const [first = '', ...rest] = text.split(/\n\s*\n/)
  if (first.length > longestHeading) return h('span', { class: 'rest' }, text)
  if (rest.length === 0) return text
  return [first, h('span', { class: 'rest' }, rest.join('\n\n'))]
}

function viewWays({ ask, draft }: Card, index: number, { text, act }: Look): ComponentChild {
  const { id, questions } = ask
  const question = questions[index]
  if (!question) return null
  const said = saidTo(draft, index)
  const several = questions.length > 1
  const last = index === questions.length - 1
  const ready = said.skipped || isAnswered(itemOf(question, said))
  const primary = several
    ? h(
        'button',
        { type: 'button', class: 'primary', onClick: () => act({ kind: 'go', id, at: index + 1 }) },
        last ? text.send.toReview : text.send.next,
      )
    : h(
        'button',
        {
          type: 'button',
          class: 'primary',
          'data-settles': true,
          'aria-disabled': !ready,
          title: ready ? undefined : text.send.needsAnswer,
          onClick: () => ready && act({ kind: 'send', id }),
        },
        said.skipped ? text.send.sendSkipped : text.send.send,
      )
  return h(
    'div',
    { class: 'ways' },
    several
      && index > 0
      && h('button', { type: 'button', onClick: () => act({ kind: 'go', id, at: index - 1 }) }, text.send.back),
    h(
      'button',
      {
        type: 'button',
        class: 'quiet skip',
        'aria-pressed': said.skipped,
        onClick: () => {
          act({ kind: 'skip', id, question: index })
          if (several && !said.skipped) act({ kind: 'go', id, at: index + 1 })
        },
      },
      said.skipped ? text.question.unskip : text.question.skip,
    ),
    h('span', { class: 'space' }),
    primary,
  )
}
