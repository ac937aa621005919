/** The driver: the state of the page, what changes it, and where it is drawn. All decisions are made elsewhere. */
import { langOf } from '@deepseek-ai/dsh-user-interaction/lang'
import type { AskUserQuestionAnswer } from '@deepseek-ai/dsh-user-interaction/types'
import { h, render } from 'preact'
import { messages } from '../messages.ts'
import type { WireEvent } from '../codec.ts'
import { createQuiet, guardClicks, guardEnter, layoutOf, type Quiet, watchLife } from './care.ts'
import { answerOf, isAnswered, isOnlyBegun, itemOf, replyOf, saidTo } from './draft.ts'
import { createKeeper } from './keeper.ts'
import type { Intent, Look } from './look.ts'
import { noticeState, requestNotice, showNotice } from './notice.ts'
import { type Action, type Card, createState, reduce } from './state.ts'
import { createSaver, loadDrafts } from './storage.ts'
import { titleOf, viewPage } from './view/page.ts'
import { connect, postAlive, postAnswer, postDecline, postDraft, type Refused } from './wire.ts'

/** How long after the server took an answer its news may take, in milliseconds. */
const newsMs = 5000

/** Clocks that differ by less are taken for the same, in milliseconds. */
const oneClockMs = 2000

const root = document.querySelector('#page') ?? document.body
const text = messages[langOf(document.documentElement.lang)]
const look: Look = { text, act, coarse: matchMedia('(pointer: coarse)').matches }
const save = createSaver()
const keep = createKeeper((id, body) => void postDraft(id, body))
const [settling, texts, picks] = [newQuiet(), newQuiet(), newQuiet()]
guardClicks(settling)
guardEnter(texts)

let state = createState(Date.now(), loadDrafts())
let notify = noticeState()
/** The server's clock minus this one. */
let ahead = 0

function dispatch(...actions: readonly Action[]): void {
  const before = state
  state = actions.reduce(reduce, state)
  if (state === before) return
  const focused = document.activeElement
  draw()
  if (state.cards !== before.cards || state.past !== before.past) save(state)
  if (state.cards !== before.cards) keep(state, before)
  const gone = before.cards.filter(({ number }) => !state.cards.some((card) => card.number === number))
  // Where a card with the focus has gone, the focus goes to what became of it.
  if (focused && focused !== document.body && !focused.isConnected && gone.length > 0) {
    document.querySelector<HTMLElement>('.past summary')?.focus()
  }
  if (state.announced.count !== before.announced.count) notice(state.announced.cards)
}

function newQuiet(): Quiet {
  return createQuiet(() => performance.now())
}

function draw(): void {
  document.title = titleOf(state, look)
  render(h('div', {}, viewPage(state, notify, look)), root)
  const views = state.cards.map(({ number, draft: { at, panel, folded } }) => [number, at, panel, folded])
  settling.place(layoutOf(document.querySelectorAll<HTMLElement>('.card'), views))
}

function notice(cards: readonly Card[]): void {
  const [first] = cards
  if (first) showNotice(text.notification(first.ask.agent), first.ask.id)
}

function act(action: Action | Intent): void {
  switch (action.kind) {
    case 'send':
      return withCard(action.id, (card) => void send(card, answerOf(card.ask.questions, card.draft)))
    case 'sendReply':
      return withCard(action.id, (card) => void send(card, replyOf(card.ask.questions, card.draft)))
    case 'decline':
      return withCard(action.id, (card) => void settle(card, postDecline(card.ask.id)))
    case 'enter':
      return withCard(action.id, enter)
    case 'but':
      dispatch({ kind: 'begin', id: action.id, question: action.question, start: action.text })
      return withCard(action.id, ({ number }) => focus(number, '.field textarea'))
    case 'leave':
      return withCard(action.id, leave)
    case 'pick':
      return withCard(action.id, (card) => {
        if (!isAgain(card, action)) dispatch(action)
      })
    case 'notify':
      return void requestNotice().then((now) => {
        notify = now
        draw()
      })
    case 'go':
    case 'panel':
      dispatch(action)
      return withCard(action.id, ({ number, draft }) => focus(number, draft.panel === 'reply' ? 'textarea' : '.asked'))
    default:
      dispatch(action)
  }
}

/** A card that is being sent takes no more orders. */
function withCard(id: string, order: (card: Card) => void): void {
  const card = state.cards.find(({ ask }) => ask.id === id)
  if (card && !card.sending) order(card)
}

function enter(card: Card): void {
  const { ask, draft } = card
  const question = ask.questions[draft.at]
  const said = saidTo(draft, draft.at)
  if (!question || isOnlyBegun(said)) return
  if (ask.questions.length > 1) act({ kind: 'go', id: ask.id, at: draft.at + 1 })
  else if (isAnswered(itemOf(question, said))) act({ kind: 'send', id: ask.id })
}

/** A beginning that is gone brings back what was chosen before: a click that comes with that is not for it. */
function leave({ ask: { id }, draft }: Card): void {
  if (!draft.said.some(isOnlyBegun)) return
  dispatch({ kind: 'leave', id })
  settling.stir()
}

/** Whether it is the second half of a double click, or a click that has just brought the choice back. */
function isAgain({ ask, draft }: Card, { question, option }: Extract<Action, { kind: 'pick' }>): boolean {
  const again = !ask.questions[question]?.multiSelect && saidTo(draft, question).picked.includes(option)
  if (again && picks.isSoon()) return true
  picks.stir()
  return again && settling.isSoon()
}

function send(card: Card, answer: AskUserQuestionAnswer): Promise<void> {
  return settle(card, postAnswer(card.ask.id, answer, card.ask.agent))
}

async function settle({ ask: { id } }: Card, request: Promise<Refused | undefined>): Promise<void> {
  dispatch({ kind: 'sending', id })
  const refused = await request
  if (refused) return dispatch({ kind: 'failed', id, ...refused })
  dispatch({ kind: 'confirmed', id })
  // The news comes on the stream. Without it the card must not be stuck.
  setTimeout(() => dispatch({ kind: 'failed', id, why: 'unconfirmed' }), newsMs)
}

function focus(card: number, what: string): void {
  const element = document.querySelector<HTMLElement>(`[data-card="${card}"] ${what}`)
  const here = element?.closest('.card')?.querySelector<HTMLElement>('.steps .here')
  const row = here?.closest('ol')
  if (here && row) row.scrollLeft = here.offsetLeft - row.clientWidth / 2
  element?.focus({ preventScroll: what === '.asked' })
  element?.scrollIntoView({ block: 'nearest' })
  if (element instanceof HTMLTextAreaElement) element.setSelectionRange(element.value.length, element.value.length)
}

/** A small difference is the time that the news took: both clocks are one then, or set by the same. */
function skewOf(theirs: number): number {
  const skew = theirs - Date.now()
  return Math.abs(skew) < oneClockMs ? 0 : skew
}

function clock(): Action {
  return { kind: 'tick', now: Date.now() + ahead }
}

function tick(): void {
  dispatch(clock())
}

draw()
connect({
  event(event: WireEvent) {
    if (event.kind === 'beat') ahead = skewOf(event.now)
    dispatch(clock(), { kind: 'event', event })
  },
  connection: (connection) => {
    // A goodbye is the last word until somebody is there again.
    if (state.connection !== 'ended' || connection === 'live') dispatch({ kind: 'connection', connection })
  },
})
watchLife((number) => {
  const card = state.cards.find((shown) => shown.number === number)
  if (card?.deadlineAt !== undefined) void postAlive(card.ask.id)
})
setInterval(tick, 1000)
document.addEventListener('visibilitychange', tick)
