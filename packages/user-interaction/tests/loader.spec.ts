/** The seam as a line in a cordis.yml, mounted by the real Loader; what editing the composition does to open asks. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Include } from '@deepseek-ai/cordis-plugin-include'
import { type Entry, Group, Loader } from '@deepseek-ai/cordis-plugin-loader'
import { Context } from 'cordis'
import { describe, expect, it, onTestFinished } from 'vitest'
import { endOf, isOpen, requestOf } from './boot.ts'

const seam = "- { id: seam, name: '@deepseek-ai/dsh-user-interaction' }\n"
/** The seam with a value for handoverMs. */
const configured = (value: string): string => seam.replace(' }', `, config: { handoverMs: ${value} } }`)

const surface = '- { id: surface, name: ./surface.mjs, config: { says: yes } }\n'
const silent = '- { id: surface, name: ./surface.mjs }\n'

/** A provider of ten lines: it says what its config tells it, or nothing at all. */
const surfaceFile = `
export const name = 'surface'
export const inject = ['userInteraction']
export function apply(ctx, config) {
  const ask = async ({ questions }) => {
    if (!config?.says) return new Promise(() => {})
    return { answers: questions.map(({ id }) => ({ id, selected: [], custom: config.says })) }
  }
  ctx.userInteraction.registerProvider({ ask })
}
`

/** Boots `yaml` in a folder of its own; bare names resolve as for this file, relative ones from the folder. */
async function boot(yaml: string) {
  const folder = await mkdtemp(join(tmpdir(), 'user-interaction-'))
  const write = (text: string) => writeFile(join(folder, 'cordis.yml'), text)
  await write(yaml)
  await writeFile(join(folder, 'surface.mjs'), surfaceFile)
  const ctx = new Context()
  onTestFinished(async () => {
    await ctx.fiber.dispose()
    await rm(folder, { recursive: true })
  })
  ctx.baseUrl = pathToFileURL(`${folder}/`).href
  await ctx.plugin(Loader)
  ctx.loader.builtins['group'] = Group
  const locate = (name: string, base: string): string => (name.startsWith('.') ? new URL(name, base).href : name)
  const internal = { import: (name: string, base: string) => import(locate(name, base)) }
  ctx.loader.internal = internal as unknown as NonNullable<Loader['internal']>
  const file = { name: '@deepseek-ai/cordis-plugin-include', config: { path: './cordis.yml' } }
  const include = await ctx.loader.create(file)
  await ctx.loader.await()
  const settled = <T>(change: Promise<T>) => change.then(() => ctx.loader.await())
  return {
    ctx,
    entry: (id: string): Entry => ctx.loader.resolve(`${include}:${id}`),
    update: (id: string, options: object) => settled(ctx.loader.update(`${include}:${id}`, options)),
    edit: (text: string) => settled(write(text).then(() => (ctx.loader.resolve(include).subtree as Include).refresh())),
  }
}

/** The name of a service is declared where it is provided; here the Loader provided it. */
const seamOf = (ctx: Context) => {
  const service = ctx.get('userInteraction')
  if (!service) throw new Error('the seam is not mounted')
  return service
}

describe('the seam in a cordis.yml', () => {
  it('is mounted by its name alone, and carries an answer', async () => {
    const { ctx, entry } = await boot(seam + surface)
    expect(entry('seam').fiber?.config).toEqual({ handoverMs: 0 })
    expect(await seamOf(ctx).ask(requestOf('a'))).toEqual({ answers: [{ id: 'a', selected: [], custom: 'yes' }] })
  })

  it('may come after its provider: who needs it waits', async () => {
    const { ctx } = await boot(surface + seam)
    expect(seamOf(ctx).answerable).toBe(true)
  })

  it.each([['-1'], ['soon'], ['[1]']])('does not start with handoverMs: %s', async (value) => {
    const { ctx, entry } = await boot(configured(value))
    expect(entry('seam').fiber?.state).not.toBe(2)
    expect(ctx.get('userInteraction')).toBeUndefined()
  })
})

