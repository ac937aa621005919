/** A provider that goes away: its asks end, or wait a while for the next one and are shown there first. */
import { describe, expect, it } from 'vitest'
import { createMachine, Desk, endOf, isOpen, requestOf, said, turn } from './boot.ts'

const handingOver = () => createMachine({ handoverMs: 1000 })

describe('removal without a handover', () => {
  it('rejects what was shown and what waited with PROVIDER_GONE, and takes the questions down', async () => {
    const { machine, heard } = createMachine()
    const desk = new Desk(1)
    const remove = machine.register(desk, 'p')
    const asks = ['a', 'b'].map((id) => machine.admit(requestOf(id), 'me'))
    const { signal } = desk.at(0).pending
    remove()
    expect(await Promise.all(asks.map(endOf))).toEqual(['PROVIDER_GONE', 'PROVIDER_GONE'])
    expect(signal.reason).toMatchObject({ code: 'PROVIDER_GONE' })
    expect(desk.titles).toEqual(['a'])
    expect(heard).toEqual([
      'answerable true',
      'asked a',
      'asked b',
      'settled a PROVIDER_GONE',
      'settled b PROVIDER_GONE',
      'answerable false',
    ])
    expect(machine.refusal).toBe('NO_PROVIDER')
  })

  it('may be asked for any number of times, and never removes the next one', () => {
    const { machine } = createMachine()
    const remove = machine.register(new Desk(), 'p')
    remove()
    remove()
    machine.register(new Desk(), 'q')
    remove()
    expect(machine.answerable).toBe(true)
  })
})

describe('registration', () => {
  it('refuses a second one and leaves the first working', async () => {
    const { machine } = createMachine()
    const desk = new Desk()
    machine.register(desk, 'p')
    expect(() => machine.register(new Desk(), 'q')).toThrow('a user-interaction provider is already registered')
    const ask = machine.admit(requestOf('a'), 'me')
    desk.at(0).answer(said('a'))
    expect(await ask).toEqual(said('a'))
  })

  it.each([
    ['nothing', undefined, /provider\.ask must be a function, got undefined/],
    ['a bare function', () => {}, /provider\.ask must be a function, got undefined/],
    ['no ask', {}, /provider\.ask must be a function, got undefined/],
    ['text for ask', { ask: 'me' }, /provider\.ask must be a function, got a string/],
    ['a concurrency of 0', { ask: () => {}, concurrency: 0 }, /concurrency must be a positive integer, got 0/],
    ['half a slot', { ask: () => {}, concurrency: 1.5 }, /concurrency must be a positive integer/],
    ['NaN slots', { ask: () => {}, concurrency: NaN }, /concurrency must be a positive integer, got NaN/],
    ['slots as text', { ask: () => {}, concurrency: '1' }, /concurrency must be a positive integer, got a string/],
    ['null slots', { ask: () => {}, concurrency: null }, /concurrency must be a positive integer, got null/],
    ['text for watchAnswerable', { ask: () => {}, watchAnswerable: 'yes' }, /watchAnswerable must be a function/],
  ])('refuses %s as a provider, with BAD_REQUEST, and stays open for a right one', (_what, provider, message) => {
    const { machine } = createMachine()
    const attempt = () => machine.register(provider as Desk, 'p')
    expect(attempt).toThrow(expect.objectContaining({ code: 'BAD_REQUEST', message: expect.stringMatching(message) }))
    machine.register(new Desk(), 'q')
    expect(machine.answerable).toBe(true)
  })
})

