/** One open ask: who asks, how long it has been, its questions one at a time, and the way out of each. */
import { Component, type ComponentChild, h } from 'preact'
import { isAnswered, itemOf, saidTo } from '../draft.ts'
import type { Look } from '../look.ts'
import type { Card } from '../state.ts'
import { viewDecline, viewReply } from './panels.ts'
import { viewQuestion } from './question.ts'
import { viewReview } from './review.ts'
import { nameOf, showLine, showStart } from './words.ts'

/** What a card is drawn from; drawn again only when one of them is another. */
export interface CardProps {
  readonly card: Card
  readonly waited: string
  readonly left: string | undefined
  readonly look: Look
}

/** A card. */
export class CardView extends Component<CardProps> {
  override shouldComponentUpdate(next: CardProps): boolean {
    const { card, waited, left } = this.props
    return card !== next.card || waited !== next.waited || left !== next.left
  }

  override render({ card, waited, left, look }: CardProps): ComponentChild {
    const { number, draft, ask, sending, failure } = card
    const title = nameOf(number, 'card')
    return h(
      'article',
      {
        class: `card${draft.folded ? ' folded' : ''}`,
        'aria-labelledby': title,
        'aria-busy': sending,
        'data-card': number,
      },
      viewTop(card, title, waited, left, look),
      !draft.folded
        && h(
          'fieldset',
          { class: 'body', disabled: sending },
          ask.questions.length > 1 && viewSteps(card, look),
          viewBody(card, look),
          failure
            && h(
              'p',
              { class: 'failure', role: 'alert' },
              [look.text.failure[failure.why], failure.message].filter(Boolean).join(' '),
            ),
          sending && h('p', { class: 'sending', role: 'status' }, look.text.send.sending),
          draft.panel === 'ask' && viewExits(card, look),
        ),
    )
  }
}

function viewTop(
  card: Card,
  title: string,
  waited: string,
  left: string | undefined,
  { text, act }: Look,
): ComponentChild {
  const { ask, draft } = card
  const who = ask.agent === undefined ? text.card.asked : text.card.askedBy(showStart(ask.agent, 60))
  const first = ask.questions[0]
  return h(
    'header',
    { class: 'top' },
    h(
      'p',
      { class: 'who', id: title },
      h('strong', { dir: 'auto' }, who),
      h('span', { class: 'waited' }, waited),
      draft.folded && h('span', { class: 'peek', dir: 'auto' }, showStart(first?.question ?? '')),
    ),
    left !== undefined && h('span', { class: 'left', title: text.card.timeLeftHint }, left),
    h(
      'button',
      {
        type: 'button',
        class: 'fold',
        'aria-expanded': !draft.folded,
        'aria-label': draft.folded ? text.card.unfold : text.card.fold,
        title: draft.folded ? text.card.unfold : text.card.fold,
        onClick: () => act({ kind: 'fold', id: ask.id }),
      },
      h('span', { 'aria-hidden': true }),
    ),
  )
}

/** More questions than that stand in one row that scrolls. */
const mostInRows = 8

/** In place of the number, where there is something to say. */
const marks: Readonly<Record<string, string>> = { answered: '✓', skipped: '–' }

function viewSteps({ ask, draft }: Card, { text, act }: Look): ComponentChild {
  const { id, questions } = ask
  const steps = questions.map((question, index) => {
    const said = saidTo(draft, index)
    const state = said.skipped ? 'skipped' : isAnswered(itemOf(question, said)) ? 'answered' : 'open'
    const here = draft.panel === 'ask' && draft.at === index
    const name = question.header ? showLine(question.header) : undefined
    return h(
      'li',
      { key: index },
      h(
        'button',
        {
          type: 'button',
          class: `step ${state}${here ? ' here' : ''}`,
          'aria-current': here ? 'step' : undefined,
          onClick: () => act({ kind: 'go', id, at: index }),
        },
        h('span', { class: 'mark', 'aria-hidden': true }, marks[state] ?? index + 1),
        name !== undefined && h('span', { class: 'name', dir: 'auto' }, name),
        h('span', { class: 'unseen' }, text.card.tab(index + 1, questions.length, text.card.tabState[state])),
      ),
    )
  })
  const here = draft.panel === 'ask' && draft.at === questions.length
  return h(
    'div',
    { class: `steps${questions.length > mostInRows ? ' many' : ''}`, role: 'group', 'aria-label': text.card.questions },
    h(
      'ol',
      {},
      steps,
      h(
        'li',
        { key: 'review', class: 'last' },
        h(
          'button',
          {
            type: 'button',
            class: `step end${here ? ' here' : ''}`,
            'aria-current': here ? 'step' : undefined,
            onClick: () => act({ kind: 'go', id, at: questions.length }),
          },
          text.card.review,
        ),
      ),
    ),
  )
}

function viewBody(card: Card, look: Look): ComponentChild {
  const { draft, ask } = card
  if (draft.panel === 'decline') return viewDecline(card, look)
  if (draft.panel === 'reply') return viewReply(card, look)
  return draft.at >= ask.questions.length ? viewReview(card, look) : viewQuestion(card, draft.at, look)
}

function viewExits({ ask: { id, questions, onlyOptions } }: Card, { text, act }: Look): ComponentChild {
  return h(
    'footer',
    { class: 'exits' },
    questions.length > 1
      && !onlyOptions
      && h(
        'button',
        { type: 'button', class: 'link', onClick: () => act({ kind: 'panel', id, panel: 'reply' }) },
        text.reply.open,
      ),
    h(
      'button',
      { type: 'button', class: 'link decline', onClick: () => act({ kind: 'panel', id, panel: 'decline' }) },
      text.decline.open,
    ),
  )
}
