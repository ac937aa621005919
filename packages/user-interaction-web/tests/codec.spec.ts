/** The wire: what is encoded comes out again, and what is no message is refused with its path and kind. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  encodeAnswer,
  encodeSettled,
  encodeSnapshot,
  parseAnswer,
  parseBody,
  parseError,
  parseEvent,
  WireFault,
  type WireSettled,
} from '../src/codec.ts'

const item = fc.record(
  {
    id: fc.string({ unit: 'binary' }),
    selected: fc.array(fc.string({ unit: 'binary' })),
    custom: fc.string({ unit: 'binary' }),
  },
  { requiredKeys: ['id', 'selected'] },
)

describe('the wire', () => {
  it('carries every answer byte for byte', () => {
    fc.assert(
      fc.property(fc.array(item), fc.option(fc.string(), { nil: undefined }), (answers, agent) => {
        const body = new TextDecoder().decode(new TextEncoder().encode(encodeAnswer({ answers }, agent)))
        expect(parseAnswer(body)).toEqual({ answers, ...(agent !== undefined && { agent }) })
      }),
    )
  })

  it('carries halves of characters and line ends within one event', () => {
    const settled: WireSettled = {
      id: 'a',
      askedAt: 1,
      questions: [{ id: 'q', question: 'half \ud83d\r\n\n\u2028 done' }],
      outcome: 'answered',
      settledAt: 2,
      answer: { answers: [] },
    }
    const frame = encodeSettled(JSON.stringify(settled))
    expect(frame).toMatch(/^data: [^\n\r]*\n\n$/)
    expect(parseEvent(frame.slice(6))).toEqual({ kind: 'settled', settled })
  })

  it('makes a snapshot of what was encoded before', () => {
    const ask = { id: 'a', askedAt: 1, questions: [] }
    const frame = encodeSnapshot([JSON.stringify(ask), JSON.stringify(ask)], { deadlines: { a: 9 }, drafts: {} }, [])
    const snapshot = { kind: 'snapshot', v: 1, open: [ask, ask], deadlines: { a: 9 }, drafts: {}, settled: [] }
    expect(parseEvent(frame.slice(6))).toEqual(snapshot)
  })

  it.each([
    ['', 'the body must be JSON, got nothing'],
    ['{', 'the body must be JSON, got a string'],
    ['7', 'the body must be a JSON object, got 7'],
    ['null', 'the body must be a JSON object, got null'],
    ['[]', 'the body must be a JSON object, got an array'],
    ['{}', 'v must be the number 1, got nothing'],
    ['{"v":"1"}', 'v must be the number 1, got a string'],
  ])('refuses the body %j in words', (body, message) => {
    expect(() => parseBody(body)).toThrow(new WireFault('', '', 0).constructor as never)
    expect(() => parseBody(body)).toThrow(message)
  })

  it('refuses events of another version, and what is no event', () => {
    expect(() => parseEvent('{"kind":"snapshot","v":2}')).toThrow('v must be the number 1, got 2')
    expect(() => parseEvent('[1]')).toThrow('the event must be of some kind')
  })

  it('reads any body of a failed request', () => {
    expect(parseError('{"error":{"code":"settled","message":"m"}}')).toEqual({ code: 'settled', message: 'm' })
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void parseError(text)))
  })
})
