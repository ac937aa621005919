import { expect, test } from 'vitest'
import { generatedFaults } from '../docs/generated.ts'
import { installedBy } from '../docs/installed.ts'
import { licenceFaults, renderNotices } from '../docs/notices.ts'
import { packagesOf } from '../workspace.ts'
import { filesOf, folderOf } from './fixture.ts'

const manifests = filesOf({
  'packages/a/package.json': {
    name: 'a',
    dependencies: { b: 'workspace:^', one: '1' },
    peerDependencies: { host: '1' },
  },
  'packages/b/package.json': { name: 'b', dependencies: { two: '1' } },
  'packages/c/package.json': { name: 'c', private: true, dependencies: { unseen: '1' } },
})
const installed = filesOf({
  'packages/a/node_modules/b/package.json': { name: 'b', dependencies: { two: '1' } },
  'packages/a/node_modules/b/node_modules/two/package.json': { name: 'two', version: '2.0.0', license: 'ISC' },
  'packages/a/node_modules/one/package.json': {
    name: 'one',
    version: '1.0.0',
    license: 'MIT',
    dependencies: { one: '*' },
    peerDependencies: { three: '*', four: '*' },
    peerDependenciesMeta: { four: { optional: true } },
  },
  'packages/a/node_modules/three/package.json': { name: 'three', version: '3.0.0', license: '(GPL-3.0 OR MIT)' },
  'packages/a/node_modules/four/package.json': { name: 'four', version: '4.0.0', license: 'MIT' },
  'packages/a/node_modules/host/package.json': { name: 'host', version: '5.0.0', license: 'MIT' },
  'packages/b/node_modules/two/package.json': { name: 'two', version: '2.0.0', license: 'ISC' },
})

test('walks from the published packages along what they bring, without their peers and what is optional', () => {
  const folder = folderOf(new Map([...manifests, ...installed]))
  expect(installedBy(folder, packagesOf(manifests))).toEqual([
    { name: 'one', version: '1.0.0', license: 'MIT', broughtBy: ['a'] },
    { name: 'three', version: '3.0.0', license: '(GPL-3.0 OR MIT)', broughtBy: ['a'] },
    { name: 'two', version: '2.0.0', license: 'ISC', broughtBy: ['a', 'b'] },
  ])
})

const entry = { name: 'one', version: '1.0.0', license: 'MIT', broughtBy: ['a', 'b'] }

test('shows name, version, licence and who brings it, and goes red when one of them changes', () => {
  const text = renderNotices([entry])
  expect(text).toContain('| [one](https://www.npmjs.com/package/one/v/1.0.0) | 1.0.0 | MIT | a, b |')
  const files = filesOf({ 'docs/third-party-notices.md': text })
  const changed = renderNotices([{ ...entry, version: '1.0.1' }])
  expect(generatedFaults(files, [{ file: 'docs/third-party-notices.md', text: changed }])).toHaveLength(1)
})

test('goes red on a licence that is missing or asks for more than to be named', () => {
  expect(licenceFaults([entry, { ...entry, license: '(GPL-3.0 OR MIT)' }])).toEqual([])
  expect(licenceFaults([{ ...entry, license: '' }])[0]?.message).toContain('whose licence is not declared')
  expect(
    licenceFaults([
      { ...entry, license: 'MPL-2.0' },
      { ...entry, license: 'MIT AND GPL-3.0' },
    ]),
  ).toHaveLength(2)
})
