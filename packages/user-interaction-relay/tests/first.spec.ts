/** All surfaces at once: one answer wins, the others are taken down, failures drop out one by one. */
import { HarnessError } from '@deepseek-ai/dsh-llm'
import { UserInteractionError } from '@deepseek-ai/dsh-user-interaction'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Desk, endOf, mountKept, mountRelay, requestOf, said, turn } from './boot.ts'

describe('a question on several surfaces', () => {
  it('is up on all of them; the first answer wins and the others are taken down with a reason that names it', async () => {
    const [a, b, c] = [new Desk(), new Desk(), new Desk()]
    const { ctx } = await mountRelay([a, b, c])
    const ask = ctx.userInteraction.ask(requestOf('q'))
    expect([a.up, b.up, c.up]).toEqual([['q'], ['q'], ['q']])
    b.at('q').answer(said('q', 'No'))
    expect(await ask).toEqual(said('q', 'No'))
    expect([a.up, b.up, c.up]).toEqual([[], [], []])
    for (const { pending } of [a.at('q'), c.at('q')]) {
      expect(pending.signal.reason).toBeInstanceOf(UserInteractionError)
      expect(pending.signal.reason).toMatchObject({ code: 'ASK_ABORTED', surface: 'b' })
    }
    expect(b.at('q').pending.signal.aborted).toBe(false)
  })

  it('is told in the settled event with the name of the surface that answered or dismissed', async () => {
    const [a, b] = [new Desk(), new Desk()]
    const { ctx } = await mountRelay([a, b])
    const heard: unknown[] = []
    ctx.on('user-interaction/settled', ({ outcome, surface }) => void heard.push([outcome, surface]))
    const ends = ['q', 'r', 's'].map((id) => endOf(ctx.userInteraction.ask(requestOf(id))))
    a.at('q').answer(said('q'))
    b.at('r').fail(new UserInteractionError('ASK_CANCELLED'))
    for (const desk of [a, b]) desk.at('s').fail(new Error('torn'))
    expect(await Promise.all(ends)).toEqual(['answered', 'ASK_CANCELLED', 'PROVIDER_FAILED'])
    expect(heard).toEqual([
      ['answered', 'a'],
      ['cancelled', 'b'],
      ['failed', undefined],
    ])
  })

  it('has the identity, the times and the deadline of the ask; each surface keeps it alive', async () => {
    const [a, b] = [new Desk(), new Desk()]
    const { ctx } = await mountRelay([a, b])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    void endOf(ctx.userInteraction.ask(requestOf('q', { deadlineMs: 60_000 })))
    for (const desk of [a, b]) {
      const [open] = ctx.userInteraction.pending
      const { pending } = desk.at('q')
      expect([pending.id, pending.askedAt, pending.deadlineAt]).toEqual([open?.id, open?.askedAt, open?.deadlineAt])
      vi.advanceTimersByTime(1000)
      pending.keepAlive()
      expect(ctx.userInteraction.pending[0]?.deadlineAt).toBe(Date.now() + 60_000)
    }
  })

  it('is dismissed everywhere when it is dismissed anywhere', async () => {
    const [a, b] = [new Desk(), new Desk()]
    const { ctx } = await mountRelay([a, b])
    const end = endOf(ctx.userInteraction.ask(requestOf('q')))
    a.at('q').fail(new UserInteractionError('ASK_CANCELLED'))
    expect(await end).toBe('ASK_CANCELLED')
    expect(b.at('q').pending.signal.reason).toMatchObject({ code: 'ASK_CANCELLED', surface: 'a' })
  })

  it('is taken down everywhere with the reason that the caller got, when the caller gives up', async () => {
    const [a, b] = [new Desk(), new Desk(1)]
    const { ctx } = await mountRelay([a, b])
    const controller = new AbortController()
    const ends = ['q', 'r'].map((id) => endOf(ctx.userInteraction.ask(requestOf(id, { signal: controller.signal }))))
    controller.abort()
    expect(await Promise.all(ends)).toEqual(['ASK_ABORTED', 'ASK_ABORTED'])
    await turn()
    expect([a.up, b.up, b.shown.length]).toEqual([[], [], 1])
    expect(a.at('q').pending.signal.reason).toMatchObject({ code: 'ASK_ABORTED' })
  })
})

