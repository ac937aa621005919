/** The whole page as data, and every step from one state to the next. Pure: no clock, no network, no storage. */
import type { AskUserQuestionAnswer } from '@deepseek-ai/dsh-user-interaction/types'
import type { WireAsk, WireEvent, WireSettled } from '../codec.ts'
import { createDraft, type Draft, draftOf, isUntouched } from './draft.ts'
import { redraft, type Step } from './steps.ts'

/** Why a card is back after it was sent. */
export type Failure = 'offline' | 'unconfirmed' | 'refused' | 'rejected' | 'settled' | 'notKept'

/** An open ask on the page. */
export interface Card {
  readonly ask: WireAsk
  /** Counts the cards of this page; the only part of an element's name that differs between cards. */
  readonly number: number
  /** Milliseconds since the epoch, by the server's clock. */
  readonly deadlineAt?: number | undefined
  readonly draft: Draft
  readonly sending: boolean
  /** Whether the server has said that it is this page's answer that settles it. */
  readonly confirmed: boolean
  readonly failure?: { readonly why: Failure; readonly message?: string } | undefined
}

/** A settled ask on the page. */
export interface Past {
  readonly settled: WireSettled
  readonly number: number
  /** What this page still holds of it, to show what was typed and not sent. */
  readonly draft?: Draft | undefined
  /** Whether it was sent from here. */
  readonly own: boolean
  /** Whether it was open here until something else settled it; not yet known while this page's own word is on its way. */
  readonly lost: boolean
}

/** How the page is connected: `refused` where the server does not know this browser, `ended` where it said goodbye. */
export type Connection = 'connecting' | 'live' | 'lost' | 'refused' | 'ended'

/** Everything that the page shows. */
export interface State {
  readonly connection: Connection
  /** The server's clock, as far as the page knows it. */
  readonly now: number
  /** In asked order. */
  readonly cards: readonly Card[]
  /** The newest first. */
  readonly past: readonly Past[]
  /** What a screen reader is told, and how often it was told something. */
  readonly announced: { readonly cards: readonly Card[]; readonly count: number }
  /** Drafts from before a reload, by ask id. */
  readonly kept: ReadonlyMap<string, Draft>
  readonly numbers: number
}

/** What happens. */
export type Action =
  | { readonly kind: 'event'; readonly event: WireEvent }
  | { readonly kind: 'connection'; readonly connection: Connection }
  | { readonly kind: 'tick'; readonly now: number }
  | Step
  | { readonly kind: 'sending'; readonly id: string }
  | { readonly kind: 'confirmed'; readonly id: string }
  | { readonly kind: 'failed'; readonly id: string; readonly why: Failure; readonly message?: string }

/** So many settled asks stay, also those that the server has forgotten. */
const mostPast = 100

/** Nothing known yet. */
export function createState(now: number, kept: ReadonlyMap<string, Draft>): State {
  return { connection: 'connecting', now, cards: [], past: [], announced: { cards: [], count: 0 }, kept, numbers: 0 }
}

/** The next state; the same object where nothing changes. */
export function reduce(state: State, action: Action): State {
  switch (action.kind) {
    case 'event':
      return onEvent(state, action.event)
    case 'connection':
      return state.connection === action.connection ? state : { ...state, connection: action.connection }
    case 'tick':
      return { ...state, now: action.now }
    case 'sending':
      return change(state, action.id, (card) => ({ ...card, sending: true, failure: undefined }))
    case 'confirmed':
      return confirm(state, action.id)
    case 'failed': {
      const { why, message, id } = action
      const past = state.past.map((entry) => (entry.settled.id === id && !entry.own ? { ...entry, lost: true } : entry))
      return change({ ...state, past }, id, (card) => {
        return { ...card, sending: false, failure: { why, ...(message !== undefined && { message }) } }
      })
    }
    default:
      return change(state, action.id, (card) =>
        card.sending ? card : { ...card, draft: redraft(card.ask, card.draft, action) },
      )
  }
}

function onEvent(state: State, event: WireEvent): State {
  switch (event.kind) {
    case 'snapshot':
      return merge({ ...state, connection: 'live' }, event)
    case 'asked':
      return add(revive(state, new Set([event.ask.id])), [event.ask], {
        deadlines: event.deadlineAt === undefined ? {} : { [event.ask.id]: event.deadlineAt },
        drafts: event.draft ? { [event.ask.id]: event.draft } : {},
      })
    case 'settled':
      return settle(state, [event.settled])
    case 'deadline':
      return change(state, event.id, (card) => ({ ...card, deadlineAt: event.deadlineAt }))
    case 'bye':
      return { ...state, connection: 'ended' }
    case 'beat':
      return { ...state, now: event.now }
  }
}

