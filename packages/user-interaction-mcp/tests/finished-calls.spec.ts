/** The short memory of calls that are over. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { digestOf, FinishedCalls } from '../src/finished-calls.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function resultOf(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] }
}

function kept(calls: FinishedCalls, count: number): number[] {
  return Array.from({ length: count }, (_, index) => index).filter((index) => calls.get(`call ${index}`))
}

test('keeps the last hundred', () => {
  const calls = new FinishedCalls()
  for (let index = 0; index < 1000; index++) calls.add(`call ${index}`, 'digest', resultOf(String(index)))
  expect(kept(calls, 1000)).toEqual(Array.from({ length: 100 }, (_, index) => 900 + index))
  expect(calls.get('call 999')).toMatchObject({ digest: 'digest', result: resultOf('999') })
  expect(vi.getTimerCount()).toBe(100)
})

test('keeps a megabyte, and nothing that is larger by itself', () => {
  const calls = new FinishedCalls()
  for (let index = 0; index < 10; index++) calls.add(`call ${index}`, 'digest', resultOf('x'.repeat(300_000)))
  expect(kept(calls, 10)).toEqual([7, 8, 9])
  calls.add('call 10', 'digest', resultOf('x'.repeat(2 ** 20)))
  expect(kept(calls, 11)).toEqual([7, 8, 9])
})

test('keeps each for ten minutes, and nothing once it is cleared', () => {
  const calls = new FinishedCalls()
  calls.add('call 0', 'digest', resultOf('old'))
  vi.advanceTimersByTime(9 * 60_000)
  calls.add('call 1', 'digest', resultOf('new'))
  vi.advanceTimersByTime(60_000)
  expect(kept(calls, 2)).toEqual([1])
  calls.clear()
  expect(kept(calls, 2)).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

test('knows the arguments of a call again, in whatever order their keys come', () => {
  const name = 'ask_user_question'
  const args = { questions: [{ id: 'a', question: 'Why?' }] }
  const same = { questions: [{ question: 'Why?', id: 'a' }] }
  expect(digestOf({ name, arguments: same })).toBe(digestOf({ name, arguments: args }))
  const others = [{}, { questions: [] }, { questions: [{ id: 'a', question: 'How?' }] }, { ...args, more: 1 }]
  for (const other of others) expect(digestOf({ name, arguments: other })).not.toBe(digestOf({ name, arguments: args }))
  expect(digestOf({ name: 'other', arguments: args })).not.toBe(digestOf({ name, arguments: args }))
})
