/** What is left behind: nothing. No listener on any signal, no timer, no effect, no rejection that nobody took. */
import { getEventListeners } from 'node:events'
import UserInteraction, { UserInteractionError } from '@deepseek-ai/dsh-user-interaction'
import { Context, type Fiber } from 'cordis'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SignalFan } from '../src/signals.ts'
import { createMachine, Desk, endOf, enterAgent, mountPlugin, mountSeam, requestOf, said, turn } from './boot.ts'

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length

/** How many listeners of each event there are in the whole program. */
function hooks({ events: { _hooks: lists } }: Context): string[] {
  const live = Object.entries(lists).filter(([, list]) => list.length > 0)
  return live.map(([name, list]) => `${name}: ${list.length}`).toSorted()
}

const effects = (fiber: Fiber): string[] => fiber.getEffects().map(({ label }) => label)

const unhandled: unknown[] = []
const note = (reason: unknown): void => void unhandled.push(reason)
beforeEach(() => void process.on('unhandledRejection', note))
afterEach(() => {
  process.off('unhandledRejection', note)
  const [reason] = unhandled.splice(0)
  if (reason) throw reason
})

describe('after an ask has ended', () => {
  it.each([
    'answered',
    'PROVIDER_FAILED',
    'BAD_ANSWER',
    'ASK_CANCELLED',
    'ASK_ABORTED',
    'ASK_EXPIRED',
    'PROVIDER_GONE',
    'SERVICE_GONE',
    'plugin',
    'agent',
  ])('by %s, nothing of it is left, and what comes later leaves nothing', async (end) => {
    const { ctx, fiber } = await mountSeam()
    const plugin = await mountPlugin(ctx)
    const { agent, leave } = enterAgent(ctx, 'main')
    const desk = new Desk()
    const remove = ctx.userInteraction.registerProvider(desk)
    const before = [hooks(ctx), effects(ctx.fiber), effects(plugin.fiber)]
    const controller = new AbortController()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const request = requestOf('a', { signal: controller.signal, deadlineMs: 1000, agent })
    const ended = endOf(plugin.ctx.userInteraction.ask(request))
    const { pending, answer, fail } = desk.at(0)
    expect(listeners(controller.signal)).toBe(1)
    expect([hooks(ctx), effects(ctx.fiber), effects(plugin.fiber)]).toEqual(before)
    const acts: Record<string, () => unknown> = {
      answered: () => answer(said('a')),
      PROVIDER_FAILED: () => fail(new Error('torn')),
      BAD_ANSWER: () => answer(null),
      ASK_CANCELLED: () => fail(new UserInteractionError('ASK_CANCELLED')),
      ASK_ABORTED: () => controller.abort(),
      ASK_EXPIRED: () => vi.advanceTimersByTime(1000),
      PROVIDER_GONE: () => remove(),
      SERVICE_GONE: () => fiber.dispose(),
      plugin: () => plugin.fiber.dispose(),
      agent: () => leave(),
    }
    await acts[end]?.()
    expect(await ended).toBe(end in { plugin: 1, agent: 1 } ? 'ASK_ABORTED' : end)
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
    expect(listeners(controller.signal)).toBe(0)
    pending.keepAlive()
    fail(new Error('late'))
    controller.abort()
    await turn()
    expect(listeners(pending.signal)).toBe(0)
  })

  it('with an end that was refused before it began, nothing is left either', async () => {
    const { ctx } = await mountSeam()
    const { signal } = new AbortController()
    expect(await endOf(ctx.userInteraction.ask(requestOf('a', { signal, deadlineMs: 1000 })))).toBe('NO_PROVIDER')
    expect(await endOf(ctx.userInteraction.ask({ questions: [], signal }))).toBe('EMPTY_QUESTIONS')
    expect(listeners(signal)).toBe(0)
  })
})