/** Brings the page in line with the server by ids: nothing lost, doubled, or left behind. */
function merge(state: State, { open, deadlines, drafts, settled }: Extract<WireEvent, { kind: 'snapshot' }>): State {
  const ids = new Set(open.map(({ id }) => id))
  const known = new Set(settled.map(({ id }) => id))
  // A server that began anew knows nothing of what it never saw; what was typed here stays readable all the same.
  const gone = state.cards.filter(({ ask }) => !ids.has(ask.id) && !known.has(ask.id))
  const lost = gone.map(({ ask }): WireSettled => ({ ...ask, outcome: 'aborted', settledAt: state.now }))
  const next = add(settle(revive(state, ids), [...lost, ...settled.toReversed()]), open, { deadlines, drafts })
  const order = new Map(open.map(({ id }, index) => [id, index]))
  const cards = next.cards
    .map((card) => {
      const deadlineAt = deadlines[card.ask.id]
      // The agent is reached again.
      const failure = card.failure?.why === 'offline' ? undefined : card.failure
      return card.deadlineAt === deadlineAt && card.failure === failure ? card : { ...card, deadlineAt, failure }
    })
    .toSorted((a, b) => (order.get(a.ask.id) ?? 0) - (order.get(b.ask.id) ?? 0))
  return { ...next, cards }
}

/** What is open again, under the same id, is no longer past; what was typed for it goes on from there. */
function revive(state: State, ids: ReadonlySet<string>): State {
  const again = state.past.filter(({ settled }) => ids.has(settled.id))
  if (again.length === 0) return state
  const kept = new Map(state.kept)
  for (const { settled, draft } of again) if (draft) kept.set(settled.id, draft)
  return { ...state, past: state.past.filter((entry) => !again.includes(entry)), kept }
}

type More = Pick<Extract<WireEvent, { kind: 'snapshot' }>, 'deadlines' | 'drafts'>

function add(state: State, asks: readonly WireAsk[], { deadlines, drafts }: More): State {
  const shown = new Set(state.cards.map(({ ask }) => ask.id))
  const fresh = asks.filter(({ id }) => !shown.has(id))
  if (fresh.length === 0) return state
  const added = fresh.map((ask, index): Card => {
    const draft = fitting(ask, state.kept.get(ask.id), drafts[ask.id])
    return {
      ask,
      number: state.numbers + index,
      deadlineAt: deadlines[ask.id],
      draft,
      sending: false,
      confirmed: false,
    }
  })
  return {
    ...state,
    cards: [...state.cards, ...added],
    announced: { cards: added, count: state.announced.count + 1 },
    numbers: state.numbers + added.length,
  }
}

/** A draft of this tab from before the reload, if it is one of these questions; else what the server has kept. */
function fitting({ questions }: WireAsk, own: Draft | undefined, kept: AskUserQuestionAnswer | undefined): Draft {
  if (own?.said.length === questions.length && !(kept && isUntouched(own))) return own
  return kept ? draftOf(questions, kept) : createDraft(questions)
}

function settle(state: State, all: readonly WireSettled[]): State {
  let { cards, numbers } = state
  const known = new Set(state.past.map(({ settled }) => settled.id))
  const added: Past[] = []
  for (const settled of all) {
    if (known.has(settled.id)) continue
    known.add(settled.id)
    const card = cards.find(({ ask }) => ask.id === settled.id)
    const draft = card?.draft ?? state.kept.get(settled.id)
    const { number = numbers++, confirmed: own = false, sending = false } = card ?? {}
    added.push({ settled, number, draft, own, lost: card !== undefined && !own && !sending })
    if (card) cards = cards.filter((other) => other !== card)
  }
  if (added.length === 0) return state
  return { ...state, cards, past: [...added.toReversed(), ...state.past].slice(0, mostPast), numbers }
}

/** The confirmation and the news that it is settled come on two ways, in either order. */
function confirm(state: State, id: string): State {
  const past = state.past.map((entry) => (entry.settled.id === id ? { ...entry, own: true } : entry))
  return change({ ...state, past }, id, (card) => ({ ...card, confirmed: true }))
}

function change(state: State, id: string, step: (card: Card) => Card): State {
  const index = state.cards.findIndex(({ ask }) => ask.id === id)
  const card = state.cards[index]
  return card ? { ...state, cards: state.cards.with(index, step(card)) } : state
}
