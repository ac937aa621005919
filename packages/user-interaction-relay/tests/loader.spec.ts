/** The relay as an entry of a cordis.yml, mounted by the real Loader. */
import { type Composition, loadComposition } from '@deepseek-ai/dsh-testkit'
import type { UserInteraction } from '@deepseek-ai/dsh-user-interaction'
// Compositions below name it.
import type {} from '@deepseek-ai/dsh-user-interaction-script'
import { describe, expect, it, onTestFinished } from 'vitest'
import { endOf, requestOf, said } from './boot.ts'

/** Says what its config tells it, or nothing at all. */
const surfaceFile = `
export const name = 'surface'
export const inject = ['userInteraction']
export function apply(ctx, { says, at } = {}) {
  if (says === 'nothing') throw new Error('no display')
  const ask = async ({ questions }) => {
    if (!says) return new Promise(() => {})
    return { answers: questions.map(({ id }) => ({ id, selected: [says] })) }
  }
  ctx.userInteraction.registerProvider({ ask })
}
`

async function load(relay: string): Promise<Composition & { seam: UserInteraction }> {
  const yaml = `
- { id: seam, name: '@deepseek-ai/dsh-user-interaction' }
- id: relay
  name: '@deepseek-ai/dsh-user-interaction-relay'
  config:
${relay.replace(/^/gm, '    ')}
`
  const composition = await loadComposition(yaml, import.meta.url, { 'surface.mjs': surfaceFile })
  onTestFinished(() => composition.dispose())
  const seam = composition.ctx.get('userInteraction')
  if (!seam) throw new Error('the seam is not mounted')
  return { ...composition, seam }
}

describe('the relay in a cordis.yml', () => {
  it('mounts surfaces by name from the folder of the file and by package name, unchanged and out of sight', async () => {
    const { ctx, seam, entry } = await load(`surfaces:
  - { id: quiet, name: ./surface.mjs }
  - { id: script, name: '@deepseek-ai/dsh-user-interaction-script', config: { answers: { q: No } } }`)
    const heard: unknown[] = []
    ctx.on('user-interaction/settled', ({ surface }) => void heard.push(surface))
    expect(await seam.ask(requestOf('q'))).toEqual(said('q', 'No'))
    expect(heard).toEqual(['script'])
    expect(entry('relay').fiber?.config).toMatchObject({ mode: 'first' })
  })

  it('takes an expression in the config of a surface for what it says where the relay stands', async () => {
    const { seam } = await load(`surfaces:
  - { name: ./surface.mjs, config: { says: !!js "'Y' + 'es'" } }`)
    expect(await seam.ask(requestOf('q'))).toEqual(said('q'))
  })

  it('drops a surface that does not load, and says which and why in the log', async () => {
    const { seam, ctx } = await load(`mode: fallback
surfaces:
  - { id: torn, name: ./surface.mjs, config: { says: nothing } }
  - { id: absent, name: ./absent.mjs }
  - { id: whole, name: ./surface.mjs, config: { says: Yes } }`)
    expect(await seam.ask(requestOf('q'))).toEqual(said('q'))
    expect(ctx.get('userInteraction')?.answerable).toBe(true)
  })

  it('fails an ask with every cause when no surface has loaded', async () => {
    const { seam } = await load(`surfaces:
  - { id: torn, name: ./surface.mjs, config: { says: nothing } }
  - { id: absent, name: ./absent.mjs }
  - { id: idle, name: '@deepseek-ai/dsh-user-interaction-script/package.json' }`)
    expect(seam.answerable).toBe(false)
    const failure: unknown = await seam.ask(requestOf('q')).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'PROVIDER_FAILED', cause: { errors: [{}, {}, {}] } })
    expect(String(failure)).toMatch(/torn: .*no display; absent: .*absent\.mjs.*; idle: /s)
  })

  it('does not start with two surfaces of one name, nor without a list of them', async () => {
    const twice = await load('surfaces: [{ name: ./surface.mjs }, { name: ./surface.mjs }]')
    await expect(twice.entry('relay').fiber?.await()).rejects.toThrow('two surfaces are called "./surface.mjs"')
    expect(await endOf(twice.seam.ask(requestOf('q')))).toBe('NO_PROVIDER')
    const none = await load('mode: first')
    await expect(none.entry('relay').fiber?.await()).rejects.toThrow(/surfaces/)
  })

  it('ends its surfaces with its own entry', async () => {
    const { seam, entry } = await load('surfaces: [{ name: ./surface.mjs }]')
    const end = endOf(seam.ask(requestOf('q')))
    await entry('relay').fiber?.dispose()
    expect(await end).toBe('PROVIDER_GONE')
  })
})
