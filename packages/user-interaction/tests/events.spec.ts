/** What the seam tells: facts about each ask, once, to its own contexts only, and never what the human said. */
import { HarnessError } from '@deepseek-ai/dsh-llm'
import UserInteraction, {
  type PendingAskInfo,
  type SettledAsk,
  UserInteractionError,
} from '@deepseek-ai/dsh-user-interaction'
import { Context } from 'cordis'
import { describe, expect, it, vi } from 'vitest'
import { Desk, endOf, enterAgent, isOpen, mountPlugin, mountSeam, requestOf, said, titleOf, turn } from './boot.ts'

const names = ['user-interaction/asked', 'user-interaction/settled', 'user-interaction/answerable'] as const

/** Everything the seam of `ctx` tells from now on, in order. */
function listen(ctx: Context) {
  const asked: PendingAskInfo[] = []
  const settled: SettledAsk[] = []
  const order: string[] = []
  ctx.on('user-interaction/asked', (ask) => {
    asked.push(ask)
    order.push('asked')
  })
  ctx.on('user-interaction/settled', (ask) => {
    settled.push(ask)
    order.push(`settled ${ask.outcome}`)
  })
  ctx.on('user-interaction/answerable', (answerable) => void order.push(`answerable ${answerable}`))
  return { asked, settled, order }
}

/** What is logged from now on, down to the least. */
function logOf(ctx: Context): string[] {
  const lines: string[] = []
  ctx.logger.exporter({ levels: { default: 3 }, export: ({ args }) => void lines.push(args.map(String).join(' ')) })
  return lines
}

async function seamWithDesk() {
  const { ctx } = await mountSeam()
  const desk = new Desk()
  const remove = ctx.userInteraction.registerProvider(desk)
  return { ctx, desk, remove, ...listen(ctx) }
}

