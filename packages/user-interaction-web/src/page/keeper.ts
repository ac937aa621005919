/** Hands what is entered to the server, where it keeps that: soon after the last change, and before the page goes. */
import { encodeAnswer } from '../codec.ts'
import { answerOf, leaveAll } from './draft.ts'
import type { Card, State } from './state.ts'

/** How long after the last change, in milliseconds. */
const settleMs = 400

/** What a browser still sends when the page goes has at most about so many bytes. */
const largestDraft = 60_000

/** Sends a draft on its way. */
export type PostDraft = (id: string, body: string) => void

/** To be called with every state and the one before it. */
export function createKeeper(post: PostDraft): (state: State, before: State) => void {
  const changed = new Set<string>()
  const posted = new Map<string, string>()
  let latest: readonly Card[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = (): void => {
    clearTimeout(timer)
    for (const { ask, draft, sending } of latest) {
      if (!changed.has(ask.id) || sending) continue
      const body = encodeAnswer(answerOf(ask.questions, leaveAll(draft)), undefined)
      if (body.length > largestDraft || posted.get(ask.id) === body) continue
      posted.set(ask.id, body)
      post(ask.id, body)
    }
    changed.clear()
  }
  addEventListener('pagehide', flush)
  return ({ cards }, before) => {
    latest = cards
    const known = new Map(before.cards.map((card) => [card.ask.id, card.draft]))
    for (const { ask, draft } of cards) {
      const was = known.get(ask.id)
      if (ask.keepsDrafts && was && was.said !== draft.said) changed.add(ask.id)
    }
    for (const id of posted.keys()) if (!cards.some(({ ask }) => ask.id === id)) posted.delete(id)
    if (changed.size === 0) return
    clearTimeout(timer)
    timer = setTimeout(flush, settleMs)
  }
}
