/** What the package names, and nothing else. */
import { describe, expect, test } from 'vitest'
import * as face from '../src/index.ts'
import { messages } from '../src/lang.ts'

test('names the plugin and the provider for an agent that holds its own connection', () => {
  expect(new Set(Object.keys(face))).toEqual(new Set(['Config', 'apply', 'createAcpProvider', 'inject', 'name']))
  expect(face.name).toBe('user-interaction-acp')
  expect(face.inject).toEqual(['userInteraction', 'acpClient'])
})

describe('the configuration', () => {
  test('takes what a dialog gives back for a person’s after a second', () => {
    expect(face.Config({})).toEqual({ soonestMs: 1000 })
    expect(face.Config({ soonestMs: 0, lang: 'zh' })).toEqual({ soonestMs: 0, lang: 'zh' })
  })

  test.each([{ soonestMs: -1 }, { soonestMs: '1 s' }, { lang: 'de' }])('refuses %j', (config) => {
    expect(() => face.Config(config as never)).toThrow(/expected/)
  })
})

test('holds the same texts in both languages', () => {
  expect(Object.keys(messages.zh)).toEqual(Object.keys(messages.en))
})
