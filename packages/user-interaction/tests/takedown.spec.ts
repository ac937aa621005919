/** A question that is taken down: what its surface may do at that moment, and what a provider that ends may leave. */
import type { AskUserQuestionRequest, PendingAsk } from '@deepseek-ai/dsh-user-interaction'
import { describe, expect, it } from 'vitest'
import { createMachine, Desk, endOf, isOpen, requestOf, said, titleOf, turn } from './boot.ts'

const nothing = (): void => {}

/** A desk that acts the moment a question is taken down. */
class NervousDesk extends Desk {
  private readonly takenDown: (title: string) => void

  constructor(concurrency: number, takenDown: (title: string) => void) {
    super(concurrency)
    this.takenDown = takenDown
  }

  override ask(request: AskUserQuestionRequest, pending: PendingAsk) {
    pending.signal.addEventListener('abort', () => this.takenDown(titleOf(request)), { once: true })
    return super.ask(request, pending)
  }
}

describe('a surface that hears its question go', () => {
  it('may bring its successor at once, who keeps every ask', async () => {
    const { machine } = createMachine({ handoverMs: 1000 })
    const next = new Desk()
    const desk = new NervousDesk(Infinity, (title) => {
      if (title === 'a') machine.register(next, 'q')
    })
    const remove = machine.register(desk, 'p')
    const asks = ['a', 'b', 'c'].map((id) => machine.admit(requestOf(id), 'me'))
    remove()
    expect(next.titles).toEqual(['a', 'b', 'c'])
    expect(next.shown.map(({ pending }) => pending.signal.aborted)).toEqual([false, false, false])
    expect(desk.shown.map(({ pending }) => pending.signal.aborted)).toEqual([true, true, true])
    for (const shown of next.shown) shown.answer(said(titleOf(shown.request)))
    await turn()
    expect(await Promise.all(asks.map(isOpen))).toEqual([false, false, false])
  })

  it('may bring its successor without a handover: no ask of the removed one is shown there', async () => {
    const { machine } = createMachine()
    const next = new Desk()
    const desk = new NervousDesk(1, () => void machine.register(next, 'q'))
    const remove = machine.register(desk, 'p')
    const asks = ['a', 'b', 'c'].map((id) => machine.admit(requestOf(id), 'me'))
    remove()
    expect(await Promise.all(asks.map(endOf))).toEqual(['PROVIDER_GONE', 'PROVIDER_GONE', 'PROVIDER_GONE'])
    expect(next.titles).toEqual([])
    expect(machine.answerable).toBe(true)
  })

  it('may ask again, and abort others', async () => {
    const others = new AbortController()
    const { machine } = createMachine()
    const desk = new NervousDesk(1, (title) => {
      if (title !== 'a') return
      others.abort()
      machine.admit(requestOf('again'), 'me').catch(nothing)
    })
    machine.register(desk, 'p')
    const first = new AbortController()
    const a = machine.admit(requestOf('a', { signal: first.signal }), 'me')
    const b = machine.admit(requestOf('b', { signal: others.signal }), 'me')
    machine.admit(requestOf('c'), 'me').catch(nothing)
    first.abort()
    expect(await Promise.all([a, b].map(endOf))).toEqual(['ASK_ABORTED', 'ASK_ABORTED'])
    expect(desk.titles).toEqual(['a', 'c'])
    expect(machine.list().map((ask) => titleOf(ask.request))).toEqual(['c', 'again'])
  })

  it('finds the signal aborted when it first looks after the end', async () => {
    const { machine } = createMachine()
    const desk = new Desk()
    machine.register(desk, 'p')
    const controller = new AbortController()
    const ask = machine.admit(requestOf('a', { signal: controller.signal }), 'me')
    controller.abort()
    await endOf(ask)
    expect(desk.at(0).pending.signal.aborted).toBe(true)
    expect(desk.at(0).pending.signal.reason).toMatchObject({ code: 'ASK_ABORTED' })
  })

  it.each([
    ['stands after an answer', said('a'), false],
    ['is taken down after a bad one', null, true],
  ])('%s', async (_what, answer, aborted) => {
    const { machine } = createMachine()
    const desk = new Desk()
    machine.register(desk, 'p')
    const ask = machine.admit(requestOf('a'), 'me')
    const { signal } = desk.at(0).pending
    desk.at(0).answer(answer)
    await endOf(ask)
    expect(signal.aborted).toBe(aborted)
  })
})

describe('a provider that tells whether it is answerable', () => {
  it('may throw when it is let go of: still every ask ends, and the owner hears of it', async () => {
    for (const end of ['remove', 'dispose'] as const) {
      const { machine, heard } = createMachine()
      const watchAnswerable = () => () => {
        throw new Error('stuck')
      }
      const remove = machine.register({ ask: () => new Promise(nothing), watchAnswerable }, 'p')
      const ask = machine.admit(requestOf('a'), 'me')
      expect(end === 'remove' ? remove : () => machine.dispose()).not.toThrow()
      expect(await endOf(ask)).toBe(end === 'remove' ? 'PROVIDER_GONE' : 'SERVICE_GONE')
      expect(heard).toContain('broken Error: stuck')
    }
  })

  it('is refused when it gives nothing to be let go of by', () => {
    const { machine } = createMachine()
    const watchAnswerable = () => 'stop' as unknown as () => void
    expect(() => machine.register({ ask: () => new Promise(nothing), watchAnswerable }, 'p')).toThrow(
      expect.objectContaining({
        code: 'BAD_REQUEST',
        message: 'provider.watchAnswerable must return a function, got a string',
      }),
    )
    expect(machine.answerable).toBe(false)
  })

  it('may end everything while it is registered: it is not there then', () => {
    const { machine, heard } = createMachine()
    const watchAnswerable = () => {
      machine.dispose()
      return nothing
    }
    try {
      machine.register({ ask: () => new Promise(nothing), watchAnswerable }, 'p')
    } catch (error) {
      expect(error).toMatchObject({ code: 'SERVICE_GONE' })
    }
    expect(machine.answerable).toBe(false)
    expect(heard.at(-1)).not.toBe('answerable true')
  })
})
