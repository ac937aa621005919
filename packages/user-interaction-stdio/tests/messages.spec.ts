import { describe, expect, test } from 'vitest'
import { messages } from '../src/lang.ts'

test('holds the same texts in both languages, each with the same arguments', () => {
  expect(shapeOf(messages.zh)).toEqual(shapeOf(messages.en))
})

function shapeOf(table: object): unknown[] {
  return Object.entries(table).map(([key, value]: [string, unknown]) => {
    return [key, typeof value === 'object' && value !== null ? shapeOf(value) : typeof value]
  })
}

describe('a length of time', () => {
  test.each([
    [1, '1 second', '1 秒'],
    [90_000, '90 seconds', '90 秒'],
    [119_001, '2 minutes', '2 分钟'],
    [299_995, '5 minutes', '5 分钟'],
    [9_000_000, '2 hours', '2 小时'],
    [3 * 86_400_000, '3 days', '3 天'],
    [-5, '1 second', '1 秒'],
  ])('of %d ms is %s', (ms, english, chinese) => {
    expect(messages.en.deadline(ms)).toContain(`Answer within ${english};`)
    expect(messages.zh.deadline(ms)).toContain(`请在 ${chinese}内回答；`)
  })
})