describe('a handover', () => {
  it('shows the same asks again to the next provider, in asked order, before all newer ones', async () => {
    const { machine } = handingOver()
    const [old, next] = [new Desk(2), new Desk(1)]
    const remove = machine.register(old, 'p')
    const asks = ['a', 'b', 'c'].map((id) => machine.admit(requestOf(id), 'me'))
    remove()
    expect(machine.answerable).toBe(true)
    asks.push(machine.admit(requestOf('d'), 'me'))
    expect(machine.list().map((ask) => ask.state)).toEqual(['queued', 'queued', 'queued', 'queued'])
    machine.register(next, 'q')
    for (const [index, id] of ['a', 'b', 'c', 'd'].entries()) {
      expect(next.titles).toEqual(['a', 'b', 'c', 'd'].slice(0, index + 1))
      next.at(index).answer(said(id))
      await turn()
    }
    expect(await Promise.all(asks)).toEqual(['a', 'b', 'c', 'd'].map((id) => said(id)))
    expect(old.titles).toEqual(['a', 'b'])
  })

  it('keeps the id and gives a new showing; the old one aborts, and what it still says is dropped', async () => {
    const { machine } = handingOver()
    const [old, next] = [new Desk(), new Desk()]
    const remove = machine.register(old, 'p')
    const ask = machine.admit(requestOf('a'), 'me')
    const before = old.at(0).pending
    remove()
    expect(before.signal.reason).toMatchObject({ code: 'PROVIDER_GONE' })
    machine.register(next, 'q')
    const after = next.at(0).pending
    expect(after).not.toBe(before)
    expect(after.id).toBe(before.id)
    expect(after.signal.aborted).toBe(false)
    old.at(0).answer(said('a', 'late'))
    expect(await isOpen(ask)).toBe(true)
    old.at(0).fail(new Error('late'))
    next.at(0).answer(said('a', 'in time'))
    expect(await ask).toEqual(said('a', 'in time'))
  })

  it('does not let the stale showing touch the deadline', () => {
    const { machine, clock } = handingOver()
    const [old, next] = [new Desk(), new Desk()]
    const remove = machine.register(old, 'p')
    machine.admit(requestOf('a', { deadlineMs: 10_000 }), 'me').catch(() => {})
    const until = old.at(0).pending.deadlineAt
    remove()
    clock.advance(500)
    old.at(0).pending.keepAlive()
    machine.register(next, 'q')
    old.at(0).pending.keepAlive()
    expect(next.at(0).pending.deadlineAt).toBe(until)
  })

  it('lets deadlines run on, in the gap too', async () => {
    const { machine, clock } = handingOver()
    const desk = new Desk()
    const remove = machine.register(desk, 'p')
    const ask = machine.admit(requestOf('a', { deadlineMs: 800 }), 'me')
    clock.advance(300)
    remove()
    clock.advance(500)
    expect(await endOf(ask)).toBe('ASK_EXPIRED')
    expect(machine.list()).toEqual([])
  })

  it('lets signals work in the gap, for old asks and new', async () => {
    const { machine } = handingOver()
    const controller = new AbortController()
    const remove = machine.register(new Desk(), 'p')
    const old = machine.admit(requestOf('a', { signal: controller.signal }), 'me')
    remove()
    const fresh = machine.admit(requestOf('b', { signal: controller.signal }), 'me')
    controller.abort()
    expect(await Promise.all([old, fresh].map(endOf))).toEqual(['ASK_ABORTED', 'ASK_ABORTED'])
    const next = new Desk()
    machine.register(next, 'q')
    expect(next.titles).toEqual([])
  })

  it('ends with PROVIDER_GONE for all when nobody came', async () => {
    const { machine, clock, heard } = handingOver()
    const remove = machine.register(new Desk(), 'p')
    const old = machine.admit(requestOf('a'), 'me')
    remove()
    const fresh = machine.admit(requestOf('b'), 'me')
    clock.advance(999)
    expect(await isOpen(old)).toBe(true)
    clock.advance(1)
    expect(await Promise.all([old, fresh].map(endOf))).toEqual(['PROVIDER_GONE', 'PROVIDER_GONE'])
    expect(heard.slice(-3)).toEqual(['settled a PROVIDER_GONE', 'settled b PROVIDER_GONE', 'answerable false'])
    expect(machine.refusal).toBe('NO_PROVIDER')
    expect(clock.timers).toBe(0)
  })

  it('starts its time anew with a further removal', async () => {
    const { machine, clock } = handingOver()
    const remove = machine.register(new Desk(), 'p')
    const ask = machine.admit(requestOf('a'), 'me')
    remove()
    clock.advance(900)
    machine.register(new Desk(), 'q')()
    clock.advance(900)
    expect(await isOpen(ask)).toBe(true)
    clock.advance(100)
    expect(await endOf(ask)).toBe('PROVIDER_GONE')
  })

  it('tells nobody of a change that is none: answerable stays true throughout', () => {
    const { machine, heard } = handingOver()
    machine.register(new Desk(), 'p')()
    machine.register(new Desk(), 'q')
    expect(heard).toEqual(['answerable true'])
  })

  it('ends with the service: SERVICE_GONE for what waits, and no timer stays', async () => {
    const { machine, clock } = handingOver()
    const remove = machine.register(new Desk(), 'p')
    const ask = machine.admit(requestOf('a'), 'me')
    remove()
    machine.dispose()
    expect(await endOf(ask)).toBe('SERVICE_GONE')
    expect(clock.timers).toBe(0)
    expect(machine.answerable).toBe(false)
    expect(() => machine.register(new Desk(), 'q')).toThrow(expect.objectContaining({ code: 'SERVICE_GONE' }))
  })
})
