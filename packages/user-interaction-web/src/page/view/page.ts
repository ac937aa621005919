/** The whole page: the bar on top, what is open, what is settled. */
import { type ComponentChild, h } from 'preact'
import type { Look } from '../look.ts'
import type { Card, Past, State } from '../state.ts'
import { CardView } from './card.ts'
import { outcomeOf, PastView } from './past.ts'
import { showStart } from './words.ts'

/** Whether this browser may notify, as the driver knows it. */
export type Notify = 'absent' | 'off' | 'on' | 'blocked'

/** Draws the state. */
export function viewPage(state: State, notify: Notify, look: Look): ComponentChild {
  const { cards, past, connection } = state
  const { text } = look
  return h(
    'div',
    { class: 'page' },
    viewBar(state, notify, look),
    viewBanner(state, look),
    h(
      'main',
      {},
      h(
        'section',
        { class: 'open', 'aria-label': text.title },
        cards.map((card) => {
          return h(CardView, {
            key: card.number,
            card,
            waited: waitedOf(card, state, look),
            left: leftOf(card, state, look),
            look,
          })
        }),
        cards.length === 0 && connection !== 'connecting' && viewEmpty(state, look),
      ),
      past.length > 0
        && h(
          'section',
          { class: 'history', 'aria-labelledby': 'history' },
          h('h2', { id: 'history' }, text.history),
          past.map((entry) => h(PastView, { key: entry.number, past: entry, look })),
        ),
    ),
    h('p', { class: 'unseen', 'aria-live': 'polite', id: 'announcer' }, announcement(state, look)),
  )
}

/** What the tab is called. */
export function titleOf({ cards }: State, { text }: Look): string {
  return cards.length > 0 ? `(${cards.length}) ${text.title}` : text.title
}

/** What a screen reader is told of new cards, once for each batch that arrives. */
function announcement({ announced, cards }: State, { text }: Look): string {
  const [first, ...others] = announced.cards.filter(({ number }) => cards.some((card) => card.number === number))
  if (!first) return ''
  return text.announce(
    first.ask.agent && showStart(first.ask.agent, 40),
    showStart(first.ask.questions[0]?.question ?? '', 200),
    others.length,
  )
}

function viewBar({ cards, connection }: State, notify: Notify, { text, act }: Look): ComponentChild {
  return h(
    'header',
    { class: 'bar' },
    h('h1', {}, cards.length > 0 ? text.waiting(cards.length) : text.title),
    h('span', { class: `dot ${connection}`, title: connection === 'live' ? text.connection.live : undefined }),
    h('span', { class: 'space' }),
    notify === 'off'
      && h('button', { type: 'button', class: 'quiet', onClick: () => act({ kind: 'notify' }) }, text.notify.offer),
    notify === 'on' && h('span', { class: 'quietly' }, text.notify.on),
    notify === 'blocked' && h('span', { class: 'quietly' }, text.notify.blocked),
  )
}

function viewBanner({ connection, cards }: State, { text }: Look): ComponentChild {
  if (connection === 'live' || connection === 'connecting' || (connection === 'ended' && cards.length === 0))
    return null
  const words = connection === 'ended' && cards.length > 0 ? text.connection.endedOpen : text.connection[connection]
  return h('p', { class: `banner ${connection}`, role: 'status' }, words)
}

/** In place of cards. Only an answer from here is done; whatever else came last is named. */
function viewEmpty({ connection, past: [newest] }: State, look: Look): ComponentChild {
  const { text } = look
  const ended = connection === 'ended'
  const done = newest?.own === true && newest.settled.outcome === 'answered'
  return h(
    'div',
    { class: 'empty' },
    done && h('div', { class: 'mark', 'aria-hidden': true }, '✓'),
    h('p', { class: 'big', role: 'status' }, ended ? endingOf(done ? undefined : newest, look) : text.nothingOpen),
    h('p', {}, ended ? text.connection.endedHint : text.nothingOpenHint),
  )
}

function endingOf(last: Past | undefined, look: Look): string {
  const { connection, past } = look.text
  if (!last) return connection.ended
  const { outcome, surface } = last.settled
  const words = outcomeOf(last, look)
  return outcome === 'answered' || surface !== undefined ? words : past.nothingSent(words)
}

function waitedOf({ ask }: Card, { now }: State, { text }: Look): string {
  return text.card.waited(now - ask.askedAt)
}

function leftOf({ deadlineAt }: Card, { now }: State, { text }: Look): string | undefined {
  if (deadlineAt === undefined) return undefined
  return deadlineAt <= now ? text.card.timeUp : text.card.timeLeft(deadlineAt - now)
}
