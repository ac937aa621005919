import { expect, test } from 'vitest'
import { twinFaults } from '../docs/twins.ts'
import { fence, filesOf } from './fixture.ts'

const english = `# Name\n## One\n${fence('sh', 'ls')}\n## Two\n`
const chinese = `# 名字\n## 一\n${fence('sh', 'ls')}\n## 二\n`
const faults = (twin: string): string[] => {
  return twinFaults(filesOf({ 'README.md': english, 'README.zh.md': twin })).map(({ message }) => message)
}

test('is content with the same levels and blocks in both languages', () => {
  expect(faults(chinese)).toEqual([])
})

test('goes red on a missing, an extra and a shifted heading', () => {
  expect(faults(chinese.replace('## 二\n', ''))).toEqual([expect.stringContaining('at its heading "Two"')])
  expect(faults(chinese.replace('## 一', '### 一'))).toEqual([expect.stringContaining('at its heading "One" (level 2')])
  expect(faults(`${chinese}## 三\n`)).toEqual([expect.stringContaining('has the heading "三"')])
})

test('goes red on a code block that one language lacks or has in another language', () => {
  const without = chinese.replace(fence('sh', 'ls'), '')
  expect(faults(without)).toEqual([expect.stringContaining('README.md has one of "sh", this has none')])
  expect(faults(chinese.replace('```sh', '```text'))).toEqual([expect.stringContaining('this has one of "text"')])
  expect(faults(chinese + fence('sh', 'ls'))).toEqual([expect.stringContaining('README.md has none')])
})

test('goes red on a published package without both, and lets a private one have none', () => {
  const pair = { 'README.md': english, 'README.zh.md': chinese }
  const manifest = { 'packages/a/package.json': { name: 'a' }, 'packages/b/package.json': { name: 'b', private: true } }
  expect(twinFaults(filesOf({ ...pair, ...manifest })).map(({ file }) => file)).toEqual(['packages/a/README.md'])
  const half = filesOf({ ...pair, ...manifest, 'packages/a/README.md': english, 'packages/b/README.md': english })
  expect(twinFaults(half).map(({ file }) => file)).toEqual(['packages/a/README.zh.md', 'packages/b/README.zh.md'])
})
