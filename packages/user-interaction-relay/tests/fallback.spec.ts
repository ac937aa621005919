/** One surface after the other, in order; and the deadline of an ask that no surface has room for. */
import { UserInteractionError, type UserInteractionProvider } from '@deepseek-ai/dsh-user-interaction'
import type { Context } from 'cordis'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Desk, endOf, mountRelay, requestOf, said, turn } from './boot.ts'

const mode = 'fallback' as const

describe('one surface after the other', () => {
  it('asks the first alone, the next one when that fails, and nobody again', async () => {
    const [a, b] = [new Desk(), new Desk()]
    const { ctx } = await mountRelay([a, b], { mode })
    const ask = ctx.userInteraction.ask(requestOf('q'))
    expect([a.up, b.up]).toEqual([['q'], []])
    a.at('q').fail(new Error('torn'))
    await turn()
    expect([a.up, b.up]).toEqual([[], ['q']])
    b.at('q').answer(said('q'))
    expect(await ask).toEqual(said('q'))
    expect([a.shown.length, b.shown.length]).toEqual([1, 1])
  })

  it('asks the next one when the first goes away, and stays there when it comes back', async () => {
    const [a, b] = [new Desk(), new Desk()]
    const { ctx, plugins } = await mountRelay([a, b], { mode })
    const ask = ctx.userInteraction.ask(requestOf('q'))
    plugins[0]?.unregister()
    expect(b.up).toEqual(['q'])
    plugins[0]?.register()
    expect([a.up, b.up]).toEqual([[], ['q']])
    const next = ctx.userInteraction.ask(requestOf('r'))
    expect([a.up, b.up]).toEqual([['r'], ['q']])
    a.at('r').answer(said('r'))
    b.at('q').answer(said('q'))
    expect(await Promise.all([ask, next])).toEqual([said('q'), said('r')])
  })

  it('passes over one that reaches nobody, unless none reaches anybody', async () => {
    const [a, b] = [new Desk(), new Desk()]
    const { ctx } = await mountRelay([a, b], { mode })
    a.answerable = false
    void endOf(ctx.userInteraction.ask(requestOf('q')))
    b.answerable = false
    void endOf(ctx.userInteraction.ask(requestOf('r')))
    expect([a.up, b.up]).toEqual([['r'], ['q']])
  })

  it('takes a dismissal for what it is: nobody else is asked', async () => {
    const [a, b] = [new Desk(), new Desk()]
    const { ctx } = await mountRelay([a, b], { mode })
    const end = endOf(ctx.userInteraction.ask(requestOf('q')))
    a.at('q').fail(new UserInteractionError('ASK_CANCELLED'))
    expect([await end, b.shown.length]).toEqual(['ASK_CANCELLED', 0])
  })

  it('fails with every cause when the last one fails', async () => {
    const [a, b] = [new Desk(), new Desk()]
    const { ctx } = await mountRelay([a, b], { mode })
    const ask = ctx.userInteraction.ask(requestOf('q'))
    a.at('q').fail(new Error('torn'))
    await turn()
    b.at('q').fail(new Error('worn'))
    await expect(ask).rejects.toThrow('no surface is left to show this question: a: torn; b: worn')
  })

  it('waits for an earlier one that is still loading, and asks the later one when it will not come', async () => {
    let load: (provider?: UserInteractionProvider) => void = () => {}
    const slow = {
      name: 'slow',
      inject: ['userInteraction'],
      async apply(own: Context) {
        const provider = await new Promise<UserInteractionProvider | undefined>((resolve) => void (load = resolve))
        if (provider) own.userInteraction.registerProvider(provider)
        else throw new Error('no display')
      },
    }
    for (const comes of [true, false]) {
      const desk = new Desk()
      const fast = {
        name: 'fast',
        inject: ['userInteraction'],
        apply: (own: Context) => void own.userInteraction.registerProvider(desk),
      }
      const late = new Desk()
      const surfaces = [
        { name: 'slow', plugin: slow },
        { name: 'fast', plugin: fast },
      ]
      const mounting = mountRelay([], { mode, more: surfaces, wait: false })
      const { ctx } = await mounting
      for (let turns = 0; turns < 5; turns++) await turn()
      const ask = ctx.userInteraction.ask(requestOf('q'))
      expect(desk.up).toEqual([])
      load(comes ? late : undefined)
      for (let turns = 0; turns < 5; turns++) await turn()
      const asked = comes ? late : desk
      asked.at('q').answer(said('q'))
      expect(await ask).toEqual(said('q'))
    }
  })
})

describe('a deadline', () => {
  it('does not pass while the ask waits in the line of every surface, and starts when it is first up', async () => {
    const [a, b] = [new Desk(1), new Desk(1)]
    const { ctx } = await mountRelay([a, b])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const first = ctx.userInteraction.ask(requestOf('q'))
    const second = endOf(ctx.userInteraction.ask(requestOf('r', { deadlineMs: 1000 })))
    vi.advanceTimersByTime(60_000)
    expect(ctx.userInteraction.pending).toHaveLength(2)
    a.at('q').answer(said('q'))
    await first
    await turn()
    expect([a.up, b.up]).toEqual([['r'], ['r']])
    vi.advanceTimersByTime(999)
    expect(ctx.userInteraction.pending).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(await second).toBe('ASK_EXPIRED')
    expect([a.up, b.up, vi.getTimerCount()]).toEqual([[], [], 0])
    expect(a.at('r').pending.signal.reason).toMatchObject({ code: 'ASK_EXPIRED' })
  })

  it('passes where one surface shows the ask, whatever line it stands in elsewhere', async () => {
    const [a, b] = [new Desk(), new Desk(1)]
    const { ctx } = await mountRelay([a, b])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    void endOf(ctx.userInteraction.ask(requestOf('q')))
    const second = endOf(ctx.userInteraction.ask(requestOf('r', { deadlineMs: 1000 })))
    expect([a.up, b.up]).toEqual([['q', 'r'], ['q']])
    vi.advanceTimersByTime(1000)
    expect([await second, vi.getTimerCount()]).toEqual(['ASK_EXPIRED', 0])
  })

  it('is held again when the only surface that showed the ask drops out', async () => {
    const [a, b] = [new Desk(), new Desk(1)]
    const { ctx } = await mountRelay([a, b])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const first = ctx.userInteraction.ask(requestOf('q'))
    void endOf(ctx.userInteraction.ask(requestOf('r', { deadlineMs: 1000 })))
    a.at('r').fail(new Error('torn'))
    await turn()
    vi.advanceTimersByTime(60_000)
    expect(ctx.userInteraction.pending).toHaveLength(2)
    b.at('q').answer(said('q'))
    await first
    await turn()
    b.at('r').answer(said('r'))
    await turn()
    expect([ctx.userInteraction.pending, vi.getTimerCount()]).toEqual([[], 0])
  })
})
