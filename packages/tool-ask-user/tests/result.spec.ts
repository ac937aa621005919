/** The answer on its way back to the model. */
import { validateJsonSchemaValue } from '@deepseek-ai/dsh-tools'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderResult, resultOf, resultSchema } from '../src/result.ts'

const questions = ['a', 'b', 'c'].map((id) => ({ id, question: `${id}?` }))

test('has one item for each asked question, in asked order', () => {
  const c = { id: 'c', selected: ['file', 'net'] }
  const a = { id: 'a', selected: [], custom: 'On' }
  const b = { id: 'b', selected: ['Off'] }
  expect(renderResult(resultOf(questions, { answers: [c, a, b] }))).toBe(
    '{"answers":[{"id":"a","selected":[],"custom":"On"},{"id":"b","selected":["Off"]},'
      + '{"id":"c","selected":["file","net"]}]}',
  )
})

test('reads what the answer leaves out as skipped', () => {
  expect(resultOf(questions, { answers: [{ id: 'b', selected: ['On'] }] })).toStrictEqual({
    answers: [
      { id: 'a', selected: [] },
      { id: 'b', selected: ['On'] },
      { id: 'c', selected: [] },
    ],
  })
  expect(renderResult(resultOf(questions, { answers: [] }))).toBe(
    '{"answers":[{"id":"a","selected":[]},{"id":"b","selected":[]},{"id":"c","selected":[]}]}',
  )
})

test('renders id, selected, custom in this order, whatever order they came in', () => {
  expect(renderResult({ answers: [{ custom: 'x', selected: ['A'], id: 'a' }] })).toBe(
    '{"answers":[{"id":"a","selected":["A"],"custom":"x"}]}',
  )
})

test('keeps typed text apart from a label it equals', () => {
  expect(renderResult(resultOf(questions.slice(0, 1), { answers: [{ id: 'a', selected: [], custom: '2' }] }))).toBe(
    '{"answers":[{"id":"a","selected":[],"custom":"2"}]}',
  )
})

test('brings labels and text back byte for byte, and within its own schema', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ unit: 'binary' })),
      fc.option(fc.string({ unit: 'binary' }), { nil: undefined }),
      (selected, custom) => {
        const item = { id: 'a', selected, ...(custom !== undefined && { custom }) }
        const result = resultOf(questions.slice(0, 1), { answers: [item] })
        expect(JSON.parse(renderResult(result))).toStrictEqual({ answers: [item] })
        expect(validateJsonSchemaValue(resultSchema, result)).toEqual([])
      },
    ),
  )
})