describe('editing the composition while a question is open', () => {
  it("rejects with PROVIDER_GONE when the provider's entry is disabled, and goes on when it is back", async () => {
    const { ctx, update } = await boot(seam + silent)
    const end = endOf(seamOf(ctx).ask(requestOf('a')))
    await update('surface', { disabled: true })
    expect(await end).toBe('PROVIDER_GONE')
    expect(await endOf(seamOf(ctx).ask(requestOf('b')))).toBe('NO_PROVIDER')
    await update('surface', { disabled: null, config: { says: 'back' } })
    expect(await seamOf(ctx).ask(requestOf('c'))).toMatchObject({ answers: [{ custom: 'back' }] })
  })

  it("rejects with PROVIDER_GONE when the provider's entry is taken out of the file", async () => {
    const { ctx, edit } = await boot(seam + silent)
    const end = endOf(seamOf(ctx).ask(requestOf('a')))
    await edit(seam)
    expect(await end).toBe('PROVIDER_GONE')
  })

  it("rejects with PROVIDER_GONE when the provider's fiber is disposed", async () => {
    const { ctx, entry } = await boot(seam + silent)
    const end = endOf(seamOf(ctx).ask(requestOf('a')))
    await entry('surface').fiber?.dispose()
    expect(await end).toBe('PROVIDER_GONE')
  })

  it('rejects with PROVIDER_GONE when a group around the provider is disabled', async () => {
    const group = '- id: screens\n  name: cordis:group\n  config: [{ id: surface, name: ./surface.mjs }]\n'
    const { ctx, update } = await boot(seam + group)
    const end = endOf(seamOf(ctx).ask(requestOf('a')))
    await update('screens', { disabled: true })
    expect(await end).toBe('PROVIDER_GONE')
  })

  it("shows the ask again when the provider's config changes and handoverMs bridges the gap", async () => {
    const patient = configured('60000')
    const { ctx, edit } = await boot(patient + silent)
    const ask = seamOf(ctx).ask(requestOf('a'))
    expect(await isOpen(ask)).toBe(true)
    await edit(patient + surface)
    expect(await ask).toEqual({ answers: [{ id: 'a', selected: [], custom: 'yes' }] })
  })

  it("rejects with SERVICE_GONE when the seam's entry is disabled or its config changes", async () => {
    const { ctx, update } = await boot(seam + silent)
    const first = endOf(seamOf(ctx).ask(requestOf('a')))
    await update('seam', { config: { handoverMs: 5 } })
    expect(await first).toBe('SERVICE_GONE')
    const second = endOf(seamOf(ctx).ask(requestOf('b')))
    await update('seam', { disabled: true })
    expect(await second).toBe('SERVICE_GONE')
    expect(ctx.get('userInteraction')).toBeUndefined()
  })
})

describe('two seams in one file', () => {
  const isolated = (id: string) => `- id: ${id}
  name: cordis:group
  isolate: { userInteraction: true }
  config:
    - { id: seam-${id}, name: '@deepseek-ai/dsh-user-interaction' }
    - { id: surface-${id}, name: ./surface.mjs, config: { says: ${id} } }
`

  it('have a provider each, and answer each their own', async () => {
    const { entry } = await boot(isolated('left') + isolated('right'))
    for (const id of ['left', 'right']) {
      const { fiber } = entry(`surface-${id}`)
      if (!fiber) throw new Error('not running')
      expect(await seamOf(fiber.ctx).ask(requestOf('a'))).toMatchObject({ answers: [{ custom: id }] })
    }
  })

  it('go on telling their own contexts when a group changes its isolation', async () => {
    const { entry, update } = await boot(isolated('left'))
    const { fiber } = entry('surface-left')
    if (!fiber) throw new Error('not running')
    const heard: string[] = []
    fiber.ctx.on('user-interaction/settled', ({ outcome }) => void heard.push(outcome))
    await seamOf(fiber.ctx).ask(requestOf('a'))
    await update('left', { isolate: { userInteraction: 'room' } })
    await seamOf(fiber.ctx).ask(requestOf('a'))
    expect(heard).toEqual(['answered', 'answered'])
  })
})