describe('a surface that fails', () => {
  it.each([
    ['rejects', (desk: Desk) => desk.at('q').fail(new Error('torn'))],
    ['answers what was not asked', (desk: Desk) => desk.at('q').answer(said('q', 'Perhaps'))],
    ['says that it expired, which is not for it to say', (desk: Desk) => desk.at('q').fail(expired())],
  ])('and %s drops out; the question stays up on the others', async (_how, act) => {
    const [a, b] = [new Desk(), new Desk()]
    const { ctx } = await mountRelay([a, b])
    const ask = ctx.userInteraction.ask(requestOf('q'))
    act(a)
    await turn()
    expect([a.up, b.up]).toEqual([[], ['q']])
    b.at('q').answer(said('q'))
    expect(await ask).toEqual(said('q'))
  })

  it('is told of its own bad answer alone, by the rules of the seam', async () => {
    const [a, b] = [new Desk(), new Desk()]
    const { ctx } = await mountRelay([a, b])
    void endOf(ctx.userInteraction.ask(requestOf('q')))
    a.at('q').answer(said('q', 'Perhaps'))
    await turn()
    expect(a.at('q').pending.signal.reason).toMatchObject({ code: 'BAD_ANSWER' })
    expect(b.at('q').pending.signal.aborted).toBe(false)
  })

  it('and throws at once, drops out as well', async () => {
    const [a, b] = [new Desk(), new Desk()]
    a.throws = new Error('no screen')
    const { ctx } = await mountRelay([a, b])
    const ask = ctx.userInteraction.ask(requestOf('q'))
    b.at('q').answer(said('q'))
    expect(await ask).toEqual(said('q'))
  })

  it('fails the ask when it was the last, with every cause and the name of each surface', async () => {
    const [a, b, c] = [new Desk(), new Desk(), new Desk()]
    const { ctx, plugins } = await mountRelay([a, b, c])
    const ask = ctx.userInteraction.ask(requestOf('q'))
    const failure = ask.catch((error: unknown) => error)
    const torn = new Error('torn')
    a.at('q').fail(torn)
    b.at('q').answer(said('q', 'secret words'))
    await turn()
    plugins[2]?.unregister()
    expect(await failure).toMatchObject({
      code: 'PROVIDER_FAILED',
      message: expect.stringMatching(/a: torn; b: .*answers\[0\]\.selected\[0\].*; c: .*went away/) as string,
      cause: {
        errors: [{ code: 'PROVIDER_FAILED', cause: torn }, { code: 'BAD_ANSWER' }, { code: 'PROVIDER_GONE' }],
      },
    })
    expect(String(await failure)).not.toContain('secret')
  })

  it('gives the ask its own code when all agree on it', async () => {
    const [a, b] = [new Desk(), new Desk()]
    const { ctx } = await mountRelay([a, b])
    const end = endOf(ctx.userInteraction.ask(requestOf('q')))
    for (const desk of [a, b]) desk.at('q').answer('nonsense')
    expect(await end).toBe('BAD_ANSWER')
  })

  it('gives the ask a code of another table as well, and never one that only the caller or the clock decides', async () => {
    const odd = new HarnessError('no room', 'SURFACE_FULL')
    odd.name = 'SurfaceError'
    const ends = [
      [odd, { code: 'SURFACE_FULL', name: 'SurfaceError' }],
      [expired(), { code: 'PROVIDER_FAILED' }],
      [new UserInteractionError('ASK_ABORTED'), { code: 'PROVIDER_FAILED' }],
    ] as const
    for (const [error, expected] of ends) {
      const [a, b] = [new Desk(), new Desk()]
      const { ctx } = await mountRelay([a, b])
      const ask = ctx.userInteraction.ask(requestOf('q'))
      for (const desk of [a, b]) desk.at('q').fail(error)
      await expect(ask).rejects.toMatchObject({ ...expected, cause: { errors: [error, error] } })
    }
  })
})

