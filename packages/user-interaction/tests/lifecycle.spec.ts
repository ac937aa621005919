/** Endings that nobody announced: plugins, groups, agents and services that unload while a question is open. */
import UserInteraction from '@deepseek-ai/dsh-user-interaction'
import { Context, type Fiber } from 'cordis'
import { describe, expect, it } from 'vitest'
import { Desk, endOf, enterAgent, isOpen, mountPlugin, mountSeam, requestOf, said, turn } from './boot.ts'

/** A plugin that registers `desk` each time it loads, with what it does when it unloads. */
function surface(desk: Desk, unload: () => unknown = () => {}) {
  return {
    name: 'surface',
    inject: ['userInteraction'],
    apply(ctx: Context) {
      ctx.effect(() => () => void unload())
      ctx.userInteraction.registerProvider(desk)
      ctx.effect(() => () => void unload())
    },
  }
}

/** A group: a plugin whose only work is to hold others. */
async function mountGroup(parent: Context): Promise<{ ctx: Context; fiber: Fiber }> {
  const fiber = await parent.plugin({ name: 'group', apply: () => {} })
  return { ctx: fiber.ctx, fiber }
}

describe('the end of the asking plugin', () => {
  it("ends its asks, shown and queued, and nobody else's", async () => {
    const { ctx } = await mountSeam()
    const desk = new Desk(1)
    ctx.userInteraction.registerProvider(desk)
    const [one, two] = [await mountPlugin(ctx), await mountPlugin(ctx)]
    const ends = ['a', 'b'].map((id) => endOf(one.ctx.userInteraction.ask(requestOf(id))))
    const other = two.ctx.userInteraction.ask(requestOf('c'))
    await one.fiber.dispose()
    expect(await Promise.all(ends)).toEqual(['ASK_ABORTED', 'ASK_ABORTED'])
    expect(desk.titles).toEqual(['a', 'c'])
    desk.at(1).answer(said('c'))
    expect(await other).toEqual(said('c'))
  })

  it('counts when it only restarts, or when a group around it goes', async () => {
    const { ctx } = await mountSeam()
    ctx.userInteraction.registerProvider(new Desk())
    const plugin = await mountPlugin(ctx)
    const first = endOf(plugin.ctx.userInteraction.ask(requestOf('a')))
    await plugin.fiber.restart()
    expect(await first).toBe('ASK_ABORTED')
    const group = await mountGroup(ctx)
    const inner = await mountPlugin(group.ctx)
    const second = endOf(inner.ctx.userInteraction.ask(requestOf('b')))
    await group.fiber.dispose()
    expect(await second).toBe('ASK_ABORTED')
  })

  it('refuses what the plugin asks while it unloads and after', async () => {
    const { ctx } = await mountSeam()
    const desk = new Desk()
    ctx.userInteraction.registerProvider(desk)
    const plugin = await mountPlugin(ctx)
    const service = plugin.ctx.userInteraction
    const during: Promise<string>[] = []
    plugin.ctx.effect(() => () => void during.push(endOf(service.ask(requestOf('a')))))
    await plugin.fiber.dispose()
    expect(await Promise.all([...during, endOf(service.ask(requestOf('b')))])).toEqual(['ASK_ABORTED', 'ASK_ABORTED'])
    expect(desk.titles).toEqual([])
  })

  it('ends what a plugin asked while it loaded, when its load fails', async () => {
    const { ctx } = await mountSeam()
    ctx.userInteraction.registerProvider(new Desk())
    const ends: Promise<string>[] = []
    const broken = {
      name: 'broken',
      inject: ['userInteraction'],
      apply(inner: Context) {
        ends.push(endOf(inner.userInteraction.ask(requestOf('a'))))
        throw new Error('cannot load')
      },
    }
    await expect(ctx.plugin(broken)).rejects.toThrow('cannot load')
    expect(await Promise.all(ends)).toEqual(['ASK_ABORTED'])
  })
})

describe('the end of the asking agent', () => {
  it('ends its asks, and keeps the order of the rest', async () => {
    const { ctx } = await mountSeam()
    const desk = new Desk(1)
    ctx.userInteraction.registerProvider(desk)
    const [x, y] = [enterAgent(ctx, 'x'), enterAgent(ctx, 'y')]
    const asking = (id: string, { agent }: typeof x) => endOf(ctx.userInteraction.ask(requestOf(id, { agent })))
    const [x1, y1, x2, y2] = [asking('x1', x), asking('y1', y), asking('x2', x), asking('y2', y)]
    x.leave()
    expect(await Promise.all([x1, x2])).toEqual(['ASK_ABORTED', 'ASK_ABORTED'])
    expect(desk.titles).toEqual(['x1', 'y1'])
    expect(ctx.userInteraction.pending.map(({ agentId }) => agentId)).toEqual(['y', 'y'])
    y.leave()
    expect(await Promise.all([y1, y2])).toEqual(['ASK_ABORTED', 'ASK_ABORTED'])
  })

  it('never shows a queued ask of an agent that goes, though it stands first in line', async () => {
    const { ctx } = await mountSeam()
    const desk = new Desk(1)
    ctx.userInteraction.registerProvider(desk)
    const { agent, leave } = enterAgent(ctx, 'x')
    const ends = ['x1', 'x2', 'x3'].map((id) => endOf(ctx.userInteraction.ask(requestOf(id, { agent }))))
    leave()
    expect(await Promise.all(ends)).toEqual(['ASK_ABORTED', 'ASK_ABORTED', 'ASK_ABORTED'])
    expect(desk.titles).toEqual(['x1'])
  })

  it('leaves asks without an agent alone', async () => {
    const { ctx } = await mountSeam()
    ctx.userInteraction.registerProvider(new Desk())
    const { leave } = enterAgent(ctx, 'x')
    const ask = ctx.userInteraction.ask(requestOf('a'))
    leave()
    expect(await isOpen(ask)).toBe(true)
    ask.catch(() => {})
  })
})

