import { Config } from '@deepseek-ai/dsh-tool-ask-user'
import { describe, expect, test } from 'vitest'
import { configFaults, isConfig, keysOf } from '../docs/configs.ts'

/** Stands for one key of a schemastery schema, with what is read of it. */
const schema = (type: string, print: string, meta: object = {}): never => {
  return { type, meta: { description: 'says', ...meta }, toString: () => print } as never
}

const config = {
  type: 'object',
  dict: {
    mode: schema('union', '"a" | "b"', { default: 'a' }),
    limit: schema('number', 'number'),
    file: schema('string', 'string', { required: true }),
  },
}
const keys = keysOf(config)
const table = [
  '## Config',
  '',
  '| key | type | default | meaning |',
  '| --- | --- | --- | --- |',
  "| `mode` | `'a' \\| 'b'` | `'a'` | how |",
  '| `limit` | `number` | none | how many |',
  '| `file` | `string` | required | which |',
].join('\n')
const faults = (text: string): string[] => configFaults('README.md', text, keys).map(({ message }) => message)

test('reads type and default of each key from the schema, nested ones by their path', () => {
  expect(keys[0]).toEqual({ key: 'mode', type: "'a' | 'b'", fallback: "'a'", described: true })
  expect(keysOf({ type: 'object', dict: { outer: config as never } }).map(({ key }) => key)).toEqual([
    'outer.mode',
    'outer.limit',
    'outer.file',
  ])
})

test('reads the Config of a real plugin', () => {
  expect(isConfig(Config)).toBe(true)
  expect(keysOf(Config as never)).toContainEqual({
    key: 'offer',
    type: "'always' | 'while-answerable'",
    fallback: "'always'",
    described: true,
  })
})

test('is content with a table that shows every key, in either language', () => {
  expect(faults(table)).toEqual([])
  const chinese = table
    .replace('## Config', '## 配置')
    .replace('| none |', '| 无 |')
    .replace('| required |', '| 必填 |')
  expect(faults(chinese)).toEqual([])
})

describe('goes red on', () => {
  test.each([
    ['a README without the section', '# Plugin', 'has no section headed "Config"'],
    ['a key without a row', table.replace(/.*`limit`.*\n/, ''), 'has no row for `limit`'],
    ['a row without a key', `${table}\n| \`speed\` | number | 1 | x |`, 'describes `speed`, which is no key'],
    ['another type', table.replace('`number`', '`string`'), 'shows the type of `limit` as string; it is number'],
    ['another default', table.replace("`'a'` |", "`'b'` |"), "shows the default of `mode` as 'b'; it is 'a'"],
    ['a default that is none', table.replace('| none |', '| 5 |'), 'shows the default of `limit` as 5'],
    ['a key without a meaning', table.replace('| how |', '| |'), 'does not say what `mode` means'],
  ])('%s', (_, text, message) => {
    expect(faults(text)).toEqual([expect.stringContaining(message)])
  })

  test('a key that its schema does not describe', () => {
    const silent = keysOf({ type: 'object', dict: { limit: schema('number', 'number', { description: undefined }) } })
    const text = table.replace(/.*`(?:mode|file)`.*\n?/g, '')
    expect(configFaults('README.md', text, silent)[0]?.message).toContain('has no .description(...)')
  })
})

test('takes only an object schema for a Config', () => {
  expect(isConfig(config)).toBe(true)
  expect(isConfig({ type: 'string' })).toBe(false)
  expect(isConfig(undefined)).toBe(false)
  expect(isConfig(null)).toBe(false)
})
