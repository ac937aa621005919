import { expect, test } from 'vitest'
import { alternate } from '../bench/alternate.ts'
import { meets, renderTable, replaceFigures } from '../bench/report.ts'

test('lets contenders run in turn, each as often', async () => {
  const ran: string[] = []
  const { microseconds, ratios } = await alternate(
    { a: () => ran.push('a'), b: () => ran.push('b') },
    { rounds: 4, calls: 1 },
  )
  expect(ran.join('')).toBe('abbaabbaab')
  expect(Object.keys(microseconds)).toEqual(['a', 'b'])
  expect(ratios['a']).toBe(1)
})

test('says which goal is missed, by ratio or by figure', () => {
  const figure = { what: 'a', ours: '3 µs', against: '2 µs' }
  expect(meets({ ...figure, ratio: 1.5, goal: 1.5 })).toBe(true)
  expect(meets({ ...figure, ratio: 1.51, goal: 1.5 })).toBe(false)
  expect(meets({ ...figure, value: 231, goal: 230 })).toBe(false)
  expect(meets({ ...figure, goal: 1 })).toBe(false)
  expect(meets({ ...figure, ratio: 99 })).toBe(true)
  expect(renderTable([{ ...figure, ratio: 2, goal: 1.5 }])).toContain('| a | 3 µs | 2 µs | 2.00 | ≤ 1.5 MISSED |')
})

test('replaces the figures of the page and nothing else', () => {
  const page = 'a\n<!-- figures: written by `pnpm bench` -->\n\nold\n\n<!-- end of figures -->\nb\n'
  expect(replaceFigures(page, 'new')).toBe(page.replace('old', 'new'))
  expect(() => replaceFigures('a', 'new')).toThrow('has no')
})