describe("the end of the provider's plugin", () => {
  it.each([
    ['answers', (desk: Desk) => desk.at(0).answer(said('a', 'in haste'))],
    ['rejects', (desk: Desk) => desk.at(0).fail(new Error('closing'))],
    ['does nothing', () => {}],
  ])('is a removal, whether it %s while it unloads', async (_what, unload) => {
    const { ctx } = await mountSeam()
    const desk = new Desk()
    const fiber = await ctx.plugin(surface(desk, () => unload(desk)))
    const end = endOf(ctx.userInteraction.ask(requestOf('a')))
    await fiber.dispose()
    expect(await end).toBe('PROVIDER_GONE')
  })

  it.each([
    ['answers', (desk: Desk) => desk.at(0).answer(said('a', 'in haste'))],
    ['rejects', (desk: Desk) => desk.at(0).fail(new Error('closing'))],
  ])('is a removal when a group around it unloads first, and something in there %s for it', async (_what, unload) => {
    const { ctx } = await mountSeam()
    const desk = new Desk()
    const outer = await mountGroup(ctx)
    const group = await mountGroup(outer.ctx)
    await group.ctx.plugin(surface(desk))
    outer.ctx.effect(() => async () => unload(desk))
    const end = endOf(ctx.userInteraction.ask(requestOf('a')))
    await outer.fiber.dispose()
    expect(await end).toBe('PROVIDER_GONE')
    expect(ctx.userInteraction.answerable).toBe(false)
  })

  it('is a removal when a service that the surface needs goes away', async () => {
    const { ctx } = await mountSeam()
    const desk = new Desk()
    const screen = await ctx.plugin({
      name: 'screen',
      apply: (inner: Context) => {
        inner.provide('screen', {})
        inner.effect(() => () => desk.at(0).fail(new Error('the screen went dark')))
      },
    })
    await ctx.plugin({ ...surface(desk), inject: ['userInteraction', 'screen'] })
    const end = endOf(ctx.userInteraction.ask(requestOf('a')))
    await screen.dispose()
    expect(await end).toBe('PROVIDER_GONE')
  })

  it('is bridged by handoverMs: restarted, it shows the same ask again', async () => {
    const { ctx } = await mountSeam({ handoverMs: 60_000 })
    const desk = new Desk()
    const fiber = await ctx.plugin(surface(desk, () => desk.at(0).fail(new Error('closing'))))
    const ask = ctx.userInteraction.ask(requestOf('a'))
    await fiber.restart()
    await turn()
    expect(desk.titles).toEqual(['a', 'a'])
    expect(desk.at(1).pending.id).toBe(desk.at(0).pending.id)
    expect(desk.at(0).pending.signal.aborted).toBe(true)
    desk.at(1).answer(said('a'))
    expect(await ask).toEqual(said('a'))
  })

  it('frees the place for another plugin', async () => {
    const { ctx } = await mountSeam()
    const first = await ctx.plugin(surface(new Desk()))
    await first.dispose()
    const desk = new Desk()
    await ctx.plugin(surface(desk))
    ctx.userInteraction.ask(requestOf('a')).catch(() => {})
    expect(desk.titles).toEqual(['a'])
  })
})

describe('the end of the service', () => {
  it('rejects what is open with SERVICE_GONE, and whatever a held service is asked later', async () => {
    const { ctx, fiber } = await mountSeam()
    const desk = new Desk(1)
    const provider = await ctx.plugin(surface(desk, () => desk.at(0).fail(new Error('closing'))))
    const held = ctx.userInteraction
    const ends = ['a', 'b'].map((id) => endOf(held.ask(requestOf(id))))
    await fiber.dispose()
    expect(await Promise.all(ends)).toEqual(['SERVICE_GONE', 'SERVICE_GONE'])
    expect(await endOf(held.ask(requestOf('c')))).toBe('SERVICE_GONE')
    expect(held.answerable).toBe(false)
    expect(held.pending).toEqual([])
    expect(() => held.registerProvider(new Desk())).toThrow(expect.objectContaining({ code: 'SERVICE_GONE' }))
    await provider.dispose()
  })

  it('wins over PROVIDER_GONE when one group takes both along, and when everything ends', async () => {
    for (const handoverMs of [0, 60_000]) {
      const root = new Context()
      const group = await mountGroup(root)
      const desk = new Desk()
      await group.ctx.plugin(surface(desk))
      await group.ctx.plugin(UserInteraction, { handoverMs })
      const asker = await mountPlugin(root)
      await turn()
      const end = endOf(asker.ctx.userInteraction.ask(requestOf('a')))
      await (handoverMs ? root : group.ctx).fiber.dispose()
      expect(await end).toBe('SERVICE_GONE')
    }
  })

  it('starts afresh after a restart: nothing of the old life is left', async () => {
    const { ctx, fiber } = await mountSeam()
    const desk = new Desk()
    await ctx.plugin(surface(desk))
    const end = endOf(ctx.userInteraction.ask(requestOf('a')))
    await fiber.restart()
    await turn()
    expect(await end).toBe('SERVICE_GONE')
    expect(ctx.userInteraction.answerable).toBe(true)
    const ask = ctx.userInteraction.ask(requestOf('b'))
    desk.at(1).answer(said('b'))
    expect(await ask).toEqual(said('b'))
  })
})
