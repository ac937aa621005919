/** What the package names, and nothing else. */
import { expect, test } from 'vitest'
import * as face from '../src/index.ts'

test('names the plugin and the published tool, without a default export', () => {
  expect(new Set(Object.keys(face))).toEqual(new Set(['Config', 'apply', 'askUserQuestionTool', 'inject', 'name']))
  expect(face.name).toBe('tool-ask-user')
  expect(face.inject).toEqual(['tools', 'userInteraction'])
})

test('offers the tool always and without a deadline unless told otherwise', () => {
  expect(face.Config({})).toEqual({ offer: 'always' })
  expect(face.Config(null)).toEqual({ offer: 'always' })
})

test('takes any deadline that a person could meet', () => {
  expect(face.Config({ deadlineMs: 30_000 })).toEqual({ deadlineMs: 30_000, offer: 'always' })
  expect(face.Config({ deadlineMs: 2 ** 40 })).toMatchObject({ deadlineMs: 2 ** 40 })
})

test.each([
  { deadlineMs: 0 },
  { deadlineMs: -1 },
  { deadlineMs: Infinity },
  { deadlineMs: '5m' },
  { offer: 'never' },
  { offer: true },
])('refuses the configuration %j', (config) => {
  expect(() => face.Config(config as never)).toThrow(/expected/)
})

test('describes every key of its configuration', () => {
  const described = Object.entries(face.Config.dict ?? {}).map(([key, schema]) => [key, schema.meta.description])
  expect(described.map(([key]) => key)).toEqual(['deadlineMs', 'offer'])
  for (const [, description] of described) expect(description).toMatch(/\S/)
})
