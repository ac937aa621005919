/** The line of asks: first in, first out, as many at a time as the surface can show, each settled once. */
import { HarnessError } from '@deepseek-ai/dsh-llm'
import { UserInteractionError } from '@deepseek-ai/dsh-user-interaction'
import { describe, expect, it } from 'vitest'
import { createMachine, Desk, endOf, isOpen, requestOf, said, turn, yesNo } from './boot.ts'

describe('the line', () => {
  it('shows all at once to a surface without a limit', () => {
    const { machine } = createMachine()
    const desk = new Desk()
    machine.register(desk, 'p')
    for (const id of ['a', 'b', 'c']) machine.admit(requestOf(id), 'me').catch(() => {})
    expect(desk.titles).toEqual(['a', 'b', 'c'])
    expect(machine.list().map((ask) => ask.state)).toEqual(['shown', 'shown', 'shown'])
  })

  it('shows one after the other to a surface that can show one, and each gets its own answer', async () => {
    const { machine } = createMachine()
    const desk = new Desk(1)
    machine.register(desk, 'p')
    const asks = ['a', 'b', 'c'].map((id) => machine.admit(requestOf(id), 'me'))
    expect(desk.titles).toEqual(['a'])
    desk.at(0).answer(said('a'))
    await turn()
    expect(desk.titles).toEqual(['a', 'b'])
    desk.at(1).answer(said('b'))
    await turn()
    desk.at(2).answer(said('c'))
    expect(await Promise.all(asks)).toEqual(['a', 'b', 'c'].map((id) => said(id)))
    expect(machine.list()).toEqual([])
  })

  it('keeps the slots of a surface full, in asked order, whichever is answered first', async () => {
    const { machine } = createMachine()
    const desk = new Desk(2)
    machine.register(desk, 'p')
    for (const id of ['a', 'b', 'c', 'd', 'e']) machine.admit(requestOf(id), 'me').catch(() => {})
    expect(desk.titles).toEqual(['a', 'b'])
    desk.at(1).answer(said('b'))
    await turn()
    expect(desk.titles).toEqual(['a', 'b', 'c'])
    desk.at(2).fail(new Error('torn'))
    await turn()
    expect(desk.titles).toEqual(['a', 'b', 'c', 'd'])
    expect(machine.list().map((ask) => [ask.request.questions[0]?.id, ask.state])).toEqual([
      ['a', 'shown'],
      ['d', 'shown'],
      ['e', 'queued'],
    ])
  })

  it('lets an aborted ask leave from the middle, and it never reaches the surface', async () => {
    const { machine } = createMachine()
    const desk = new Desk(1)
    machine.register(desk, 'p')
    const gone = new AbortController()
    machine.admit(requestOf('a'), 'me').catch(() => {})
    const b = machine.admit(requestOf('b', { signal: gone.signal }), 'me')
    machine.admit(requestOf('c'), 'me').catch(() => {})
    gone.abort()
    expect(await endOf(b)).toBe('ASK_ABORTED')
    desk.at(0).answer(said('a'))
    await turn()
    expect(desk.titles).toEqual(['a', 'c'])
  })

  it('takes down every ask of an aborted turn before the next one is shown', async () => {
    const { machine } = createMachine()
    const desk = new Desk(1)
    machine.register(desk, 'p')
    const ofA = new AbortController()
    const asks = ['a1', 'a2'].map((id) => machine.admit(requestOf(id, { signal: ofA.signal }), 'a'))
    const b1 = machine.admit(requestOf('b1'), 'b')
    ofA.abort()
    expect(await Promise.all(asks.map(endOf))).toEqual(['ASK_ABORTED', 'ASK_ABORTED'])
    expect(desk.titles).toEqual(['a1', 'b1'])
    expect(await isOpen(b1)).toBe(true)
  })

  it('takes down every ask of one owner before the next one is shown', async () => {
    const { machine } = createMachine()
    const desk = new Desk(1)
    machine.register(desk, 'p')
    const asks = ['x1', 'x2'].map((id) => machine.admit(requestOf(id), 'x'))
    machine.admit(requestOf('y1'), 'y').catch(() => {})
    const x3 = machine.admit(requestOf('x3'), 'x')
    machine.abortWhere((ask) => ask.owner === 'x')
    expect(await Promise.all([...asks, x3].map(endOf))).toEqual(['ASK_ABORTED', 'ASK_ABORTED', 'ASK_ABORTED'])
    expect(desk.titles).toEqual(['x1', 'y1'])
  })

  it('shows no ask whose signal has aborted, though its own listener has yet to run', async () => {
    const { machine } = createMachine()
    const desk = new Desk(1)
    machine.register(desk, 'p')
    const [first, second] = [new AbortController(), new AbortController()]
    second.signal.addEventListener('abort', () => first.abort(), { once: true })
    const asks = [first, second].map(({ signal }, index) => machine.admit(requestOf(`${index}`, { signal }), 'me'))
    second.abort()
    expect(await Promise.all(asks.map(endOf))).toEqual(['ASK_ABORTED', 'ASK_ABORTED'])
    expect(desk.titles).toEqual(['0'])
  })

  it('shows the same question again when it is asked again: no answer is kept', async () => {
    const { machine } = createMachine()
    const desk = new Desk()
    machine.register(desk, 'p')
    const first = machine.admit(requestOf('go', { key: 'k' }), 'me')
    desk.at(0).answer(said('go', 'yes'))
    await first
    const second = machine.admit(requestOf('go', { key: 'k' }), 'me')
    expect(desk.titles).toEqual(['go', 'go'])
    expect(await isOpen(second)).toBe(true)
    expect(desk.at(1).pending.id).not.toBe(desk.at(0).pending.id)
  })

  it('outlives a surface that fails on all of 10,000 asks that waited', async () => {
    const { machine } = createMachine({ handoverMs: 1 })
    machine.register(new Desk(), 'p')()
    const asks = Array.from({ length: 10_000 }, (_, index) => machine.admit(requestOf(`${index}`), 'me'))
    machine.register(
      {
        concurrency: 1,
        ask: () => {
          throw new Error('no screen')
        },
      },
      'q',
    )
    expect(new Set(await Promise.all(asks.map(endOf)))).toEqual(new Set(['PROVIDER_FAILED']))
    expect(machine.list()).toEqual([])
  })

  it('outlives 10,000 asks that are answered at once, each from the one before', async () => {
    const { machine } = createMachine()
    machine.register({ concurrency: 1, ask: async ({ questions }) => said(questions[0]?.id ?? '') }, 'p')
    const asks = Array.from({ length: 10_000 }, (_, index) => machine.admit(requestOf(`${index}`), 'me'))
    expect(new Set(await Promise.all(asks.map(endOf)))).toEqual(new Set(['answered']))
  })
})

