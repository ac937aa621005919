/** What the package names, and nothing else. */
import { loadComposition } from '@deepseek-ai/dsh-testkit'
import { describe, expect, test } from 'vitest'
import * as face from '../src/index.ts'
import { messages } from '../src/lang.ts'

test('names the plugin, the provider for other terminals, and how to tell whether one will do', () => {
  expect(new Set(Object.keys(face))).toEqual(
    new Set(['Config', 'apply', 'canRedraw', 'createTuiProvider', 'inject', 'name', 'runOnAsk', 'watchQueue']),
  )
  expect(face.name).toBe('user-interaction-tui')
  expect(face.inject).toEqual(['userInteraction'])
})

describe('the configuration', () => {
  test('has defaults', () => {
    expect(face.Config({})).toEqual({ output: 'stderr', notify: 'bell' })
    expect(face.Config(null)).toEqual({ output: 'stderr', notify: 'bell' })
  })

  test.each([{ output: 'file' }, { notify: 'sms' }, { lang: 'de' }, { onAsk: 1 }])('refuses %j', (config) => {
    expect(() => face.Config(config as never)).toThrow(/expected/)
  })

  test('describes every key', () => {
    const described = Object.entries(face.Config.dict ?? {}).map(([key, schema]) => [key, schema.meta.description])
    expect(described.map(([key]) => key)).toEqual(['output', 'lang', 'notify', 'onAsk'])
    for (const [, description] of described) expect(description).toMatch(/\S/)
  })
})

test('is mounted by the Loader, and refuses in words where there is no terminal', async () => {
  const { ctx, entry, dispose } = await loadComposition(
    `
- id: seam
  name: '@deepseek-ai/dsh-user-interaction'
- id: tui
  name: '@deepseek-ai/dsh-user-interaction-tui'
`,
    import.meta.url,
  )
  expect(entry('tui').fiber?.state).toBe(2)
  await entry('tui').fiber?.dispose()
  expect(ctx.userInteraction.answerable).toBe(false)
  await dispose()
})

test('holds the same texts in both languages, each with the same arguments', () => {
  const shape = (table: object): unknown[] => {
    return Object.entries(table).map(([key, value]) => [
      key,
      typeof value === 'object' ? shape(value as object) : typeof value,
    ])
  }
  expect(shape(messages.zh)).toEqual(shape(messages.en))
})
