/** The page's state: whatever the order of events, no card is lost, doubled or left behind, and no draft either. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WireAsk, WireEvent, WireSettled } from '../src/codec.ts'
import { type Action, createState, reduce, type State } from '../src/page/state.ts'

const ask = (id: string): WireAsk => ({ id, askedAt: 1, questions: [{ id: 'q', question: `${id}?` }] })
const settled = (id: string): WireSettled => ({ ...ask(id), outcome: 'answered', settledAt: 2 })
const event = (given: WireEvent): Action => ({ kind: 'event', event: given })
const asked = (id: string): Action => event({ kind: 'asked', ask: ask(id) })
const snapshot = (open: string[], past: string[] = []): Action => {
  return event({ kind: 'snapshot', v: 1, open: open.map(ask), deadlines: {}, drafts: {}, settled: past.map(settled) })
}
const typed = (id: string, text: string): Action => ({ kind: 'type', id, question: 0, text })
const run = (...actions: Action[]): State => actions.reduce(reduce, createState(0, new Map()))
const idsOf = ({ cards }: State): string[] => cards.map((card) => card.ask.id)
const pastOf = ({ past }: State): string[] => past.map((entry) => entry.settled.id)

describe('the state', () => {
  it('merges a snapshot by id and keeps drafts, numbers and order', () => {
    const state = run(asked('a'), asked('b'), typed('a', 'mine'), snapshot(['c', 'a']))
    expect(idsOf(state)).toEqual(['c', 'a'])
    expect(state.cards[1]).toMatchObject({ number: 0, draft: { said: [{ text: 'mine' }] } })
    expect(pastOf(state)).toEqual(['b'])
  })

  it('keeps what was typed for an ask that a new server knows nothing of', () => {
    const state = run(asked('a'), typed('a', 'mine'), snapshot([]))
    expect(state.past[0]).toMatchObject({ settled: { outcome: 'aborted' }, draft: { said: [{ text: 'mine' }] } })
  })

  it('shows an ask again that is handed over under the same id, with its draft', () => {
    const state = run(asked('a'), typed('a', 'mine'), event({ kind: 'settled', settled: settled('a') }), asked('a'))
    expect([idsOf(state), pastOf(state)]).toEqual([['a'], []])
    expect(state.cards[0]?.draft.said[0]?.text).toBe('mine')
  })

  it('fills in what the server kept where this page has nothing, and never over what it has', () => {
    const draft = { answers: [{ id: 'q', selected: [], custom: 'theirs' }] }
    const said = (state: State): unknown => state.cards[0]?.draft.said[0]
    const offered = event({ kind: 'asked', ask: ask('a'), draft })
    const listed = event({ kind: 'snapshot', v: 1, open: [ask('a')], deadlines: {}, drafts: { a: draft }, settled: [] })
    for (const first of [offered, listed]) {
      expect(said(run(first))).toMatchObject({ text: 'theirs', earlier: true })
      expect(said(run(first, typed('a', 'mine'), listed))).toMatchObject({ text: 'mine' })
      expect(
        said(run(asked('a'), typed('a', 'mine'), event({ kind: 'settled', settled: settled('a') }), first)),
      ).toMatchObject({ text: 'mine' })
      expect(said(run(asked('a'), event({ kind: 'settled', settled: settled('a') }), first))).toMatchObject({
        text: 'theirs',
      })
    }
  })

  it('announces each new card once, and none that it has shown before', () => {
    const state = run(snapshot(['a', 'b']), snapshot(['a', 'b']), asked('c'), asked('c'), snapshot(['a', 'b', 'c']))
    expect(state.announced.count).toBe(2)
    expect(state.announced.cards.map((card) => card.ask.id)).toEqual(['c'])
  })

  it('takes up a draft from before the reload, unless it belongs to other questions', () => {
    const said = [{ picked: [], text: 'kept', aside: false, skipped: false }]
    const draft = { at: 0, said, panel: 'ask' as const, reply: '', folded: false }
    const kept = new Map([
      ['a', draft],
      ['b', { ...draft, said: [...said, ...said] }],
    ])
    const state = [asked('a'), asked('b')].reduce(reduce, createState(0, kept))
    expect(state.cards.map((card) => card.draft.said[0]?.text)).toEqual(['kept', ''])
  })

  it('lets nothing change a card that is being sent, and has it back with its draft when that fails', () => {
    const state = run(asked('a'), typed('a', 'x'), { kind: 'sending', id: 'a' }, typed('a', 'y'))
    expect(state.cards[0]).toMatchObject({ sending: true, draft: { said: [{ text: 'x' }] } })
    const back = reduce(state, { kind: 'failed', id: 'a', why: 'offline' })
    expect(back.cards[0]).toMatchObject({
      sending: false,
      failure: { why: 'offline' },
      draft: { said: [{ text: 'x' }] },
    })
  })

  it('says no longer that the agent cannot be reached once it is reached again', () => {
    const failed = (why: 'offline' | 'rejected'): Action => ({ kind: 'failed', id: 'a', why })
    const lost = run(asked('a'), { kind: 'sending', id: 'a' }, failed('offline'))
    expect(lost.cards[0]?.failure).toEqual({ why: 'offline' })
    expect(reduce(lost, snapshot(['a'])).cards[0]?.failure).toBeUndefined()
    expect(run(asked('a'), failed('rejected'), snapshot(['a'])).cards[0]?.failure).toEqual({ why: 'rejected' })
  })

  it('knows what was lost to somebody else, and not before its own word has come back', () => {
    const over = event({ kind: 'settled', settled: settled('a') })
    const lost = (state: State): unknown => state.past[0]?.lost
    const sending: Action = { kind: 'sending', id: 'a' }
    expect([lost(run(asked('a'), over)), lost(run(over)), lost(run(asked('a'), sending, over))]).toEqual([
      true,
      false,
      false,
    ])
    expect(lost(run(asked('a'), sending, over, { kind: 'failed', id: 'a', why: 'settled' }))).toBe(true)
    expect(lost(run(asked('a'), sending, over, { kind: 'confirmed', id: 'a' }))).toBe(false)
    expect(
      lost(
        run(asked('a'), sending, over, { kind: 'confirmed', id: 'a' }, { kind: 'failed', id: 'a', why: 'unconfirmed' }),
      ),
    ).toBe(false)
  })

  it.each([
    ['after', [{ kind: 'confirmed', id: 'a' }, event({ kind: 'settled', settled: settled('a') })]],
    ['before', [event({ kind: 'settled', settled: settled('a') }), { kind: 'confirmed', id: 'a' }]],
  ] as [string, Action[]][])('knows its own answer also when the news comes %s the confirmation', (_, actions) => {
    expect(run(asked('a'), { kind: 'sending', id: 'a' }, ...actions).past[0]?.own).toBe(true)
    const other = run(asked('a'), { kind: 'sending', id: 'a' }, event({ kind: 'settled', settled: settled('a') }))
    expect(other.past[0]?.own).toBe(false)
  })

  it('follows the server whatever is lost on the way', () => {
    const step = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      what: fc.constantFrom('ask', 'settle', 'type'),
      heard: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const open = new Set<string>()
        const past: string[] = []
        let state = createState(0, new Map())
        for (const { id, what, heard } of steps) {
          if (what === 'type') state = reduce(state, typed(id, 'x'))
          if (what === 'ask' && !open.has(id) && !past.includes(id)) {
            open.add(id)
            if (heard) state = reduce(state, asked(id))
          }
          if (what === 'settle' && open.delete(id)) {
            past.unshift(id)
            if (heard) state = reduce(state, event({ kind: 'settled', settled: settled(id) }))
          }
        }
        state = reduce(state, snapshot([...open], past))
        expect(idsOf(state)).toEqual([...open])
        expect(pastOf(state).toSorted()).toEqual(past.toSorted())
        const numbers = [...state.cards, ...state.past].map((entry) => entry.number)
        expect(new Set(numbers).size).toBe(numbers.length)
      }),
    )
  })
})