describe('one settlement', () => {
  it('drops what a surface does after the abort: no later ask takes it', async () => {
    const { machine, heard } = createMachine()
    const desk = new Desk()
    machine.register(desk, 'p')
    const controller = new AbortController()
    const a = machine.admit(requestOf('a', { signal: controller.signal }), 'me')
    controller.abort()
    expect(await endOf(a)).toBe('ASK_ABORTED')
    const b = machine.admit(requestOf('b'), 'me')
    desk.at(0).answer(said('a'))
    expect(await isOpen(b)).toBe(true)
    desk.at(1).answer(said('b'))
    expect(await b).toEqual(said('b'))
    expect(heard).toEqual(['answerable true', 'asked a', 'settled a ASK_ABORTED', 'asked b', 'settled b answered'])
  })

  it.each([
    [
      'an answer and then an abort',
      'answered',
      (act: Acts) => {
        act.answer()
        act.abort()
      },
    ],
    [
      'an abort and then an answer',
      'ASK_ABORTED',
      (act: Acts) => {
        act.abort()
        act.answer()
      },
    ],
    [
      'a rejection and then a removal',
      'PROVIDER_FAILED',
      (act: Acts) => {
        act.fail()
        act.remove()
      },
    ],
    [
      'a removal and then an answer',
      'PROVIDER_GONE',
      (act: Acts) => {
        act.remove()
        act.answer()
      },
    ],
    [
      'an abort and then everything else',
      'ASK_ABORTED',
      (act: Acts) => {
        act.abort()
        act.dispose()
        act.fail()
      },
    ],
    [
      'a disposal of the service and then a removal',
      'SERVICE_GONE',
      (act: Acts) => {
        act.dispose()
        act.remove()
      },
    ],
  ])('counts the first of %s', async (_what, end, story) => {
    const { machine, heard } = createMachine()
    const desk = new Desk()
    const remove = machine.register(desk, 'p')
    const controller = new AbortController()
    const ended = endOf(machine.admit(requestOf('a', { signal: controller.signal }), 'me'))
    const steps: (() => void)[] = []
    const { answer, fail } = desk.at(0)
    story({
      answer: () => steps.push(() => answer(said('a'))),
      fail: () => steps.push(() => fail(new Error('torn'))),
      abort: () => steps.push(() => controller.abort()),
      remove: () => steps.push(remove),
      dispose: () => steps.push(() => machine.dispose()),
    })
    for (const step of steps) {
      step()
      await turn()
    }
    expect(await ended).toBe(end)
    expect(heard.filter((line) => line.startsWith('settled'))).toEqual([`settled a ${end}`])
  })

  it('settles an abort at once though the surface ignores its signal', async () => {
    const { machine } = createMachine()
    machine.register({ ask: () => new Promise(() => {}) }, 'p')
    const controller = new AbortController()
    const ask = machine.admit(requestOf('a', { signal: controller.signal }), 'me')
    controller.abort()
    expect(await endOf(ask)).toBe('ASK_ABORTED')
  })

  it('prefers an abort to an answer that was given in the same tick but had not arrived', async () => {
    const { machine } = createMachine()
    const desk = new Desk()
    machine.register(desk, 'p')
    const controller = new AbortController()
    const ask = machine.admit(requestOf('a', { signal: controller.signal }), 'me')
    desk.at(0).answer(said('a'))
    controller.abort()
    expect(await endOf(ask)).toBe('ASK_ABORTED')
  })
})

