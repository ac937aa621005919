/** The plugin as a cordis.yml mounts it, through the real Loader. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Include from '@deepseek-ai/cordis-plugin-include'
import Loader from '@deepseek-ai/cordis-plugin-loader'
import { Context } from 'cordis'
import { expect, onTestFinished, test } from 'vitest'
import { call, settle, textOf } from './mount.ts'

const proceed = { questions: [{ id: 'a', question: 'Proceed?', options: ['Yes', 'No'] }] }

const harness = `
- { id: agents, name: '@deepseek-ai/dsh-agent' }
- { id: prompt, name: '@deepseek-ai/dsh-system-prompt' }
- { id: tools, name: '@deepseek-ai/dsh-tools' }
- { id: seam, name: '@deepseek-ai/dsh-user-interaction' }
`

/** A provider of one's own: it says yes to `a`, or with `mute` never answers. */
const provider = `
export const name = 'provider'
export const inject = ['userInteraction']
export function apply(ctx, config) {
  ctx.userInteraction.registerProvider({
    ask: () => config?.mute
      ? new Promise(() => {})
      : Promise.resolve({ answers: [{ id: 'a', selected: ['Yes'] }] }),
  })
}
`

/** Boots a cordis.yml in a folder of its own; `edit` writes it anew and has it read. */
async function boot(yaml: string) {
  const folder = await mkdtemp(join(tmpdir(), 'tool-ask-user-'))
  const file = join(folder, 'cordis.yml')
  await writeFile(join(folder, 'provider.mjs'), provider)
  await writeFile(file, harness + yaml)
  const ctx = new Context()
  onTestFinished(async () => {
    await ctx.fiber.dispose()
    await rm(folder, { recursive: true })
  })
  ctx.baseUrl = `${pathToFileURL(folder)}/`
  await ctx.plugin(Loader)
  // The packages are TypeScript here, which only the test runner's own import reads.
  const load = (name: string, base: string) => import(name.startsWith('.') ? new URL(name, base).href : name)
  Object.assign(ctx.loader, { internal: { import: load } })
  await ctx.loader.create({ name: '@deepseek-ai/cordis-plugin-include', config: { path: './cordis.yml' } })
  await ctx.loader.await()
  const edit = async (next: string): Promise<void> => {
    await writeFile(file, harness + next)
    const include = [...ctx.loader.entries()].map((entry) => entry.subtree).find((tree) => tree instanceof Include)
    await (include as Include).refresh()
    await ctx.loader.await()
  }
  return { ctx, edit }
}

/** The state of each entry by id: 2 is active. */
function states(ctx: Context): Record<string, unknown> {
  return Object.fromEntries([...ctx.loader.entries()].map((entry) => [entry.options.id, entry.fiber?.state]))
}

test('becomes active and answers a call', async () => {
  const { ctx } = await boot(`
- { id: mine, name: ./provider.mjs }
- { id: ask, name: '@deepseek-ai/dsh-tool-ask-user', config: { deadlineMs: 60000 } }
`)
  expect(states(ctx)).toMatchObject({ mine: 2, ask: 2 })
  expect(textOf(await call(ctx, proceed))).toBe('{"answers":[{"id":"a","selected":["Yes"]}]}')
})

test('keeps its configuration through the Loader', async () => {
  const { ctx, edit } = await boot(`
- { id: ask, name: '@deepseek-ai/dsh-tool-ask-user', config: { offer: while-answerable } }
`)
  expect(ctx.tools.get('ask_user_question')).toBeUndefined()
  await edit(`
- { id: ask, name: '@deepseek-ai/dsh-tool-ask-user', config: { offer: while-answerable } }
- { id: mine, name: ./provider.mjs }
`)
  expect(ctx.tools.get('ask_user_question')).toBeDefined()
})

test('does not become active with a configuration it cannot mean', async () => {
  const { ctx } = await boot(`
- { id: ask, name: '@deepseek-ai/dsh-tool-ask-user', config: { deadlineMs: -1 } }
`)
  expect(states(ctx)['ask']).not.toBe(2)
  expect(ctx.tools.get('ask_user_question')).toBeUndefined()
})

test('waits for the seam and the tool runtime', async () => {
  const { ctx } = await boot(`
- { id: ask, name: '@deepseek-ai/dsh-tool-ask-user', isolate: { userInteraction: true } }
`)
  expect(states(ctx)['ask']).not.toBe(2)
  expect(ctx.tools.get('ask_user_question')).toBeUndefined()
})

test('is gone when its entry is disabled, and its open question with it', async () => {
  const { ctx, edit } = await boot(`
- { id: mine, name: ./provider.mjs, config: { mute: true } }
- { id: ask, name: '@deepseek-ai/dsh-tool-ask-user' }
`)
  const result = call(ctx, proceed)
  await settle()
  expect(ctx.userInteraction.pending).toHaveLength(1)
  await edit(`
- { id: mine, name: ./provider.mjs, config: { mute: true } }
- { id: ask, name: '@deepseek-ai/dsh-tool-ask-user', disabled: true }
`)
  expect((await result).error?.info).toEqual({ name: 'UserInteractionError', code: 'ASK_ABORTED' })
  expect(ctx.tools.schemas()).toEqual([])
  expect(ctx.userInteraction.pending).toEqual([])
  expect((await call(ctx, proceed)).error?.info?.code).toBe('UNKNOWN_TOOL')
})

test('stays when its provider is disabled, whose open question says that it is gone', async () => {
  const { ctx, edit } = await boot(`
- { id: mine, name: ./provider.mjs, config: { mute: true } }
- { id: ask, name: '@deepseek-ai/dsh-tool-ask-user' }
`)
  const result = call(ctx, proceed)
  await settle()
  await edit(`
- { id: mine, name: ./provider.mjs, config: { mute: true }, disabled: true }
- { id: ask, name: '@deepseek-ai/dsh-tool-ask-user' }
`)
  expect((await result).error?.info).toEqual({ name: 'UserInteractionError', code: 'PROVIDER_GONE' })
  expect(ctx.tools.get('ask_user_question')).toBeDefined()
  expect((await call(ctx, proceed)).error?.info?.code).toBe('NO_PROVIDER')
})
