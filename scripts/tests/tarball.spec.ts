import { expect, test } from 'vitest'
import { tarballFaults } from '../checks/tarball.ts'
import { filesOf } from './fixture.ts'

const manifest = { name: '@s/a', dependencies: { used: '1' }, peerDependencies: { '@s/peer': '1' } }
const complete = {
  'package.json': manifest,
  'README.md': '',
  'README.zh.md': '',
  LICENSE: '',
  'lib/index.js': [
    "import { b } from './b.js'",
    "import used from 'used/sub'",
    "import { x } from '@s/peer'",
    "import fs from 'node:fs'",
    "import '@s/a/own'",
    "export const later = () => import('used')",
  ].join('\n'),
  'lib/index.d.ts': "export { b } from './b.ts'\nexport declare const a: import('@s/peer').A",
  'lib/b.js': '',
  'lib/b.d.ts': "declare module 'upstream' {}\nexport {}",
}
const sources = ['src/index.ts', 'src/b.ts']
const faults = (changed: object): string[] => {
  return tarballFaults({ path: 'packages/a', files: filesOf({ ...complete, ...changed }), sources }).map(
    ({ message }) => message,
  )
}

test('is content when each import is packed or declared', () => {
  expect(faults({})).toEqual([])
})

test('goes red on an import, in code, in a type or at run time, of a package that is not declared', () => {
  const message = 'imports dev-only; add dev-only to its dependencies or peerDependencies'
  expect(faults({ 'lib/b.js': "import 'dev-only'" })).toEqual([expect.stringContaining(message)])
  expect(faults({ 'lib/b.d.ts': "export type A = import('dev-only').A" })).toEqual([expect.stringContaining(message)])
  expect(faults({ 'lib/b.js': "await import('dev-only')" })).toEqual([expect.stringContaining(message)])
  expect(faults({ 'lib/b.js': "require('dev-only')" })).toEqual([expect.stringContaining(message)])
})

test('goes red on an import of a file that is not packed', () => {
  expect(faults({ 'lib/b.js': "import './c.js'" })).toEqual([
    expect.stringContaining('imports ./c.js, and that is not packed'),
  ])
  expect(faults({ 'lib/b.d.ts': "export * from './c.ts'" })).toHaveLength(1)
  expect(faults({ 'lib/b.js': "import './b.ts'" })).toHaveLength(1)
})

test('goes red on a build of a source that is gone', () => {
  expect(faults({ 'lib/old.js': '' })).toEqual([
    'packs lib/old.js, and there is no src/old.ts any more; delete lib and build again',
  ])
})

test('goes red without a README in both languages or a licence', () => {
  const { LICENSE: _, 'README.zh.md': __, ...rest } = complete
  expect(tarballFaults({ path: 'packages/a', files: filesOf(rest), sources }).map(({ message }) => message)).toEqual([
    'packs no README.zh.md',
    'packs no LICENSE',
  ])
})