describe('the events of an ask', () => {
  it('tell of it before it is shown, and of its end before the promise settles', async () => {
    const { ctx, desk, order } = await seamWithDesk()
    const show = vi.spyOn(desk, 'ask').mockImplementation(async () => {
      order.push('shown')
      return said('a')
    })
    await ctx.userInteraction.ask(requestOf('a')).then(() => order.push('promise'))
    expect(order).toEqual(['asked', 'shown', 'settled answered', 'promise'])
    show.mockRejectedValue(new UserInteractionError('ASK_CANCELLED'))
    await ctx.userInteraction.ask(requestOf('a')).catch(() => order.push('promise'))
    expect(order.slice(4)).toEqual(['asked', 'settled cancelled', 'promise'])
  })

  it('say who asked what, when and under which key', async () => {
    const { ctx, desk, asked, settled } = await seamWithDesk()
    const { agent } = enterAgent(ctx, 'main')
    const ask = ctx.userInteraction.ask(requestOf('a', { agent, key: 'call-1' }))
    const { pending, request, answer } = desk.at(0)
    answer(said('a'))
    await ask
    const { id, askedAt } = pending
    const { questions } = request
    expect(asked).toStrictEqual([{ id, agentId: 'main', key: 'call-1', questions, askedAt, state: 'queued' }])
    expect(settled).toStrictEqual([{ id, agentId: 'main', key: 'call-1', outcome: 'answered' }])
  })

  it.each([
    ['answered', undefined, (desk: Desk) => desk.at(0).answer(said('a'))],
    ['failed', 'BAD_ANSWER', (desk: Desk) => desk.at(0).answer({ answers: [{ id: 'hunter2' }] })],
    ['failed', 'PROVIDER_FAILED', (desk: Desk) => desk.at(0).fail(new Error('torn'))],
    ['cancelled', 'ASK_CANCELLED', (desk: Desk) => desk.at(0).fail(new UserInteractionError('ASK_CANCELLED'))],
    ['cancelled', 'ASK_CANCELLED', (desk: Desk) => desk.at(0).fail(ofAnotherCopy('ASK_CANCELLED'))],
    ['expired', 'ASK_EXPIRED', (desk: Desk) => desk.at(0).fail(ofAnotherCopy('ASK_EXPIRED'))],
    ['failed', 'BUDGET', (desk: Desk) => desk.at(0).fail(new HarnessError('over', 'BUDGET'))],
  ])('report the outcome %s with the code %s', async (outcome, code, end) => {
    const { ctx, desk, settled } = await seamWithDesk()
    const ask = ctx.userInteraction.ask(requestOf('a')).catch(() => {})
    end(desk)
    await ask
    expect(settled).toStrictEqual([{ id: desk.at(0).pending.id, outcome, ...(code && { code }) }])
  })

  it.each(['ASK_ABORTED', 'PROVIDER_GONE', 'ASK_EXPIRED'])('report %s once, listed as open no more', async (code) => {
    const { ctx, remove, settled } = await seamWithDesk()
    const controller = new AbortController()
    const open: number[] = []
    ctx.on('user-interaction/settled', () => void open.push(ctx.userInteraction.pending.length))
    const ask = ctx.userInteraction.ask(requestOf('a', { signal: controller.signal, deadlineMs: 1 }))
    if (code === 'ASK_ABORTED') controller.abort()
    if (code === 'PROVIDER_GONE') remove()
    expect(await endOf(ask)).toBe(code)
    controller.abort()
    remove()
    expect(settled).toMatchObject([{ code }])
    expect(open).toEqual([0])
  })

  it('report SERVICE_GONE to those who still listen', async () => {
    const { ctx, fiber } = await mountSeam()
    const { settled } = listen(ctx)
    ctx.userInteraction.registerProvider(new Desk())
    const end = endOf(ctx.userInteraction.ask(requestOf('a')))
    await fiber.dispose()
    expect(await end).toBe('SERVICE_GONE')
    expect(settled).toMatchObject([{ outcome: 'failed', code: 'SERVICE_GONE' }])
  })

  it('never hold what the human said, and neither does the log', async () => {
    const { ctx, desk, asked, settled } = await seamWithDesk()
    const lines = logOf(ctx)
    ctx.on('user-interaction/settled', () => {
      throw new Error('a broken listener')
    })
    const answers = [
      said('a', 'hunter2'),
      { answers: [{ id: 'a', selected: ['hunter2', 'x'] }] },
      { answers: [{ id: 'hunter2', selected: [] }] },
      { answers: 'hunter2' },
      'hunter2',
    ]
    const ends = answers.map(() => endOf(ctx.userInteraction.ask(requestOf('a'))))
    for (const [index, answer] of answers.entries()) desk.at(index).answer(answer)
    expect(await Promise.all(ends)).toEqual(['answered', ...Array.from({ length: 4 }, () => 'BAD_ANSWER')])
    expect(lines.length).toBeGreaterThan(0)
    expect(JSON.stringify([asked, settled, lines])).not.toMatch(/hunter2/)
  })

  it('are frozen: no listener changes what the next one hears', async () => {
    const { ctx, desk, asked, settled } = await seamWithDesk()
    const ask = ctx.userInteraction.ask(requestOf('a'))
    desk.at(0).answer(said('a'))
    await ask
    expect([asked[0], asked[0]?.questions, settled[0]].map(Object.isFrozen)).toEqual([true, true, true])
  })
})