describe('one long-lived signal', () => {
  it('has as many listeners after 50 answered asks as before', async () => {
    const { ctx } = await mountSeam()
    ctx.userInteraction.registerProvider({ ask: async () => said('a') })
    const { signal } = new AbortController()
    signal.addEventListener('abort', () => {})
    for (let count = 0; count < 50; count++) await ctx.userInteraction.ask(requestOf('a', { signal }))
    expect(listeners(signal)).toBe(1)
  })

  it('has one listener while 10,000 asks wait on it, none when they are answered, and no warning', async () => {
    const warned = vi.fn<(warning: Error) => void>()
    process.on('warning', warned)
    const { ctx } = await mountSeam()
    const desk = new Desk()
    ctx.userInteraction.registerProvider(desk)
    const { signal } = new AbortController()
    const asks = Array.from({ length: 10_000 }, () => ctx.userInteraction.ask(requestOf('a', { signal })))
    expect(listeners(signal)).toBe(1)
    for (const shown of desk.shown) shown.answer(said('a'))
    await Promise.all(asks)
    expect(listeners(signal)).toBe(0)
    await turn()
    process.off('warning', warned)
    expect(warned).not.toHaveBeenCalled()
  })

  it('ends 10,000 asks at once, most of them in line, and has no listener then', async () => {
    const { ctx } = await mountSeam()
    const desk = new Desk(100)
    ctx.userInteraction.registerProvider(desk)
    const controller = new AbortController()
    const request = requestOf('a', { signal: controller.signal })
    const ends = Array.from({ length: 10_000 }, () => endOf(ctx.userInteraction.ask(request)))
    controller.abort()
    expect(new Set(await Promise.all(ends))).toEqual(new Set(['ASK_ABORTED']))
    expect(listeners(controller.signal)).toBe(0)
    expect(desk.shown).toHaveLength(100)
    expect(ctx.userInteraction.pending).toEqual([])
  })

  it.each([
    ['in the same tick', (abort: () => void) => abort()],
    ['in a microtask', (abort: () => void) => queueMicrotask(abort)],
    ['in setImmediate', (abort: () => void) => setImmediate(abort)],
  ])('may abort %s: the ask settles and the question is gone', async (_when, soon) => {
    const { ctx } = await mountSeam()
    const desk = new Desk()
    ctx.userInteraction.registerProvider(desk)
    const controller = new AbortController()
    const end = endOf(ctx.userInteraction.ask(requestOf('a', { signal: controller.signal })))
    soon(() => controller.abort())
    expect(await end).toBe('ASK_ABORTED')
    expect(desk.at(0).pending.signal.aborted).toBe(true)
    expect(ctx.userInteraction.pending).toEqual([])
    expect(listeners(controller.signal)).toBe(0)
  })
})

describe('SignalFan', () => {
  it('tells each member of its own signal, once, and nobody who left', () => {
    const told: string[] = []
    const fan = new SignalFan<string>((members) => told.push(...members))
    const [one, two] = [new AbortController(), new AbortController()]
    for (const member of ['a', 'b', 'c']) fan.add(one.signal, member)
    fan.add(two.signal, 'd')
    fan.delete(one.signal, 'b')
    fan.delete(one.signal, 'never there')
    one.abort()
    one.abort()
    expect(told).toEqual(['a', 'c'])
    expect([listeners(one.signal), listeners(two.signal)]).toEqual([0, 1])
    fan.delete(two.signal, 'd')
    expect(listeners(two.signal)).toBe(0)
  })
})

describe('a whole life', () => {
  it('ends with the listeners and effects it began with: registered, asked, removed, unloaded', async () => {
    const ctx = new Context()
    const before = [hooks(ctx), effects(ctx.fiber)]
    const fiber = await ctx.plugin(UserInteraction, { handoverMs: 1000 })
    const mounted = [hooks(ctx), effects(ctx.fiber)]
    for (let round = 0; round < 20; round++) {
      const remove = ctx.userInteraction.registerProvider({ ask: async () => said('a') })
      await ctx.userInteraction.ask(requestOf('a'))
      remove()
    }
    expect([hooks(ctx), effects(ctx.fiber)]).toEqual(mounted)
    await fiber.dispose()
    expect([hooks(ctx), effects(ctx.fiber)]).toEqual(before)
    await ctx.fiber.dispose()
  })

  it('labels the effect of a registration by its call', async () => {
    const { ctx } = await mountSeam()
    const plugin = await mountPlugin(ctx)
    const remove = plugin.ctx.userInteraction.registerProvider(new Desk())
    expect(effects(plugin.fiber)).toEqual(['ctx.userInteraction.registerProvider()'])
    remove()
    expect(effects(plugin.fiber)).toEqual([])
  })

  it('leaves no timer of a thousand deadlines and handovers', async () => {
    const { machine, clock } = createMachine({ handoverMs: 50 })
    const ends: Promise<string>[] = []
    for (let round = 0; round < 1000; round++) {
      const desk = new Desk(2)
      const remove = machine.register(desk, 'p')
      ends.push(endOf(machine.admit(requestOf(`${round}`, { deadlineMs: 1 + (round % 90) }), 'me')))
      desk.shown.at(-1)?.pending.keepAlive()
      if (round % 3 === 0) desk.shown.at(-1)?.fail(new Error('torn'))
      remove()
      clock.advance(round % 7)
      if (round % 5 === 0) await turn()
    }
    clock.advance(1000)
    expect(clock.timers).toBe(0)
    expect(machine.list()).toEqual([])
    expect(new Set(await Promise.all(ends))).toEqual(new Set(['ASK_EXPIRED', 'PROVIDER_GONE']))
  })
})