describe('surfaces that come and go', () => {
  it('shows what is open to one that comes later, in asked order and under its concurrency', async () => {
    const [a, b] = [new Desk(), new Desk(2)]
    const { ctx, plugins } = await mountRelay([a, b])
    plugins[1]?.unregister()
    const asks = ['q', 'r', 's'].map((id) => ctx.userInteraction.ask(requestOf(id)))
    expect(b.up).toEqual([])
    plugins[1]?.register()
    expect([a.up, b.up]).toEqual([
      ['q', 'r', 's'],
      ['q', 'r'],
    ])
    a.at('q').answer(said('q'))
    await asks[0]
    await turn()
    expect(b.up).toEqual(['r', 's'])
    for (const id of ['r', 's']) b.at(id).answer(said(id))
    expect(await Promise.all(asks)).toEqual(['q', 'r', 's'].map((id) => said(id)))
  })

  it('goes on without one that unloads, and shows the question again when that comes back', async () => {
    const [a, b] = [new Desk(), new Desk()]
    const { ctx, plugins } = await mountRelay([a, b])
    const ask = ctx.userInteraction.ask(requestOf('q'))
    await plugins[0]?.fiber?.restart()
    expect([a.up, b.up]).toEqual([['q'], ['q']])
    expect(a.shown[0]?.pending.signal.reason).toMatchObject({ code: 'PROVIDER_GONE' })
    expect(new Set(a.shown.map(({ pending }) => pending.id)).size).toBe(1)
    a.at('q').answer(said('q'))
    expect(await ask).toEqual(said('q'))
  })

  it('does not ask one again that failed, while it stays', async () => {
    const [a, b, c] = [new Desk(), new Desk(), new Desk()]
    const { ctx, plugins } = await mountRelay([a, b, c])
    void endOf(ctx.userInteraction.ask(requestOf('q')))
    a.at('q').fail(new Error('torn'))
    await turn()
    plugins[2]?.unregister()
    plugins[2]?.register()
    expect([a.shown.length, b.shown.length, c.shown.length]).toEqual([1, 1, 2])
  })

  it('leaves the asks to the seam when the last one goes: PROVIDER_GONE, or kept for the next', async () => {
    for (const handoverMs of [0, 60_000]) {
      const desk = new Desk()
      const { ctx, plugins } = await mountRelay([desk], { handoverMs })
      const end = endOf(ctx.userInteraction.ask(requestOf('q')))
      plugins[0]?.unregister()
      expect(ctx.userInteraction.answerable).toBe(handoverMs > 0)
      plugins[0]?.register()
      expect(ctx.userInteraction.answerable).toBe(true)
      if (handoverMs > 0) desk.at('q').answer(said('q'))
      expect(await end).toBe(handoverMs > 0 ? 'answered' : 'PROVIDER_GONE')
    }
  })

  it('is answerable while any surface reaches somebody', async () => {
    const [a, b] = [new Desk(), new Desk()]
    const { ctx, plugins } = await mountRelay([a, b])
    const heard: boolean[] = []
    ctx.on('user-interaction/answerable', (answerable) => void heard.push(answerable))
    a.answerable = false
    b.answerable = false
    a.answerable = true
    plugins[0]?.unregister()
    b.answerable = true
    expect(heard).toEqual([false, true, false, true])
  })
})

