/** The provider behind the real service: the seam owns the ask's life, the provider shows and reads. */
import AgentRegistry, { type Agent } from '@deepseek-ai/dsh-agent'
import UserInteraction, {
  type AskUserQuestionItem,
  type AskUserQuestionRequest,
  type UserInteractionConfig,
} from '@deepseek-ai/dsh-user-interaction'
import { Context } from 'cordis'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { listenersOn, Seat, settle } from './seat.ts'

const which: AskUserQuestionItem = { id: 'a', question: 'Which one?', options: [{ label: 'Alpha' }, { label: 'Beta' }] }
const why: AskUserQuestionItem = { id: 'why', question: 'Why?' }
const alpha = { answers: [{ id: 'a', selected: ['Alpha'] }] }
const beta = { answers: [{ id: 'a', selected: ['Beta'] }] }

afterEach(() => void vi.useRealTimers())

async function mount(config: Partial<UserInteractionConfig> = {}) {
  const ctx = new Context()
  onTestFinished(async () => void (await ctx.fiber.dispose()))
  await ctx.plugin(AgentRegistry)
  await ctx.plugin(UserInteraction, config)
  const ask = (questions: AskUserQuestionItem[], rest: Partial<AskUserQuestionRequest> = {}) =>
    ctx.userInteraction.ask({ questions, ...rest }).catch((error: unknown) => error as Error & { code: string })
  return { ctx, ask }
}

/** A plugin around a seat, as ours is around the process's own streams. */
async function sitDown(ctx: Context, seat = new Seat()) {
  const fiber = await ctx.plugin({
    name: 'seat',
    inject: ['userInteraction'],
    apply(own: Context) {
      own.effect(() => () => seat.provider.close(), 'seat')
      own.userInteraction.registerProvider(seat.provider)
    },
  })
  return { seat, leave: () => fiber.dispose() }
}

function agentCalled(ctx: Context, id: string): Agent {
  const agent = { id, session: { id } } as unknown as Agent
  ctx.agents.register(agent)
  return agent
}

describe('asks that come at once', () => {
  test('are shown in turn, name who asks, and get their own answers', async () => {
    const { ctx, ask } = await mount()
    const { seat } = await sitDown(ctx)
    const first = ask([which], { agent: agentCalled(ctx, 'migrator') })
    const second = ask([which], { agent: agentCalled(ctx, 'gardener') })
    await settle()
    expect(seat.page.look()).toMatch(/^Asked by agent migrator\.\nWhich one\?\n(?!.*gardener)/s)
    expect(await seat.type('1\n')).toContain('\nAsked by agent gardener.\nWhich one?\n')
    await seat.type('2\n')
    expect([await first, await second]).toEqual([alpha, beta])
  })

  test('take one piped line each', async () => {
    const { ctx, ask } = await mount()
    const { seat } = await sitDown(ctx)
    const all = Promise.all([ask([which]), ask([which]), ask([which])])
    await seat.type('1\n2\n1\n')
    expect(await all).toEqual([alpha, beta, alpha])
  })

  test('move up when the one that is up is aborted, and leave no trace when they are aborted in the line', async () => {
    const { ctx, ask } = await mount()
    const { seat } = await sitDown(ctx)
    const up = new AbortController()
    const queued = new AbortController()
    const first = ask([why], { signal: up.signal })
    const second = ask([{ ...why, question: 'Never shown?' }], { signal: queued.signal })
    const third = ask([which])
    await settle()
    queued.abort()
    up.abort()
    expect([await first, await second]).toMatchObject([{ code: 'ASK_ABORTED' }, { code: 'ASK_ABORTED' }])
    await settle()
    expect(seat.page.text).toMatch(/Why\?.*withdrawn.*Which one\?/s)
    expect(seat.page.text).not.toContain('Never shown?')
    await seat.type('2\n')
    expect(await third).toEqual(beta)
  })

  test('all fail when the input ends, and nobody is answerable after that', async () => {
    const { ctx, ask } = await mount()
    const { seat } = await sitDown(ctx)
    expect(ctx.userInteraction.answerable).toBe(true)
    const all = [ask([which]), ask([why]), ask([which, why])]
    seat.input.end('2\n')
    expect(await Promise.all(all)).toMatchObject([
      beta,
      { code: 'PROVIDER_FAILED', message: 'input ended before question "why" was answered' },
      { code: 'PROVIDER_FAILED', message: 'input ended before question "a" was answered' },
    ])
    expect(ctx.userInteraction.answerable).toBe(false)
  })
})

describe('an abort', () => {
  test.each<[string, (abort: () => void) => unknown]>([
    ['in the same tick', (abort) => abort()],
    ['in a microtask', (abort) => Promise.resolve().then(abort)],
    ['in the next turn', (abort) => setImmediate(abort)],
  ])('%s settles the ask and leaves the next one unharmed', async (_, soon) => {
    const { ctx, ask } = await mount()
    const { seat } = await sitDown(ctx)
    const controller = new AbortController()
    const first = ask([which], { signal: controller.signal })
    soon(() => controller.abort())
    expect(await first).toMatchObject({ code: 'ASK_ABORTED' })
    await settle()
    const second = ask([which])
    await settle()
    await seat.type('2\n')
    expect(await second).toEqual(beta)
  })

  const middles = ['', 'half a wo', '/multi\nx\n', '/reply\n', '1\n/back\n']
  test.each(middles)('after %j takes the question down', async (typed) => {
    const { ctx, ask } = await mount()
    const { seat } = await sitDown(ctx)
    const controller = new AbortController()
    const open = ask([which, why], { signal: controller.signal })
    await seat.type(typed)
    controller.abort()
    expect(await open).toMatchObject({ code: 'ASK_ABORTED' })
    await settle()
    expect(seat.page.look()).toContain('\nThe question was withdrawn. Nothing was chosen and nothing was sent.\n')
    expect(ctx.userInteraction.pending).toEqual([])
  })
})

