import { expect, test } from 'vitest'
import { blockFaults } from '../docs/blocks.ts'
import { fence, filesOf } from './fixture.ts'

const workspace = {
  'package.json': { scripts: { ask: 'x', test: 'y' } },
  'packages/a/package.json': { name: '@scope/a', dependencies: { loader: 'catalog:' } },
  'packages/a/questions/one.json': '{}',
}
const faults = (...blocks: string[]): string[] => {
  return blockFaults(filesOf({ ...workspace, 'README.md': blocks.join('\n') })).map(({ message }) => message)
}

test('is content with JSON and YAML that parse and commands that exist', () => {
  expect(
    faults(
      fence('json', '{ "a": 1 }'),
      fence('yaml', '- name: loader', "- name: '@scope/a/sub'"),
      fence('yaml', 'key: value'),
      fence(
        'sh',
        'printf x | npx -y pnpm@10 --silent ask packages/a/questions/one.json',
        'pnpm install',
        'ls packages/a',
      ),
      fence('console', '$ pnpm test', 'pnpm is what it printed'),
      fence('text', 'anything { at all'),
    ),
  ).toEqual([])
})

test('goes red on a block without a language, or with one that nothing reads', () => {
  expect(faults(fence('', 'x'))).toEqual([expect.stringContaining('opens a code block with ""')])
  expect(faults(fence('ts ignore', 'x'))).toEqual([expect.stringContaining('use exactly one of ts, json')])
  expect(faults(fence('js', 'x'))).toHaveLength(1)
})

test('goes red on JSON and YAML that do not parse', () => {
  expect(faults(fence('json', '{ "a": 1, }'))).toEqual([expect.stringContaining('holds JSON that does not parse')])
  expect(faults(fence('yaml', 'a: [1'))).toEqual([expect.stringContaining('holds YAML that does not parse')])
})

test('goes red on a composition that names a package which is not there, also inside a group', () => {
  expect(faults(fence('yaml', '- name: nowhere'))).toEqual([expect.stringContaining('names the plugin nowhere')])
  const group = fence('yaml', '- name: loader', '  config:', "    - name: '@scope/b'")
  expect(faults(group)).toEqual([expect.stringContaining('names the plugin @scope/b')])
})

test('goes red on a composition that names a file of which the page says nothing', () => {
  const block = fence('yaml', '- name: ./provider.ts')
  expect(faults(block)).toEqual([expect.stringContaining('says nothing of provider.ts')])
  expect(faults('Save it as `provider.ts`.', block)).toEqual([])
})

test('goes red on a command that runs no script or names no file of the repository', () => {
  expect(faults(fence('sh', 'npx -y pnpm@10 --silent demoo'))).toEqual([expect.stringContaining('runs `pnpm demoo`')])
  expect(faults(fence('sh', 'pnpm ask packages/a/two.json'))).toEqual([
    expect.stringContaining('names packages/a/two.json'),
  ])
  expect(faults(fence('console', '$ pnpm nothing'))).toHaveLength(1)
})
