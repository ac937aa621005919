import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeJournal, encodeRecord, type JournalRecord } from '../src/record.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('__proto__', 'constructor', '\ud800', '"\n\u2028', ''),
)
const answer = fc.record({
  answers: fc.array(
    fc.record({ id: text, selected: fc.array(text), custom: text }, { requiredKeys: ['id', 'selected'] }),
  ),
})
const questions = fc.array(
  fc.record(
    { id: text, question: text, options: fc.array(fc.record({ label: text })) },
    { requiredKeys: ['id', 'question'] },
  ),
)
const at = fc.nat()
const anyRecord: fc.Arbitrary<JournalRecord> = fc.oneof(
  fc.record({ kind: fc.constant('opened' as const), at, pid: fc.nat() }),
  fc.record(
    { kind: fc.constant('asked' as const), id: text, at, questions, key: text, agent: text, of: text },
    { requiredKeys: ['kind', 'id', 'at', 'questions'] },
  ),
  fc.record({ kind: fc.constantFrom('shown' as const, 'delivered' as const), id: text, at }),
  fc.record({ kind: fc.constantFrom('draft' as const, 'answered' as const), id: text, at, answer }),
  fc.record({
    kind: fc.constant('ended' as const),
    id: text,
    at,
    outcome: fc.constantFrom('cancelled' as const, 'failed' as const),
  }),
)

/** Without what a line has beside its record, and without the prototypes that a generator may give its objects. */
function plain(records: readonly JournalRecord[]): unknown {
  const own = records.map((record) => ({ ...record, sum: undefined, v: undefined }))
  return JSON.parse(JSON.stringify(own))
}

test('comes back from its line as it was, whatever is in it', () => {
  fc.assert(
    fc.property(fc.array(anyRecord), (records) => {
      const bytes = Buffer.concat(records.map(encodeRecord))
      const reading = decodeJournal(bytes)
      expect(plain(reading.records)).toEqual(plain(records))
      expect(reading).toMatchObject({ damaged: [], end: bytes.length })
    }),
  )
})

test('is a line of JSON, so that other tools can read it', () => {
  const line = encodeRecord({ kind: 'delivered', id: 'a\nb', at: 5 }).toString()
  expect(line.split('\n')).toHaveLength(2)
  expect(JSON.parse(line)).toEqual({
    sum: expect.stringMatching(/^[0-9a-f]{8}$/),
    v: 1,
    kind: 'delivered',
    id: 'a\nb',
    at: 5,
  })
})

test('is left out when it is torn, at whatever byte, and nothing else is', () => {
  const whole = encodeRecord({ kind: 'delivered', id: 'whole', at: 1 })
  const torn = encodeRecord({ kind: 'delivered', id: 'törn 🙂', at: 2 })
  for (let length = 0; length < torn.length - 1; length++) {
    const { records, damaged, end } = decodeJournal(Buffer.concat([whole, torn.subarray(0, length)]))
    expect([records.length, damaged.length, end]).toEqual([1, 0, whole.length])
  }
})

test('with any bit flipped is reported by its line, and the rest is kept', () => {
  fc.assert(
    fc.property(
      fc.array(anyRecord, { minLength: 2, maxLength: 6 }),
      fc.nat(),
      fc.integer({ min: 0, max: 7 }),
      (records, where, bit) => {
        const lines = records.map(encodeRecord)
        const bytes = Buffer.concat(lines)
        const offset = where % bytes.length
        bytes.writeUInt8(bytes.readUInt8(offset) ^ (1 << bit), offset)
        const hit = lines.findIndex((_line, index) => offset < Buffer.concat(lines.slice(0, index + 1)).length)
        const { records: read, damaged, end } = decodeJournal(bytes)
        // A newline that is hit joins two lines, one that comes up parts one; at the end it makes a torn line.
        const joined =
          bytes.length - offset === 1 || lines[hit]?.at(-1) !== bytes[Buffer.concat(lines.slice(0, hit + 1)).length - 1]
        const others = records.filter((_record, index) => index !== hit && !(joined && index === hit + 1))
        expect(plain(read)).toEqual(plain(others))
        if (end === bytes.length) expect(damaged[0]?.line).toBe(hit + 1)
      },
    ),
    { numRuns: 300 },
  )
})

describe('a line that is none', () => {
  const sealed = (body: string): Buffer => {
    const rest = body.slice(1)
    return Buffer.from(`{"sum":"${crc32(rest).toString(16).padStart(8, '0')}",${rest}\n`)
  }

  test.each([
    ['{"kind":"delivered"}\n', 'does not begin with a checksum'],
    ['\n', 'does not begin with a checksum'],
    ['{"sum":"00000000","v":1,"kind":"delivered","id":"a","at":1}\n', 'does not match its checksum'],
  ])('%j is told as it is', (line, fault) => {
    expect(decodeJournal(Buffer.from(line)).damaged).toMatchObject([{ line: 1, fault }])
  })

  test.each([
    '{"v":1,"kind":"else","id":"a","at":1}',
    '{"v":1,"kind":"asked","id":"a","at":1}',
    '{"v":1,"kind":"answered","id":"a","at":1,"answer":{}}',
    '{"v":1,"kind":"answered","id":"a","at":1}',
    '{"v":1,"kind":"shown","at":1}',
    '{"v":1,"kind":"shown","id":"a"}',
  ])('%s is no record, though its checksum holds', (body) => {
    expect(decodeJournal(sealed(body)).damaged).toMatchObject([{ line: 1, fault: 'is no record of a journal' }])
  })

  test('of a later version is refused, by its line', () => {
    const later = Buffer.concat([
      encodeRecord({ kind: 'opened', at: 1, pid: 2 }),
      sealed('{"v":2,"kind":"opened","at":1}'),
    ])
    expect(() => decodeJournal(later)).toThrow('line 2 of the journal is of version 2, not 1')
  })
})