describe('a deadline', () => {
  test('is put off by every line and ends as its own outcome, what was typed not sent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const { ctx, ask } = await mount()
    const { seat } = await sitDown(ctx)
    const open = ask([which, why], { deadlineMs: 60_000 })
    expect(seat.page.look()).toContain('Answer within 60 seconds;')
    for (const line of ['9\n', '\n', '2\n', '/back\n', '1\n']) {
      vi.advanceTimersByTime(59_000)
      await seat.type(line)
    }
    expect(ctx.userInteraction.pending).toHaveLength(1)
    seat.page.look()
    vi.advanceTimersByTime(60_000)
    expect(await open).toMatchObject({ code: 'ASK_EXPIRED' })
    expect(seat.page.look()).toBe(`
The time is up. Nothing was chosen and nothing was sent.
Not sent:
  Which one: Alpha
`)
    const next = ask([why])
    expect(await seat.type('because\n')).toContain('"custom":"because"')
    expect(await next).toEqual({ answers: [{ id: 'why', selected: [], custom: 'because' }] })
  })

  test('is none unless there is one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const { ctx, ask } = await mount()
    const { seat } = await sitDown(ctx)
    void ask([which])
    vi.advanceTimersByTime(24 * 3_600_000)
    expect(ctx.userInteraction.pending).toHaveLength(1)
    expect(seat.page.text).not.toContain('within')
  })
})

describe('the end of the plugin', () => {
  test('ends what is open and leaves no listener on input, output or signal', async () => {
    const { ctx, ask } = await mount()
    const seat = new Seat()
    const { signal } = new AbortController()
    const before = listenersOn(seat.input, seat.page)
    const { leave } = await sitDown(ctx, seat)
    const answered = ask([which], { signal })
    await seat.type('1\n')
    await answered
    const open = ask([which, why], { signal })
    const queued = ask([why], { signal })
    await seat.type('2\n')
    await leave()
    expect([await open, await queued]).toMatchObject([{ code: 'PROVIDER_GONE' }, { code: 'PROVIDER_GONE' }])
    expect(
      seat.page.text.endsWith(`
The question was withdrawn. Nothing was chosen and nothing was sent.
Not sent:
  Which one: Beta
`),
    ).toBe(true)
    expect([listenersOn(seat.input, seat.page), listenersOn(signal)]).toEqual([before, 0])
    expect([seat.input.destroyed, seat.input.readableFlowing, seat.page.writable]).toEqual([false, false, true])
    expect(await ask([which])).toMatchObject({ code: 'NO_PROVIDER' })
  })

  test('hands the open ask to the next one, whole, and what was typed stays behind', async () => {
    const { ctx, ask } = await mount({ handoverMs: 60_000 })
    const one = await sitDown(ctx)
    const open = ask([which, why])
    await one.seat.type('1\nbeca')
    await one.leave()
    const two = await sitDown(ctx)
    await settle()
    expect(two.seat.page.look()).toContain('Question 1 of 2.\nWhich one?\n')
    await two.seat.type('2\nso there\n')
    expect(await open).toEqual({
      answers: [
        { id: 'a', selected: ['Beta'] },
        { id: 'why', selected: [], custom: 'so there' },
      ],
    })
  })

  test('leaves nothing after a hundred asks on one signal', async () => {
    const { ctx, ask } = await mount()
    const { seat } = await sitDown(ctx)
    const { signal } = new AbortController()
    const first = ask([which], { signal })
    await seat.type('2\n')
    await first
    const before = listenersOn(seat.input, seat.page)
    for (let count = 0; count < 100; count++) {
      const open = ask([which], { signal })
      seat.input.write('2\n')
      await open
    }
    expect([listenersOn(seat.input, seat.page), listenersOn(signal)]).toEqual([before, 0])
  })
})

test('a dismissal follows only an act of the human', async () => {
  const { ctx, ask } = await mount()
  const { seat } = await sitDown(ctx)
  const open = ask([which, why])
  await seat.type('1\n/cancel\n')
  expect(await open).toMatchObject({ code: 'ASK_CANCELLED' })
  const skipped = ask([which, why])
  await seat.type('/skip\n/skip\n')
  expect(await skipped).toEqual({
    answers: [
      { id: 'a', selected: [] },
      { id: 'why', selected: [] },
    ],
  })
})

test('every ask wants an answer of its own, also with the same words and ids', async () => {
  const { ctx, ask } = await mount()
  const { seat } = await sitDown(ctx)
  const twins = [
    { ...which, id: 'left' },
    { ...which, id: 'right' },
  ]
  const first = ask(twins)
  await seat.type('1\n2\n')
  expect(await first).toEqual({
    answers: [
      { id: 'left', selected: ['Alpha'] },
      { id: 'right', selected: ['Beta'] },
    ],
  })
  const second = ask(twins)
  await settle()
  expect(ctx.userInteraction.pending).toHaveLength(1)
  await seat.type('2\n/back\n1\n1\n')
  expect(await second).toEqual({
    answers: [
      { id: 'left', selected: ['Alpha'] },
      { id: 'right', selected: ['Alpha'] },
    ],
  })
})
