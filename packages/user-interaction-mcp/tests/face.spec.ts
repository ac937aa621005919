/** What the package names, and nothing else. */
import { loadComposition } from '@deepseek-ai/dsh-testkit'
import { describe, expect, test } from 'vitest'
import * as face from '../src/index.ts'
import { messages } from '../src/lang.ts'

test('names the plugin, the server, the provider and how an ask finds its client', () => {
  expect(new Set(Object.keys(face))).toEqual(
    new Set([
      'Config',
      'apply',
      'createCalls',
      'createMcpProvider',
      'createSessionClient',
      'inject',
      'name',
      'serveMcp',
    ]),
  )
  expect(face.name).toBe('user-interaction-mcp')
  expect(face.inject).toEqual(['tools', 'userInteraction'])
})

describe('the configuration', () => {
  test('needs nothing, and refuses what it does not know', () => {
    expect(face.Config({})).toEqual({})
    expect(face.Config({ lang: 'zh' })).toEqual({ lang: 'zh' })
    expect(() => face.Config({ lang: 'de' } as never)).toThrow(/expected/)
  })

  test('describes every key', () => {
    const described = Object.entries(face.Config.dict ?? {}).map(([key, schema]) => [key, schema.meta.description])
    expect(described.map(([key]) => key)).toEqual(['lang'])
    for (const [, description] of described) expect(description).toMatch(/\S/)
  })
})

test('speaks every language in the same words, each in its own', () => {
  expect(Object.keys(messages.zh)).toEqual(Object.keys(messages.en))
  for (const key of ['answer', 'instead', 'beside', 'waiting'] as const) {
    expect(messages.en[key]).not.toBe(messages.zh[key])
    expect(messages.zh[key]).toMatch(/\p{Script=Han}/u)
  }
})

test('is mounted by the Loader, registers, and is gone with its entry', async () => {
  const { ctx, entry, dispose } = await loadComposition(
    `
- { id: agents, name: '@deepseek-ai/dsh-agent' }
- { id: system-prompt, name: '@deepseek-ai/dsh-system-prompt' }
- { id: tools, name: '@deepseek-ai/dsh-tools' }
- { id: seam, name: '@deepseek-ai/dsh-user-interaction' }
- { id: mcp, name: '@deepseek-ai/dsh-user-interaction-mcp' }
`,
    import.meta.url,
  )
  expect(entry('mcp').fiber?.state).toBe(2)
  expect(ctx.userInteraction.answerable).toBe(true)
  await entry('mcp').fiber?.dispose()
  expect(ctx.userInteraction.answerable).toBe(false)
  await dispose()
})
