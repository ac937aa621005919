/** Time: none by default; a deadline runs from the first showing, starts again with each sign of the human. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMachine, Desk, endOf, isOpen, mountSeam, requestOf, said, turn } from './boot.ts'
import { systemClock } from '../src/clock.ts'

const day = 24 * 60 * 60 * 1000

describe('a deadline', () => {
  it('is not there by default: after a day of silence the ask is still open', async () => {
    const { machine, clock } = createMachine()
    const desk = new Desk()
    machine.register(desk, 'p')
    const ask = machine.admit(requestOf('a'), 'me')
    expect(clock.timers).toBe(0)
    clock.advance(day)
    expect(await isOpen(ask)).toBe(true)
    expect(desk.at(0).pending.deadlineAt).toBeUndefined()
    desk.at(0).pending.keepAlive()
    expect(clock.timers).toBe(0)
  })

  it('ends the ask with ASK_EXPIRED and takes the question down; nothing is chosen', async () => {
    const { machine, clock, heard } = createMachine()
    const desk = new Desk()
    machine.register(desk, 'p')
    const ask = machine.admit(requestOf('a', { deadlineMs: 1000 }), 'me')
    const { pending, answer } = desk.at(0)
    expect(pending.deadlineAt).toBe(clock.now() + 1000)
    clock.advance(999)
    expect(pending.signal.aborted).toBe(false)
    clock.advance(1)
    expect(pending.signal.reason).toMatchObject({ code: 'ASK_EXPIRED' })
    answer(said('a'))
    expect(await endOf(ask)).toBe('ASK_EXPIRED')
    expect(heard).toContain('settled a ASK_EXPIRED')
    expect(clock.timers).toBe(0)
  })

  it('starts when the ask is first shown, not while it waits in line', async () => {
    const { machine, clock } = createMachine()
    const desk = new Desk(1)
    machine.register(desk, 'p')
    machine.admit(requestOf('a'), 'me').catch(() => {})
    const b = machine.admit(requestOf('b', { deadlineMs: 1000 }), 'me')
    const waiting = machine.list()[1]
    expect(waiting?.info()).not.toHaveProperty('deadlineAt')
    clock.advance(day)
    desk.at(0).answer(said('a'))
    await turn()
    expect(desk.at(1).pending.deadlineAt).toBe(clock.now() + 1000)
    expect(waiting?.info().deadlineAt).toBe(clock.now() + 1000)
    clock.advance(1000)
    expect(await endOf(b)).toBe('ASK_EXPIRED')
  })

  it('starts again with each sign of the human, and what is typed is never sent by itself', async () => {
    const { machine, clock } = createMachine()
    const desk = new Desk()
    machine.register(desk, 'p')
    const ask = machine.admit(requestOf('a', { deadlineMs: 60_000 }), 'me')
    const { keepAlive, signal } = desk.at(0).pending
    for (let key = 0; key < 15; key++) {
      clock.advance(20_000)
      keepAlive()
      expect(desk.at(0).pending.deadlineAt).toBe(clock.now() + 60_000)
    }
    expect(await isOpen(ask)).toBe(true)
    expect(clock.timers).toBe(1)
    clock.advance(60_000)
    expect(signal.reason).toMatchObject({ code: 'ASK_EXPIRED' })
    expect(await endOf(ask)).toBe('ASK_EXPIRED')
  })

  it.each([
    ['answered', 'answered'],
    ['failed', 'PROVIDER_FAILED'],
    ['aborted', 'ASK_ABORTED'],
    ['removed', 'PROVIDER_GONE'],
  ])('is over when the ask was %s: no timer stays, and keepAlive starts none', async (how, end) => {
    const { machine, clock } = createMachine()
    const desk = new Desk()
    const remove = machine.register(desk, 'p')
    const controller = new AbortController()
    const ask = machine.admit(requestOf('a', { deadlineMs: 1000, signal: controller.signal }), 'me')
    const { pending, answer, fail } = desk.at(0)
    if (how === 'answered') answer(said('a'))
    if (how === 'failed') fail(new Error('torn'))
    if (how === 'aborted') controller.abort()
    if (how === 'removed') remove()
    expect(await endOf(ask)).toBe(end)
    pending.keepAlive()
    expect(clock.timers).toBe(0)
    clock.advance(day)
  })

  it('frees the slot of a silent human for the next in line', () => {
    const { machine, clock } = createMachine()
    const desk = new Desk(1)
    machine.register(desk, 'p')
    machine.admit(requestOf('a', { deadlineMs: 1000 }), 'me').catch(() => {})
    machine.admit(requestOf('b'), 'me').catch(() => {})
    clock.advance(1000)
    expect(desk.titles).toEqual(['a', 'b'])
  })
})

describe('the real clock', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const lengths = [1, 1000, 2 ** 31 - 1, 2 ** 31, 2 ** 31 + 1, 2 ** 32, 400 * day]
  it.each(lengths)('waits %d ms, no more and no less', (ms) => {
    const run = vi.fn<() => void>()
    systemClock.after(ms, run)
    vi.advanceTimersByTime(ms - 1)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(run).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([1000, 2 ** 31 + 1000, 3 * 2 ** 31])('stops a wait of %d ms at any point', (ms) => {
    for (const part of [0, 0.4, 0.7, 0.99]) {
      const run = vi.fn<() => void>()
      const stop = systemClock.after(ms, run)
      vi.advanceTimersByTime(ms * part)
      stop()
      expect(vi.getTimerCount()).toBe(0)
      vi.advanceTimersByTime(2 * ms)
      expect(run).not.toHaveBeenCalled()
    }
  })

  it('lets a mounted seam wait for a deadline of 60 days, restarted half way', async () => {
    vi.useRealTimers()
    const { ctx } = await mountSeam()
    const desk = new Desk()
    ctx.userInteraction.registerProvider(desk)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const ask = ctx.userInteraction.ask(requestOf('a', { deadlineMs: 60 * day }))
    vi.advanceTimersByTime(30 * day)
    desk.at(0).pending.keepAlive()
    vi.advanceTimersByTime(60 * day - 1)
    expect(await isOpen(ask)).toBe(true)
    vi.advanceTimersByTime(1)
    expect(await endOf(ask)).toBe('ASK_EXPIRED')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('takes a deadline without any practical end', async () => {
    vi.useRealTimers()
    const { ctx } = await mountSeam()
    const desk = new Desk()
    ctx.userInteraction.registerProvider(desk)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const ask = ctx.userInteraction.ask(requestOf('a', { deadlineMs: Number.MAX_VALUE }))
    vi.advanceTimersByTime(1000 * day)
    desk.at(0).answer(said('a'))
    expect(await ask).toEqual(said('a'))
    expect(vi.getTimerCount()).toBe(0)
  })
})
