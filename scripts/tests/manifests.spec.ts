import { describe, expect, test } from 'vitest'
import { manifestFaults } from '../house/manifests.ts'
import { filesOf } from './fixture.ts'

const root = { license: 'MIT', engines: { node: '>=20' }, scripts: { a: '' }, devDependencies: { x: 'catalog:' } }
const face = { '.': './src/index.ts' }
const published = {
  name: '@deepseek-ai/dsh-plug',
  description: 'Plugs.',
  license: 'MIT',
  type: 'module',
  engines: { node: '>=20' },
  exports: face,
  publishConfig: { access: 'public', exports: { '.': './lib/index.js' } },
  dependencies: { x: 'catalog:', y: 'workspace:^' },
  peerDependencies: { z: '^1.0.0', y: 'workspace:^' },
}
const catalog = "catalog:\n  x: 1.2.3\n  '@s/y': 0.1.0-rc.8\n  z: npm:@s/z@4.0.4\n"
const faults = (changed: object = {}, changedRoot: object = {}, yaml = catalog): string[] =>
  manifestFaults(
    filesOf({
      'package.json': { ...root, ...changedRoot },
      'packages/plug/package.json': { ...published, ...changed },
      'pnpm-workspace.yaml': yaml,
    }),
  ).map(({ message }) => message)

test('are content with exact pins in the catalog and nothing but the catalog in the packages', () => {
  expect(faults()).toEqual([])
})

describe('go red on', () => {
  test.each(['^1.2.3', '~1.2.3', '1.x', '1.2', 'latest', 'npm:@s/z@^4.0.4', '>=1.2.3'])(
    '%s in the catalog',
    (version) => {
      expect(faults({}, {}, `catalog:\n  x: '${version}'\n`)).toEqual([`pins x to ${version}; write one exact version`])
    },
  )

  test.each([
    ['a dependency past the catalog', { dependencies: { x: '1.2.3' } }, 'depends on x at 1.2.3'],
    ['a dev dependency past the catalog', { devDependencies: { x: '^1.2.3' } }, 'depends on x at ^1.2.3'],
    ['a peer that is pinned', { peerDependencies: { z: '1.0.0' } }, 'has the peer z at 1.0.0'],
    ['a peer from the catalog', { peerDependencies: { z: 'catalog:' } }, 'has the peer z at catalog:'],
    [
      'a peer of the workspace that is pinned',
      { peerDependencies: { z: 'workspace:*' } },
      'has the peer z at workspace:*',
    ],
    ['a name that is not the folder', { name: '@deepseek-ai/dsh-other' }, 'its folder makes it @deepseek-ai/dsh-plug'],
    ['no description', { description: '' }, 'has no description'],
    ['another licence', { license: 'ISC' }, 'must have the licence of the root, MIT'],
    ['another node', { engines: { node: '>=18' } }, 'must ask for the node of the root, >=20'],
    ['CommonJS', { type: 'commonjs' }, 'must have "type": "module"'],
    ['no public access', { publishConfig: { exports: face } }, 'must have publishConfig.access "public"'],
    [
      'an export that is not published',
      { exports: { ...face, './text': './src/text.ts' } },
      'must publish the same exports',
    ],
    ['a bin that is not published', { bin: { plug: './src/bin.ts' } }, 'must publish the same bin'],
  ])('%s', (_, changed, message) => {
    expect(faults(changed)).toEqual([expect.stringContaining(message)])
  })

  test('a ninth script at the root, and a root dependency past the catalog', () => {
    const scripts = Object.fromEntries(Array.from('abcdefghi', (name) => [name, '']))
    expect(faults({}, { scripts })).toEqual([expect.stringContaining('has 9 scripts')])
    expect(faults({}, { devDependencies: { x: '1.0.0' } })).toEqual([expect.stringContaining('depends on x at 1.0.0')])
  })
})

test('ask of a private package only its name and its dependencies', () => {
  expect(
    manifestFaults(
      filesOf({
        'package.json': root,
        'pnpm-workspace.yaml': catalog,
        'packages/plug/package.json': {
          name: '@deepseek-ai/dsh-plug',
          private: true,
          dependencies: { y: 'workspace:*' },
        },
      }),
    ),
  ).toEqual([])
})
