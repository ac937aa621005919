import { expect, test } from 'vitest'
import { fillBlock, generatedFaults } from '../docs/generated.ts'
import { filesOf } from './fixture.ts'

const text = 'above\n<!-- generated: list -->\nold\n<!-- /generated: list -->\nbelow\n'

test('replaces what stands between the markers and nothing else', () => {
  const filled = fillBlock(text, 'list', 'new\nlines')
  expect(filled).toBe('above\n<!-- generated: list -->\nnew\nlines\n<!-- /generated: list -->\nbelow\n')
  expect(fillBlock(filled, 'list', 'new\nlines')).toBe(filled)
})

test('refuses a page without the markers', () => {
  expect(() => fillBlock('above\nbelow\n', 'list', 'new')).toThrow('has no block from <!-- generated: list -->')
})

test('names the first line that differs, and a document that is missing', () => {
  const files = filesOf({ 'docs/a.md': 'one\ntwo\n', 'docs/longer.md': 'one\ntwo\nthree' })
  expect(generatedFaults(files, [{ file: 'docs/a.md', text: 'one\nthree\n' }])).toEqual([
    { file: 'docs/a.md', line: 2, message: 'is out of step with the code; write it anew with `pnpm run docs`' },
  ])
  expect(generatedFaults(files, [{ file: 'docs/longer.md', text: 'one\ntwo' }])[0]?.line).toBe(3)
  expect(generatedFaults(files, [{ file: 'docs/b.md', text: '' }])[0]?.message).toMatch(/^is missing/)
  expect(generatedFaults(files, [{ file: 'docs/a.md', text: 'one\ntwo\n' }])).toEqual([])
})
