import { expect, test } from 'vitest'
import { fencesOf, headingsOf, linksOf, rowsUnder, slugOf } from '../docs/markdown.ts'
import { fence } from './fixture.ts'

const page = [
  '# Title #',
  '<!--',
  '## no heading, [no link](a.md)',
  '-->',
  '## `code` and **more**',
  '',
  fence('ts', '# no heading', 'const a = "[no](link.md)"', '<!-- stays -->'),
  'See [one](one.md "title") and ![two](two.png), not `[three](three.md)`.',
  '[ref]: four.md',
].join('\n')

test('finds headings outside code and comments, with their lines', () => {
  expect(headingsOf(page)).toEqual([
    { level: 1, text: 'Title', line: 1 },
    { level: 2, text: '`code` and **more**', line: 5 },
  ])
})

test('finds inline, image and reference targets outside code and comments', () => {
  expect(linksOf(page)).toEqual([
    { target: 'one.md', line: 12 },
    { target: 'two.png', line: 12 },
    { target: 'four.md', line: 13 },
  ])
})

test('reads a code block byte for byte, also one that is indented, longer fenced, empty or never closed', () => {
  expect(fencesOf(page)[0]?.body).toBe('# no heading\nconst a = "[no](link.md)"\n<!-- stays -->')
  expect(fencesOf('- item\n\n  ```sh\n  a\n    b\n  ```\n')).toEqual([{ info: 'sh', body: 'a\n  b', line: 3 }])
  expect(fencesOf('````text\n```\n````')).toEqual([{ info: 'text', body: '```', line: 1 }])
  expect(fencesOf('```ts\n```\n~~~json\n{}\n~~~').map(({ body }) => body)).toEqual(['', '{}'])
  expect(fencesOf('```ts\nconst a = 1')).toEqual([{ info: 'ts', body: 'const a = 1', line: 1 }])
})

test('reads the table rows of a section up to the next heading of its level, escaped bars included', () => {
  const text = [
    '## Config',
    '| key | type |',
    '| --- | :-: |',
    '| `a` | `x \\| y` |',
    '### more',
    '| b | c |',
    '',
    '## Next',
    '| no | no |',
  ].join('\n')
  expect(rowsUnder(text, /Config/)).toEqual([
    { cells: ['`a`', '`x | y`'], line: 4 },
    { cells: ['b', 'c'], line: 6 },
  ])
  expect(rowsUnder(text, /Missing/)).toBeUndefined()
})

test('gives a heading the anchor that GitHub gives it', () => {
  expect(slugOf('`ASK_ABORTED`')).toBe('ask_aborted')
  expect(slugOf('What the model sees, and [why](a.md)?')).toBe('what-the-model-sees-and-why')
  expect(slugOf('人看到什么')).toBe('人看到什么')
})
