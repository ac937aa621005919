/** Code of others runs in the middle of things: listeners, and surfaces while they are asked. The line holds. */
import { UserInteractionError } from '@deepseek-ai/dsh-user-interaction'
import { describe, expect, it } from 'vitest'
import type { Ask } from '../src/ask.ts'
import type { PendingHooks } from '../src/hooks.ts'
import { createMachine, Desk, endOf, requestOf, said, titleOf, turn } from './boot.ts'

const nothing = (): void => {}

const listening = (hooks: Partial<PendingHooks>) =>
  createMachine({
    hooks: { asked: nothing, settled: nothing, answerable: nothing, broken: nothing, ...hooks },
  })

describe('a listener of asked', () => {
  it('may ask: its question comes after the one it heard of, and both before anything is shown', () => {
    const asked: string[] = []
    const { machine } = listening({
      asked: (ask) => {
        asked.push(titleOf(ask.request))
        if (asked.length === 1) machine.admit(requestOf('second'), 'me').catch(nothing)
        expect(desk.titles).toEqual([])
      },
    })
    const desk = new Desk()
    machine.register(desk, 'p')
    machine.admit(requestOf('first'), 'me').catch(nothing)
    expect(asked).toEqual(['first', 'second'])
    expect(desk.titles).toEqual(['first', 'second'])
  })

  it('may abort the ask it hears of: it is never shown', async () => {
    const controller = new AbortController()
    const { machine } = listening({ asked: () => controller.abort() })
    const desk = new Desk()
    machine.register(desk, 'p')
    expect(await endOf(machine.admit(requestOf('a', { signal: controller.signal }), 'me'))).toBe('ASK_ABORTED')
    expect(desk.titles).toEqual([])
  })

  it('may remove the provider, or end the service', async () => {
    const ends: (() => void)[] = []
    const { machine } = listening({ asked: () => ends.pop()?.() })
    const desk = new Desk()
    ends.push(machine.register(desk, 'p'))
    expect(await endOf(machine.admit(requestOf('a'), 'me'))).toBe('PROVIDER_GONE')
    machine.register(desk, 'p')
    ends.push(() => machine.dispose())
    expect(await endOf(machine.admit(requestOf('b'), 'me'))).toBe('SERVICE_GONE')
    expect(desk.titles).toEqual([])
  })
})

describe('a listener of settled', () => {
  it('may ask again: the line in front of it goes first', async () => {
    let again = true
    const { machine } = listening({
      settled: () => {
        if (again) machine.admit(requestOf('again'), 'me').catch(nothing)
        again = false
      },
    })
    const desk = new Desk(1)
    machine.register(desk, 'p')
    for (const id of ['a', 'b']) machine.admit(requestOf(id), 'me').catch(nothing)
    desk.at(0).answer(said('a'))
    await turn()
    expect(desk.titles).toEqual(['a', 'b'])
    desk.at(1).answer(said('b'))
    await turn()
    expect(desk.titles).toEqual(['a', 'b', 'again'])
  })

  it('may take the whole line with it', async () => {
    const controller = new AbortController()
    const { machine } = listening({ settled: () => controller.abort() })
    const desk = new Desk(1)
    machine.register(desk, 'p')
    const asks = ['a', 'b', 'c'].map((id) => machine.admit(requestOf(id, { signal: controller.signal }), 'me'))
    desk.at(0).answer(said('a'))
    expect(await Promise.all(asks.map(endOf))).toEqual(['answered', 'ASK_ABORTED', 'ASK_ABORTED'])
    expect(desk.titles).toEqual(['a'])
  })
})

describe('a listener of answerable', () => {
  it('may ask, and is shown after what waited', () => {
    const { machine } = listening({
      answerable: (answerable) => {
        if (answerable) machine.admit(requestOf('first'), 'me').catch(nothing)
      },
    })
    const desk = new Desk()
    machine.register(desk, 'p')
    expect(desk.titles).toEqual(['first'])
  })

  it('may remove the provider that has just come', () => {
    const { machine } = listening({
      answerable: (answerable) => {
        if (answerable) machine.removeWhere(() => true)
      },
    })
    machine.register(new Desk(), 'p')
    expect(machine.answerable).toBe(false)
    expect(machine.refusal).toBe('NO_PROVIDER')
  })
})

describe('a surface', () => {
  it('may remove itself while it is being asked', async () => {
    const { machine } = createMachine()
    const remove = machine.register(
      {
        ask: () => {
          remove()
          return new Promise(nothing)
        },
      },
      'p',
    )
    expect(await endOf(machine.admit(requestOf('a'), 'me'))).toBe('PROVIDER_GONE')
  })

  it('may hand over to another while it is being asked', async () => {
    const { machine } = createMachine({ handoverMs: 1000 })
    const next = new Desk()
    const remove = machine.register(
      {
        ask: () => {
          remove()
          machine.register(next, 'q')
          throw new Error('not me')
        },
      },
      'p',
    )
    const asks = ['a', 'b'].map((id) => machine.admit(requestOf(id), 'me'))
    expect(next.titles).toEqual(['a', 'b'])
    for (const shown of next.shown) shown.answer(said(titleOf(shown.request)))
    expect(await Promise.all(asks.map(endOf))).toEqual(['answered', 'answered'])
  })

  it('may ask in turn, within its limit', async () => {
    const { machine } = createMachine()
    const inner: Promise<unknown>[] = []
    machine.register(
      {
        concurrency: 1,
        ask: async ({ questions }) => {
          const id = questions[0]?.id ?? ''
          if (id.length < 4) inner.push(machine.admit(requestOf(`${id}+`), 'me'))
          return said(id)
        },
      },
      'p',
    )
    expect(await machine.admit(requestOf('a'), 'me')).toEqual(said('a'))
    await turn()
    expect(await Promise.all(inner)).toEqual(['a+', 'a++', 'a+++'].map((id) => said(id)))
  })
})

describe('an owner of the machine', () => {
  it('hears of each ask once, asked and then settled', async () => {
    const heard: [string, Ask][] = []
    const { machine } = listening({
      asked: (ask) => void heard.push(['asked', ask]),
      settled: (ask) => void heard.push(['settled', ask]),
    })
    const desk = new Desk()
    const remove = machine.register(desk, 'p')
    const ends = ['a', 'b', 'c'].map((id) => endOf(machine.admit(requestOf(id), 'me')))
    desk.at(1).fail(new UserInteractionError('ASK_CANCELLED'))
    await turn()
    desk.at(0).answer(said('a'))
    await turn()
    remove()
    expect(await Promise.all(ends)).toEqual(['answered', 'ASK_CANCELLED', 'PROVIDER_GONE'])
    expect(heard.map(([what, ask]) => `${what} ${titleOf(ask.request)}`)).toEqual([
      'asked a',
      'asked b',
      'asked c',
      'settled b',
      'settled a',
      'settled c',
    ])
  })
})