describe('listeners', () => {
  it.each([
    [
      'throws',
      () => {
        throw new Error('a broken listener')
      },
    ],
    ['rejects', () => Promise.reject(new Error('a broken listener'))],
    [
      'throws nothing worth the name',
      () => {
        throw null
      },
    ],
  ])('are contained and logged when one %s: the others hear, the ask goes on', async (_what, broken) => {
    const { ctx } = await mountSeam()
    const lines = logOf(ctx)
    const desk = new Desk()
    for (const name of names) ctx.on(name, broken as () => void)
    const { order } = listen(ctx)
    ctx.userInteraction.registerProvider(desk)
    const ask = ctx.userInteraction.ask(requestOf('a'))
    desk.at(0).answer(said('a'))
    expect(await ask).toEqual(said('a'))
    await turn()
    expect(order).toEqual(['answerable true', 'asked', 'settled answered'])
    for (const name of names) expect(lines).toContainEqual(expect.stringContaining(name))
  })

  it('are contained even when they watch all dispatching: the seam goes on for everybody', async () => {
    const { ctx, desk } = await seamWithDesk()
    const stop = ctx.on('internal/dispatch', (_mode, name) => {
      if (name.startsWith('user-interaction/')) throw new Error('a broken diagnostic')
    })
    const end = endOf(ctx.userInteraction.ask(requestOf('a')))
    stop()
    expect(desk.titles).toEqual(['a'])
    desk.at(0).answer(said('a'))
    expect(await end).toBe('answered')
  })

  it('all hear of an ask before they hear of its end, even if the first one ends it', async () => {
    const { ctx } = await mountSeam()
    const controller = new AbortController()
    ctx.on('user-interaction/asked', () => controller.abort())
    const { order } = listen(ctx)
    ctx.userInteraction.registerProvider(new Desk())
    expect(await endOf(ctx.userInteraction.ask(requestOf('a', { signal: controller.signal })))).toBe('ASK_ABORTED')
    expect(order).toEqual(['answerable true', 'asked', 'settled aborted'])
  })

  it('all hear last what is so now, even if the first one undoes it', async () => {
    const { ctx } = await mountSeam()
    const { fiber, ctx: plugin } = await mountPlugin(ctx)
    ctx.on('user-interaction/answerable', (answerable) => {
      if (answerable) void fiber.dispose()
    })
    const { order } = listen(ctx)
    plugin.userInteraction.registerProvider(new Desk())
    await turn()
    expect(ctx.userInteraction.answerable).toBe(false)
    expect(order.at(-1)).toBe('answerable false')
  })

  it('outlive an error whose code is outside the table', async () => {
    const { ctx, desk, settled } = await seamWithDesk()
    const odd = Object.assign(new UserInteractionError('PROVIDER_FAILED', 'odd'), { code: 'NOT_OURS' })
    const ask = ctx.userInteraction.ask(requestOf('a'))
    desk.at(0).fail(odd)
    expect(await isOpen(ask)).toBe(false)
    await expect(ask).rejects.toBe(odd)
    expect(settled).toMatchObject([{ outcome: 'failed', code: 'NOT_OURS' }])
    const next = ctx.userInteraction.ask(requestOf('b'))
    desk.at(1).answer(said('b'))
    expect(await next).toEqual(said('b'))
  })
})

describe('answerable', () => {
  it('follows the registration, and tells of changes only', async () => {
    const { ctx } = await mountSeam()
    const { order } = listen(ctx)
    expect(ctx.userInteraction.answerable).toBe(false)
    const remove = ctx.userInteraction.registerProvider(new Desk())
    expect(ctx.userInteraction.answerable).toBe(true)
    remove()
    remove()
    expect(ctx.userInteraction.answerable).toBe(false)
    expect(order).toEqual(['answerable true', 'answerable false'])
  })

  it('is refined by a provider that cannot always reach somebody, until it is removed', async () => {
    const { ctx } = await mountSeam()
    const { order } = listen(ctx)
    let tell = (_answerable: boolean): void => {}
    const stop = vi.fn<() => void>()
    const provider = Object.assign(new Desk(), {
      watchAnswerable: (listener: typeof tell) => {
        tell = listener
        listener(false)
        return stop
      },
    })
    const remove = ctx.userInteraction.registerProvider(provider)
    expect(ctx.userInteraction.answerable).toBe(false)
    for (const answerable of [true, true, false, true]) tell(answerable)
    expect(order).toEqual(['answerable true', 'answerable false', 'answerable true'])
    remove()
    expect(stop).toHaveBeenCalledOnce()
    tell(true)
    expect(ctx.userInteraction.answerable).toBe(false)
    expect(order.at(-1)).toBe('answerable false')
  })
})

describe('two seams in one program', () => {
  it('hear nothing of each other', async () => {
    const { ctx } = await mountSeam()
    const other = ctx.isolate('userInteraction')
    await other.plugin(UserInteraction, { handoverMs: 0 })
    const desks = [ctx, other].map((context) => {
      const desk = new Desk()
      context.userInteraction.registerProvider(desk)
      return desk
    })
    const heard = [ctx, other].map((context) => listen(context))
    const inner = await mountPlugin(other)
    const asks = [ctx.userInteraction.ask(requestOf('outer')), inner.ctx.userInteraction.ask(requestOf('inner'))]
    expect(desks.map((desk) => desk.titles)).toEqual([['outer'], ['inner']])
    for (const desk of desks) desk.at(0).answer(said(titleOf(desk.at(0).request)))
    await Promise.all(asks)
    expect(heard.map(({ asked }) => asked.map((ask) => titleOf(ask)))).toEqual([['outer'], ['inner']])
    expect(heard.map(({ order }) => order)).toEqual([
      ['asked', 'settled answered'],
      ['asked', 'settled answered'],
    ])
  })
})

/** An error of this package, but of another installed copy of it. */
function ofAnotherCopy(code: string): Error {
  return Object.assign(new Error('said elsewhere'), { name: 'UserInteractionError', code })
}
