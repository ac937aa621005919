import { expect, test } from 'vitest'
import { snippetFaults } from '../docs/snippets.ts'
import { fence, filesOf, root } from './fixture.ts'

test('compiles blocks that stand for whole modules and finds packages of the workspace', () => {
  const block = fence(
    'ts',
    "import { Context } from 'cordis'",
    "import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction/types'",
    "const question: AskUserQuestionItem = { id: 'a', question: 'Which?' }",
    'export const ctx = new Context()',
  )
  expect(snippetFaults(root, filesOf({ 'README.md': block, 'docs/page.md': `# Page\n${block}\n${block}` }))).toEqual([])
})

test('goes red at the line in the page where a block does not compile', () => {
  const page = ['# Page', '', fence('ts', 'export const a = 1', "export const b: number = 'x'")].join('\n')
  expect(snippetFaults(root, filesOf({ 'docs/page.md': page }))).toEqual([
    {
      file: 'docs/page.md',
      line: 5,
      message: "does not compile: Type 'string' is not assignable to type 'number'. (TS2322)",
    },
  ])
})

test('goes red on what only strict compiling finds, on a partial block and on a package that nobody depends on', () => {
  const faults = snippetFaults(
    root,
    filesOf({
      'docs/a.md': fence('ts', 'const list = [1]', 'export const first: number = list[0]'),
      'docs/b.md': fence('ts', 'ctx.plugin(provider)'),
      'docs/c.md': fence('ts', "import nothing from 'no-such-package'", 'export { nothing }'),
      'docs/d.md': fence('ts', 'export const = 1'),
    }),
  )
  expect(new Set(faults.map(({ file }) => file))).toEqual(new Set(['docs/a.md', 'docs/b.md', 'docs/c.md', 'docs/d.md']))
})

test('reads no block of another language', () => {
  expect(snippetFaults(root, filesOf({ 'docs/page.md': fence('text', 'const a: number = x') }))).toEqual([])
})