describe('commit', () => {
  it('lets one of two that are sent at the same time win, and tells the other before it says that it was sent', async () => {
    const [a, b] = [new Desk(), new Desk()]
    const { ctx } = await mountRelay([a, b])
    const ask = ctx.userInteraction.ask(requestOf('q'))
    const [first, second] = [a, b].map((desk) => desk.at('q').pending)
    const commits = [first?.commit?.(said('q')), second?.commit?.(said('q', 'No'))]
    const [kept, lost] = await Promise.allSettled(commits)
    expect(kept).toMatchObject({ status: 'fulfilled' })
    expect(lost).toMatchObject({ status: 'rejected', reason: { code: 'ASK_ABORTED', surface: 'a' } })
    expect(await ask).toEqual(said('q'))
    expect([first?.signal.aborted, second?.signal.aborted]).toEqual([false, true])
  })

  it('refuses a bad answer and leaves the question up', async () => {
    const desk = new Desk()
    const { ctx } = await mountRelay([desk])
    const ask = ctx.userInteraction.ask(requestOf('q'))
    await expect(desk.at('q').pending.commit?.(said('q', 'Perhaps'))).rejects.toMatchObject({ code: 'BAD_ANSWER' })
    await desk.at('q').pending.commit?.(said('q'))
    expect(await ask).toEqual(said('q'))
  })
})

describe('an answer that is told as sent', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8])('is the one that the caller got, aborted %d microtasks later', async (ticks) => {
    const desk = new Desk()
    const { ctx } = await mountRelay([desk])
    const controller = new AbortController()
    const end = endOf(ctx.userInteraction.ask(requestOf('q', { signal: controller.signal })))
    const told = endOf(Promise.resolve(desk.at('q').pending.commit?.(said('q'))))
    for (let tick = 0; tick < ticks; tick++) await undefined
    controller.abort()
    expect(await told).toBe(await end)
  })

  it.each([0, 1, 2, 3, 4, 5])('is the one that the caller got, %d microtasks after a dismissal', async (ticks) => {
    const [a, b] = [new Desk(), new Desk()]
    const { ctx } = await mountRelay([a, b])
    const end = endOf(ctx.userInteraction.ask(requestOf('q')))
    b.at('q').fail(new UserInteractionError('ASK_CANCELLED'))
    for (let tick = 0; tick < ticks; tick++) await undefined
    const told = endOf(Promise.resolve(a.at('q').pending.commit?.(said('q'))))
    expect(await told).toBe(await end)
  })

  it('is kept further out although the caller has gone meanwhile', async () => {
    const desk = new Desk()
    const { ctx, keeper } = await mountKept([desk])
    const controller = new AbortController()
    const end = endOf(ctx.userInteraction.ask(requestOf('q', { signal: controller.signal })))
    const told = endOf(Promise.resolve(desk.at('q').pending.commit?.(said('q'))))
    controller.abort()
    expect(await end).toBe('ASK_ABORTED')
    keeper.resolve()
    expect([await told, await keeper.ended]).toEqual(['answered', 'answered'])
  })

  it.each([1, 2])('was not sent when it could not be kept: the ask of %d surfaces fails with that error', async (n) => {
    const desks = [new Desk(), new Desk()].slice(0, n)
    const { ctx, keeper } = await mountKept(desks)
    const ask = ctx.userInteraction.ask(requestOf('q'))
    const own = desks[0]?.at('q').pending
    const told = own?.commit?.(said('q')).catch((error: unknown) => [error, own.signal.aborted])
    const failure = new HarnessError('no space', 'DISK_FULL')
    keeper.reject(failure)
    expect(await told).toEqual([failure, false])
    await expect(ask).rejects.toBe(failure)
    expect(desks.map((desk) => desk.at('q').pending.signal.reason as unknown)).toEqual(desks.map(() => failure))
  })

  it.each(['first', 'fallback'] as const)('comes from a surface that is still asked, in mode %s', async (mode) => {
    const [a, b] = [new Desk(), new Desk()]
    const { ctx, plugins } = await mountRelay([a, b], { mode })
    const ask = ctx.userInteraction.ask(requestOf('q'))
    plugins[0]?.unregister()
    await expect(a.at('q').pending.commit?.(said('q'))).rejects.toMatchObject({ code: 'PROVIDER_GONE' })
    b.at('q').answer(said('q', 'No'))
    expect(await ask).toEqual(said('q', 'No'))
  })
})

function expired(): UserInteractionError {
  return new UserInteractionError('ASK_EXPIRED')
}
