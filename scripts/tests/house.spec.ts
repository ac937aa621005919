import { describe, expect, test } from 'vitest'
import { moduleFaults } from '../house/modules.ts'
import { nameFaults } from '../house/names.ts'
import { houseFaults } from '../house/rules.ts'
import { sizeFaults } from '../house/sizes.ts'
import { treeFaults } from '../house/tree.ts'
import { type Fault, type Files, readTree } from '../workspace.ts'
import { filesOf, root } from './fixture.ts'

const told = (rule: (files: Files) => Fault[], tree: Readonly<Record<string, string>>): string[] => {
  return rule(filesOf(tree)).map(({ file, line, message }) => `${file}:${line ?? 0} ${message}`)
}
const source = 'packages/a/src/a.ts'
const spec = 'packages/a/tests/a.spec.ts'

describe('sizes', () => {
  const lines = (count: number): string => 'const a = 1\n'.repeat(count)
  const body = (count: number): string => `function long() {\n${lines(count - 2)}}\n`

  test('allow a file of 250 lines and a function of 60, and anything in a test', () => {
    expect(told(sizeFaults, { [source]: lines(250), 'packages/a/src/b.ts': body(60), [spec]: body(300) })).toEqual([])
  })

  test('go red one line above', () => {
    expect(told(sizeFaults, { [source]: lines(251) })).toEqual([
      expect.stringContaining('is 251 lines long; 250 is the most'),
    ])
    expect(told(sizeFaults, { [source]: body(61) })).toEqual([expect.stringContaining(':1 has long of 61 lines')])
    const arrow = `const a = {\n  b: () => {\n${lines(60)}}\n}\n`
    expect(told(sizeFaults, { [source]: arrow })).toEqual([expect.stringContaining(':2 has a function of 62 lines')])
  })
})

describe('names', () => {
  test('allow what says something', () => {
    const code = 'function document() {}\nconst processed = 1\nfunction handover() {}\nclass Management {}\n'
    expect(told(nameFaults, { [source]: code, [spec]: "test('should-less names are fine', () => {})" })).toEqual([])
  })

  test.each(['utils', 'helper', 'common', 'session-manager', 'line.utils', 'shared'])(
    'go red on a file named %s',
    (name) => {
      expect(told(nameFaults, { [`packages/a/src/${name}.ts`]: '' })).toEqual([
        expect.stringContaining('which says nothing'),
      ])
    },
  )

  test('go red on a folder with such a name, also for files that are no code', () => {
    expect(told(nameFaults, { 'packages/a/helpers/a.json': '' })).toHaveLength(1)
  })

  test.each([
    'function handleKey() {}',
    'function process() {}',
    'const doIt = () => 1',
    'class KeyManager {}',
    'class A { handle() {} }',
    'function keyUtils() {}',
  ])('go red on %s', (code) => {
    expect(told(nameFaults, { [source]: code })).toEqual([expect.stringContaining('name it after what it does')])
  })

  test.each([
    "test('should work', () => {})",
    "describe('Should', () => {})",
    "it.each([1])('should %s', () => {})",
    'test(`should work`, () => {})',
  ])('go red on a test called so: %s', (code) => {
    expect(told(nameFaults, { [spec]: code })).toEqual([expect.stringContaining('open with the verb')])
  })

  test.each([
    "test.only('works', () => {})",
    "describe.skip('x', () => {})",
    "it.todo('works')",
    "test.concurrent.only('works', () => {})",
    "test.skip.each([1])('works', () => {})",
    "test.only.each`a`('w', () => {})",
  ])('go red on a test that would not run or would run alone: %s', (code) => {
    expect(told(nameFaults, { [spec]: code })).toEqual([expect.stringContaining('every test that is there runs')])
  })
})

describe('modules', () => {
  test('may open with either comment, after a shebang too; tests need none', () => {
    const tree = {
      [source]: '/** A. */\n',
      'packages/a/src/bin.ts': '#!/usr/bin/env node\n// B.\n',
      [spec]: 'const a = 1',
    }
    expect(told(moduleFaults, tree)).toEqual([])
  })

  test('go red without an opening comment', () => {
    expect(told(moduleFaults, { [source]: "import 'a'\n/** A. */" })).toEqual([
      expect.stringContaining('does not open with a comment'),
    ])
    expect(told(moduleFaults, { 'scripts/a.ts': 'const a = 1' })).toHaveLength(1)
  })

  test.each([
    "import { Context } from 'cordis'",
    "export { Context } from 'cordis'",
    "let a: import('cordis').Context",
  ])('go red when published source has %s', (code) => {
    const tree = { [source]: `// A.\n${code}`, 'packages/ask-user/src/a.ts': `// A.\n${code}`, [spec]: code }
    expect(told(moduleFaults, tree)).toEqual([
      `${source}:2 imports 'cordis'; published source imports '@deepseek-ai/cordis'`,
    ])
  })

  test('may augment upstream cordis', () => {
    expect(told(moduleFaults, { [source]: "// A.\ndeclare module 'cordis' {}" })).toEqual([])
  })

  test.each(['let a: any', 'const a = b as any', 'function a(b: any[]) {}', '// @ts-ignore', '/* @ts-nocheck */'])(
    'go red when published source has %s',
    (code) => {
      expect(told(moduleFaults, { [source]: `// A.\n${code}` })).toHaveLength(1)
      expect(told(moduleFaults, { [source]: '// Any company.\nconst any = "any"' })).toEqual([])
    },
  )
})

describe('tree', () => {
  const agreed = Object.fromEntries(
    [
      '.ci/run',
      '.gitignore',
      '.oxlintrc.json',
      'LICENSE',
      'README.md',
      'README.zh.md',
      'docs/a.md',
      'package.json',
      'packages/a/package.json',
      'pnpm-lock.yaml',
      'pnpm-workspace.yaml',
      'scripts/a.ts',
      'tsconfig.base.json',
      'tsconfig.json',
      'vitest.config.ts',
    ].map((file) => [file, '']),
  )

  test('has exactly the agreed entries', () => {
    expect(told(treeFaults, agreed)).toEqual([])
    expect(told(treeFaults, { ...agreed, 'notes.txt': '' })).toEqual([
      'notes.txt:0 is not one of the agreed entries at the top; move it elsewhere',
    ])
    const { LICENSE: _, ...without } = agreed
    expect(told(treeFaults, without)).toEqual(['LICENSE:0 is missing; it is one of the agreed entries at the top'])
  })

  test.each([
    ['/wor', 'k/main'],
    ['see shar', 'ed/a.md'],
    ['as in issu', 'e 12'],
    ['see svc', '-04'],
  ])('goes red on a trace of where it was written: %s%s', (start, end) => {
    expect(told(treeFaults, { ...agreed, 'docs/a.md': `x\n${start}${end}` })).toEqual([
      expect.stringContaining('docs/a.md:2 mentions'),
    ])
  })

  test('leaves words alone that only look alike', () => {
    expect(
      told(treeFaults, { ...agreed, 'docs/a.md': 'a/workspace, the framework/work, an issue, shared by all' }),
    ).toEqual([])
  })
})

test('every rule is among the rules that the check runs', () => {
  const files = new Map([
    ...readTree(root),
    [source, 'export const a: any = 1;'],
    [spec, "test.only('should', () => {})\n"],
  ])
  const found = houseFaults(files)
    .filter(({ file }) => file === source || file === spec)
    .map(({ message }) => message)
  for (const part of ['open with a comment', 'type any', '.only', 'open with the verb']) {
    expect(found.join('\n')).toContain(part)
  }
})
