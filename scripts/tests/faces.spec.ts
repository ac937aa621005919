import { describe, expect, test } from 'vitest'
import { faceFaults } from '../house/faces.ts'
import { filesOf } from './fixture.ts'

const manifest = { exports: { '.': './src/index.ts', './types': './src/types.ts' } }
const faults = (tree: Readonly<Record<string, string>>): string[] => {
  const sources = Object.entries(tree).map(([file, text]) => [`packages/plug/src/${file}`, text] as const)
  const files = filesOf({ 'packages/plug/package.json': manifest, ...Object.fromEntries(sources) })
  return faceFaults(files).map(({ file, line, message }) => `${file}:${line ?? 0} ${message}`)
}

const plugin = [
  "/** Name. */ export const name = 'plug'",
  "/** Needs. */ export const inject = ['tools']",
  '/** Config. */ export const Config = {}',
  '/** Starts. */ export function apply() {}',
]
const service = '/** The service. */\nexport class Seam extends Service {}'

test('is content with a function plugin, a service and a plain package', () => {
  expect(faults({ 'index.ts': plugin.join('\n') })).toEqual([])
  expect(
    faults({ 'index.ts': "export { apply, Config, inject, name } from './plugin.ts'", 'plugin.ts': plugin.join('\n') }),
  ).toEqual([])
  expect(faults({ 'index.ts': "export { Seam as default, Seam } from './seam.ts'", 'seam.ts': service })).toEqual([])
  expect(faults({ 'index.ts': "import { Seam } from './seam.ts'\nexport default Seam", 'seam.ts': service })).toEqual(
    [],
  )
  expect(faults({ 'index.ts': '/** Asks. */\nexport function ask() {}' })).toEqual([])
})

describe('goes red on', () => {
  test.each([
    ['a star', { 'index.ts': "export * from './a.ts'", 'a.ts': '' }, 'exports with a star'],
    [
      'a face of weight',
      { 'index.ts': `/** A. */\nfunction a() {\n${'\n'.repeat(15)}}` },
      'declares a over more than 15',
    ],
    [
      'a function plugin with a default export',
      { 'index.ts': [...plugin, 'export default apply'].join('\n') },
      'has a default export beside apply',
    ],
    [
      'a function plugin without Config',
      { 'index.ts': plugin.filter((line) => !line.includes('Config')).join('\n') },
      'exports apply but no Config',
    ],
    [
      'a plugin whose name is not its folder',
      { 'index.ts': plugin.join('\n').replace("'plug'", "'other'") },
      "names the plugin other; its folder makes it 'plug'",
    ],
    [
      'a service that is not the default',
      { 'index.ts': "export { Seam } from './seam.ts'", 'seam.ts': service },
      'must default-export the class that extends Service',
    ],
    [
      'a service beside another default',
      {
        'index.ts': "export { Seam } from './seam.ts'\n/** No. */\nexport default function no() {}",
        'seam.ts': service,
      },
      'must default-export the class that extends Service',
    ],
    [
      'a default export that is no service',
      { 'index.ts': '/** A. */\nexport default function ask() {}' },
      'only a service has one',
    ],
    [
      'an export without JSDoc, where it is declared',
      { 'index.ts': "export { a } from './a.ts'", 'a.ts': '// A.\nexport const a = 1' },
      'exports a, which has no JSDoc where it is declared (packages/plug/src/a.ts:2)',
    ],
    [
      'a type without JSDoc behind another entry',
      { 'index.ts': '', 'types.ts': 'export interface A {}' },
      'exports A, which has no JSDoc',
    ],
  ])('%s', (_, tree, message) => {
    expect(faults(tree)).toEqual([expect.stringContaining(message)])
  })
})

test('follows a re-export through several files and asks nothing of what another package declares', () => {
  const tree = {
    'index.ts': "export { b as c } from './b.ts'\nexport { far } from 'elsewhere'",
    'b.ts': "import { a as b } from './a.ts'\nexport { b }",
    'a.ts': '// A.\nexport const a = 1',
  }
  expect(faults(tree)).toEqual([expect.stringContaining('exports c, which has no JSDoc where it is declared')])
})
