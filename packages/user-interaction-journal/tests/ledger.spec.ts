import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Ledger } from '../src/ledger.ts'
import { decodeJournal, encodeRecord, type JournalRecord } from '../src/record.ts'

const ids = ['a', 'b', 'c', '__proto__']
const answerOf = (word: string) => ({ answers: [{ id: 'q', selected: [], custom: word }] })

/** What people and processes may do, in any order; most of it makes no sense. */
const history = fc
  .array(
    fc
      .record({
        kind: fc.constantFrom('opened', 'asked', 'asked', 'shown', 'draft', 'answered', 'delivered', 'ended'),
        id: fc.constantFrom(...ids),
        of: fc.option(fc.constantFrom(...ids), { nil: undefined }),
        key: fc.option(fc.constantFrom('k', 'l', '__proto__'), { nil: undefined }),
        agent: fc.option(fc.constantFrom('s', '__proto__'), { nil: undefined }),
        word: fc.constantFrom('x', 'y'),
        outcome: fc.constantFrom('cancelled', 'aborted', 'expired', 'failed', 'replaced'),
      })
      .map(({ kind, id, of, key, agent, word, outcome }, at = 0): JournalRecord => {
        const questions = [{ id: 'q', question: word }]
        if (kind === 'opened') return { kind, at, pid: 1 }
        if (kind === 'asked') {
          return { kind, id, at, questions, ...(of && { of }), ...(key && { key }), ...(agent && { agent }) }
        }
        if (kind === 'draft' || kind === 'answered') return { kind, id, at, answer: answerOf(word) }
        if (kind === 'ended') return { kind, id, at, outcome: outcome as 'failed' }
        return { kind: kind as 'shown', id, at }
      }),
    { maxLength: 40 },
  )
  .map((records) => records.map((record, at) => ({ ...record, at })))

/** Everything that can be seen of a ledger. */
function faceOf(ledger: Ledger): unknown {
  const asks = ledger.list().map(({ id, key, agent, questions, askedAt, state, at, orphaned, draft, answer }) => {
    return { id, key, agent, questions, askedAt, state, at, orphaned, draft, answer }
  })
  const keys = ['k', 'l', '__proto__'].flatMap((key) =>
    [undefined, 's', '__proto__'].map((agent) => ledger.byKey(key, agent)?.id),
  )
  const left = ['s', '__proto__'].flatMap((agent) =>
    ['x', 'y'].map((question) => ledger.abandoned(agent, [{ id: 'q', question }], () => false)?.id),
  )
  return { asks, keys, left }
}

function ledgerOf(records: readonly JournalRecord[]): Ledger {
  const ledger = new Ledger()
  for (const record of records) ledger.apply(record)
  return ledger
}

test('says the same after any history was written and read again', () => {
  fc.assert(
    fc.property(history, (records) => {
      const read = decodeJournal(Buffer.concat(records.map(encodeRecord))).records
      expect(faceOf(ledgerOf(read))).toEqual(faceOf(ledgerOf(records)))
    }),
  )
})

test('says the same after a rewrite, which needs no more records than there were', () => {
  fc.assert(
    fc.property(history, (records) => {
      const ledger = ledgerOf(records)
      const before = faceOf(ledger)
      const kept = ledger.prune(-Infinity)
      expect(faceOf(ledger)).toEqual(before)
      expect(faceOf(ledgerOf(kept))).toEqual(before)
      expect(faceOf(ledgerOf(ledgerOf(kept).prune(-Infinity)))).toEqual(before)
    }),
    { numRuns: 500 },
  )
})

test('goes on from a rewrite as it would have without', () => {
  fc.assert(
    fc.property(history, history, (first, second) => {
      const kept = ledgerOf(first).prune(-Infinity)
      const later = second.map((record) => ({ ...record, at: record.at + first.length }))
      expect(faceOf(ledgerOf([...kept, ...later]))).toEqual(faceOf(ledgerOf([...first, ...later])))
    }),
    { numRuns: 500 },
  )
})

test('never takes back an answer, an arrival or a dismissal, and never answers twice', () => {
  fc.assert(
    fc.property(history, (records) => {
      const ledger = new Ledger()
      const final = new Set(['delivered', 'cancelled'])
      for (const record of records) {
        const before = ledger.list().map(({ id, state, answer }) => ({ id, state, answer }))
        ledger.apply(record)
        for (const { id, state, answer } of before) {
          const now = ledger.get(id)
          expect(now).toMatchObject({ ...(answer && { answer }), ...(final.has(state) && { state }) })
        }
      }
      expect(ledger.list().length).toBeLessThanOrEqual(ids.length)
    }),
  )
})

test('drops in a rewrite what was over before the horizon, and nothing that is open or did not arrive', () => {
  fc.assert(
    fc.property(history, fc.nat({ max: 40 }), (records, horizon) => {
      const ledger = ledgerOf(records)
      const before = ledger.list().filter(({ state, at }) => state === 'open' || state === 'answered' || at >= horizon)
      const { asks } = faceOf(ledgerOf(ledger.prune(horizon))) as { asks: { id: string }[] }
      expect(asks.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    }),
  )
})

test('keeps an answer whose question was lost with a damaged line', () => {
  const stray: JournalRecord = { kind: 'answered', id: 'lost', at: 5, answer: answerOf('x') }
  expect(ledgerOf([stray]).prune(0)).toEqual([stray])
  expect(ledgerOf([stray]).prune(6)).toEqual([])
})