describe('what a provider gives', () => {
  const asked = async (ask: () => unknown) => {
    const { machine } = createMachine()
    machine.register({ ask: ask as () => Promise<never> }, 'p')
    return machine.admit({ questions: [yesNo()] }, 'me').catch((error: unknown) => error)
  }
  const yes = { answers: [{ id: 'a', selected: ['Yes'] }] }
  const torn = new TypeError('the pipe is torn')
  const harness = new HarnessError('over budget', 'BUDGET')

  it('may be a thenable', async () => {
    // oxlint-disable-next-line unicorn/no-thenable
    const thenable = { then: (resolve: (answer: unknown) => void) => resolve(yes) }
    expect(await asked(() => thenable)).toEqual(yes)
  })

  it('may be no promise at all', async () => {
    expect(await asked(() => yes)).toEqual(yes)
  })

  it.each([
    ['a rejection', () => Promise.reject(torn)],
    [
      'a synchronous throw',
      () => {
        throw torn
      },
    ],
    [
      'a thenable that throws',
      () => ({
        // oxlint-disable-next-line unicorn/no-thenable
        then: () => {
          throw torn
        },
      }),
    ],
  ])('is PROVIDER_FAILED with message and cause for %s', async (_what, ask) => {
    const error = await asked(ask)
    expect(error).toBeInstanceOf(UserInteractionError)
    expect(error).toMatchObject({ code: 'PROVIDER_FAILED', message: 'the pipe is torn', cause: torn })
  })

  it.each([
    ['text', 'no tty', /^no tty$/],
    ['nothing', undefined, /nobody could be shown/],
    ['an empty error', new Error(''), /nobody could be shown/],
  ])('is PROVIDER_FAILED for a rejection with %s', async (_what, reason, message) => {
    const error = await asked(() => Promise.reject(reason as Error))
    expect(error).toMatchObject({ code: 'PROVIDER_FAILED', message: expect.stringMatching(message), cause: reason })
  })

  it('passes an error of the harness on as it is', async () => {
    const cancelled = new UserInteractionError('ASK_CANCELLED')
    expect(await asked(() => Promise.reject(cancelled))).toBe(cancelled)
    expect(await asked(() => Promise.reject(harness))).toBe(harness)
    expect(
      await asked(() => {
        throw harness
      }),
    ).toBe(harness)
  })
})

type Acts = Record<'answer' | 'fail' | 'abort' | 'remove' | 'dispose', () => void>
