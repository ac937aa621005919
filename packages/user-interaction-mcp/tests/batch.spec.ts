/** How many forms a request takes. */
import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import { expect, test } from 'vitest'
import { splitBatch } from '../src/codec.ts'

function questions(count: number, question = 'Why?'): AskUserQuestionItem[] {
  return Array.from({ length: count }, (_, index) => ({ id: `q${index}`, question }))
}

function sizes(asked: readonly AskUserQuestionItem[]): number[] {
  return splitBatch(asked).map((part) => part.length)
}

test('asks up to four questions in one form, and more in turn', () => {
  expect(sizes(questions(1))).toEqual([1])
  expect(sizes(questions(4))).toEqual([4])
  expect(sizes(questions(9))).toEqual([4, 4, 1])
})

test('gives a text that fills a screen a form of its own', () => {
  const [first, second, third] = questions(3)
  if (!first || !second || !third) throw new Error('there are three')
  expect(sizes([first, { ...second, detail: 'long '.repeat(1000) }, third])).toEqual([1, 1, 1])
})

test('never takes more forms than a client answers in one call, and keeps the order', () => {
  for (const asked of [questions(100), questions(12, 'long '.repeat(500))]) {
    const forms = splitBatch(asked)
    expect(forms.length).toBeLessThanOrEqual(8)
    expect(forms.flat()).toEqual(asked)
  }
})
