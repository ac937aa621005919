/** What the package names, and nothing else. */
import { loadComposition } from '@deepseek-ai/dsh-testkit'
import { describe, expect, test } from 'vitest'
import * as face from '../src/index.ts'

test('names the plugin, the provider for other streams and how to tell that the input ended', () => {
  expect(new Set(Object.keys(face))).toEqual(
    new Set(['Config', 'apply', 'createStdioProvider', 'inject', 'isInputEnded', 'isNoAnswer', 'name']),
  )
  expect(face.name).toBe('user-interaction-stdio')
  expect(face.inject).toEqual(['userInteraction'])
})

describe('the configuration', () => {
  test('asks on stderr unless told otherwise', () => {
    expect(face.Config({})).toEqual({ output: 'stderr' })
    expect(face.Config(null)).toEqual({ output: 'stderr' })
    expect(face.Config({ output: 'stdout', lang: 'zh' })).toEqual({ output: 'stdout', lang: 'zh' })
  })

  test.each([{ output: 'file' }, { output: 1 }, { lang: 'de' }])('refuses %j', (config) => {
    expect(() => face.Config(config as never)).toThrow(/expected/)
  })

  test('describes every key', () => {
    const described = Object.entries(face.Config.dict ?? {}).map(([key, schema]) => [key, schema.meta.description])
    expect(described.map(([key]) => key)).toEqual(['output', 'lang'])
    for (const [, description] of described) expect(description).toMatch(/\S/)
  })
})

test('is mounted by the Loader, registers, and is gone with its entry', async () => {
  const { ctx, entry, dispose } = await loadComposition(
    `
- id: seam
  name: '@deepseek-ai/dsh-user-interaction'
- id: stdio
  name: '@deepseek-ai/dsh-user-interaction-stdio'
`,
    import.meta.url,
  )
  expect(entry('stdio').fiber?.state).toBe(2)
  expect(ctx.userInteraction.answerable).toBe(true)
  await entry('stdio').fiber?.dispose()
  expect(ctx.userInteraction.answerable).toBe(false)
  await dispose()
})
