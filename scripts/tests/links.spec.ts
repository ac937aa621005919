import { expect, test } from 'vitest'
import { linkFaults } from '../docs/links.ts'
import { filesOf } from './fixture.ts'

const faults = (text: string): string[] =>
  linkFaults(
    filesOf({
      'docs/page.md': text,
      'docs/other.md': '# A b\n## Twice\n## Twice\n',
      'packages/a/README.md': '# a',
    }),
  ).map(({ line, message }) => `${line}: ${message}`)

test('follows links to files, folders and headings', () => {
  const good =
    '[a](other.md) [b](other.md#a-b) [c](../packages/a) [d](../packages/a/) [e](#here) [f](other.md#twice-1)\n# Here'
  expect(faults(good)).toEqual([])
})

test('leaves addresses with a scheme alone', () => {
  expect(faults('[a](https://example.org/x) [b](mailto:a@example.org)')).toEqual([])
})

test('goes red on a file that is not there', () => {
  expect(faults('# P\n\n[a](missing.md)')).toEqual([
    '3: links to missing.md, and there is no docs/missing.md; correct the path',
  ])
  expect(faults('[a](../../outside.md)')).toHaveLength(1)
})

test('goes red on a heading that is not there, in another page and in its own', () => {
  expect(faults('[a](other.md#c)')).toEqual([expect.stringContaining('docs/other.md has no heading with that anchor')])
  expect(faults('[a](#nowhere)')).toHaveLength(1)
  expect(faults('[a](other.md#twice-2)')).toHaveLength(1)
})

test('goes red on a path from the root of the disk', () => {
  expect(faults('[a](/docs/other.md)')).toEqual([expect.stringContaining('write the path relative to this file')])
})
