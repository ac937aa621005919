/** A seam in a seam: ordinary providers mounted under a plugin, told to it and shown what it is asked. */
import { getEventListeners } from 'node:events'
import UserInteraction, { UserInteractionError, type UserInteractionProvider } from '@deepseek-ai/dsh-user-interaction'
import {
  holdDeadline,
  mountNested,
  type NestedHooks,
  type NestedPlugin,
  type NestedProvider,
} from '@deepseek-ai/dsh-user-interaction/nested'
import { Context } from 'cordis'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMachine, Desk, endOf, isOpen, mountSeam, requestOf, said, turn } from './boot.ts'

/** An ordinary provider plugin. */
function surface(provider: UserInteractionProvider, apply: (ctx: Context) => void = () => {}) {
  return {
    name: 'surface',
    inject: ['userInteraction'],
    apply(ctx: Context) {
      ctx.userInteraction.registerProvider(provider)
      apply(ctx)
    },
  }
}

/** A plugin that passes what it is asked to the one provider under it, and the seam above. */
async function mountParent(entry: NestedPlugin, hooks: Partial<NestedHooks> = {}) {
  const { ctx } = await mountSeam()
  const heard: string[] = []
  let nested: NestedProvider | undefined
  let waits: readonly string[] = []
  const parent = await ctx.plugin({
    name: 'parent',
    inject: ['userInteraction'],
    async apply(own: Context) {
      own.userInteraction.registerProvider({
        ask: async (request, pending) => {
          if (!nested) throw new Error('nobody there')
          return nested.show(request, pending, () => heard.push(`shown ${pending.id.at(-1)}`)).answer
        },
      })
      waits = await mountNested(own, entry, {
        registered(provider) {
          nested = provider
          heard.push(`registered ${provider.concurrency} ${provider.answerable}`)
        },
        answerable: (_provider, answerable) => void heard.push(`answerable ${answerable}`),
        removed(provider) {
          heard.push(`removed ${provider === nested}`)
        },
        ...hooks,
      })
    },
  })
  return { ctx, parent, heard, nested: () => nested, waits: () => waits }
}

const deskPlugin = (desk: Desk, apply?: (ctx: Context) => void): NestedPlugin => {
  return { name: 'desk', plugin: surface(desk, apply) }
}

describe('a plugin that is mounted in a nested seam', () => {
  it('registers unchanged, is shown the asks of the outer seam, and answers them', async () => {
    const desk = new Desk(2)
    const { ctx, heard } = await mountParent(deskPlugin(desk))
    const ask = ctx.userInteraction.ask(requestOf('a'))
    desk.at(0).answer(said('a'))
    expect(await ask).toEqual(said('a'))
    expect(heard).toEqual(['registered 2 true', 'shown 1'])
  })

  it('reads identity, times and deadline of the outer ask, and keeps that one alive', async () => {
    const desk = new Desk()
    const { ctx } = await mountParent(deskPlugin(desk))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const end = endOf(ctx.userInteraction.ask(requestOf('a', { deadlineMs: 60_000, key: 'k' })))
    const [outer] = ctx.userInteraction.pending
    const { pending, request } = desk.at(0)
    expect([pending.id, pending.askedAt, pending.deadlineAt]).toEqual([outer?.id, outer?.askedAt, outer?.deadlineAt])
    expect(request).toMatchObject({ key: 'k', deadlineMs: 60_000 })
    vi.advanceTimersByTime(1000)
    pending.keepAlive()
    expect(pending.deadlineAt).toBe((outer?.deadlineAt ?? NaN) + 1000)
    expect(ctx.userInteraction.pending[0]?.deadlineAt).toBe(pending.deadlineAt)
    desk.at(0).fail(new UserInteractionError('ASK_CANCELLED'))
    expect(await end).toBe('ASK_CANCELLED')
  })

  it('is shown as many at a time as it can, in order; the rest is listed as queued in its own seam', async () => {
    const desk = new Desk(1)
    let inner: Context | undefined
    const events: string[] = []
    const { ctx } = await mountParent(
      deskPlugin(desk, (own) => {
        inner = own
        own.on('user-interaction/asked', ({ state }) => void events.push(`asked ${state}`))
        own.on('user-interaction/settled', ({ outcome }) => void events.push(outcome))
      }),
    )
    const asks = ['a', 'b', 'c'].map((id) => ctx.userInteraction.ask(requestOf(id)))
    expect(desk.titles).toEqual(['a'])
    expect(inner?.userInteraction.pending.map(({ state }) => state)).toEqual(['shown', 'queued', 'queued'])
    for (const [index, id] of ['a', 'b', 'c'].entries()) {
      desk.at(index).answer(said(id))
      await asks[index]
    }
    expect(await Promise.all(asks)).toEqual([said('a'), said('b'), said('c')])
    expect(events).toEqual(['asked queued', 'asked queued', 'asked queued', 'answered', 'answered', 'answered'])
  })

  it('takes the question down with the reason that the caller got', async () => {
    const desk = new Desk(1)
    const { ctx } = await mountParent(deskPlugin(desk))
    const controller = new AbortController()
    const ends = ['a', 'b'].map((id) => ctx.userInteraction.ask(requestOf(id, { signal: controller.signal })))
    const other = ctx.userInteraction.ask(requestOf('c'))
    const failures = ends.map((end) => end.catch((error: unknown) => error))
    controller.abort()
    expect(await Promise.all(failures)).toMatchObject([{ code: 'ASK_ABORTED' }, { code: 'ASK_ABORTED' }])
    expect(desk.titles).toEqual(['a', 'c'])
    expect(await isOpen(other)).toBe(true)
    const { signal } = desk.at(0).pending
    expect(signal.reason).toBe(await failures[0])
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  })

  it('fails by the rules of the seam: thrown, malformed, no answer at all', async () => {
    const desk = new Desk()
    const { ctx } = await mountParent(deskPlugin(desk))
    const ends = ['a', 'b'].map((id) => endOf(ctx.userInteraction.ask(requestOf(id))))
    desk.at(0).fail(new Error('torn'))
    desk.at(1).answer({ answers: [{ id: 'b', selected: 'Yes' }] })
    expect(await Promise.all(ends)).toEqual(['PROVIDER_FAILED', 'BAD_ANSWER'])
    expect(desk.at(1).pending.signal.reason).toMatchObject({ code: 'BAD_ANSWER' })
  })

  it('is refused as no provider, and as a second one of the same realm', async () => {
    const refused: unknown[] = []
    const attempt = (ctx: Context, provider: unknown): void => {
      try {
        ctx.userInteraction.registerProvider(provider as UserInteractionProvider)
      } catch (error) {
        refused.push((error as UserInteractionError).code)
      }
    }
    const { heard } = await mountParent(
      deskPlugin(new Desk(), (own) => {
        attempt(own, { ask: 'no function' })
        attempt(own, new Desk())
      }),
    )
    expect(refused).toEqual(['DUPLICATE_PROVIDER', 'DUPLICATE_PROVIDER'])
    expect(heard).toEqual(['registered Infinity true'])
    const wrong = surface({ ask: 'no function' } as unknown as UserInteractionProvider)
    await expect(mountParent({ name: 'wrong', plugin: wrong })).rejects.toMatchObject({
      message: 'wrong could not be mounted: provider.ask must be a function, got a string',
      cause: { code: 'BAD_REQUEST' },
    })
  })

  it('is gone when it removes itself, any number of times; its asks end, late answers are dropped', async () => {
    const desk = new Desk()
    let remove: (() => void) | undefined
    const plugin = {
      name: 'surface',
      inject: ['userInteraction'],
      apply: (own: Context) => void (remove = own.userInteraction.registerProvider(desk)),
    }
    const { ctx, heard, nested } = await mountParent({ name: 'desk', plugin })
    const end = endOf(ctx.userInteraction.ask(requestOf('a')))
    remove?.()
    remove?.()
    desk.at(0).answer(said('a'))
    expect(await end).toBe('PROVIDER_GONE')
    expect(heard).toEqual(['registered Infinity true', 'shown 1', 'answerable false', 'removed true'])
    expect(nested()?.answerable).toBe(false)
    expect(await endOf(ctx.userInteraction.ask(requestOf('b')))).toBe('PROVIDER_GONE')
    expect(desk.titles).toEqual(['a'])
  })

  it('is gone as soon as it begins to unload: what its own disposers say is late', async () => {
    const desk = new Desk()
    let inner: Context | undefined
    const { ctx, heard } = await mountParent(
      deskPlugin(desk, (own) => {
        inner = own
        own.effect(() => () => desk.at(0).answer(said('a')))
      }),
    )
    const end = endOf(ctx.userInteraction.ask(requestOf('a')))
    await inner?.fiber.dispose()
    expect(await end).toBe('PROVIDER_GONE')
    expect(heard.slice(-1)).toEqual(['removed true'])
  })

  it('may come again after it was gone', async () => {
    const desk = new Desk()
    let inner: Context | undefined
    const { ctx, heard } = await mountParent(deskPlugin(desk, (own) => void (inner = own)))
    await inner?.fiber.restart()
    const ask = ctx.userInteraction.ask(requestOf('a'))
    desk.at(0).answer(said('a'))
    expect(await ask).toEqual(said('a'))
    expect(heard.filter((word) => word.startsWith('registered'))).toHaveLength(2)
  })

  it('unloads with its parent; an ask above ends as with any provider', async () => {
    const desk = new Desk()
    const { ctx, parent, heard } = await mountParent(deskPlugin(desk))
    const end = endOf(ctx.userInteraction.ask(requestOf('a')))
    await parent.dispose()
    expect(await end).toBe('PROVIDER_GONE')
    expect(desk.at(0).pending.signal.reason).toMatchObject({ code: 'PROVIDER_GONE' })
    expect(heard.slice(-1)).toEqual(['removed true'])
  })

  it('tells whether it reaches somebody, at once and at each change', async () => {
    let tell: (answerable: boolean) => void = () => {}
    const provider = Object.assign(new Desk(), {
      watchAnswerable(listener: (answerable: boolean) => void) {
        tell = listener
        listener(false)
        return () => {}
      },
    })
    const { heard } = await mountParent({ name: 'desk', plugin: surface(provider) })
    tell(true)
    tell(true)
    tell(false)
    expect(heard).toEqual(['registered Infinity false', 'answerable true', 'answerable false'])
  })

  it('cannot ask: it is told where asking belongs', async () => {
    const ends: Promise<unknown>[] = []
    await mountParent(deskPlugin(new Desk(), (own) => void ends.push(own.userInteraction.ask(requestOf('a')))))
    await expect(ends[0]).rejects.toMatchObject({ code: 'BAD_REQUEST', message: /cannot ask/ })
  })

  it('gets drafts and commit as the parent hands them in, and nothing in their place otherwise', async () => {
    const desk = new Desk()
    const { ctx, nested } = await mountParent(deskPlugin(desk))
    void endOf(ctx.userInteraction.ask(requestOf('a')))
    expect(Object.keys(desk.at(0).pending)).toEqual([])
    expect([desk.at(0).pending.draft, desk.at(0).pending.commit]).toEqual([undefined, undefined])
    const saved: unknown[] = []
    nested()?.show(requestOf('b'), {
      id: 'mine',
      askedAt: 5,
      signal: new AbortController().signal,
      keepAlive: () => {},
      draft: said('b', 'half'),
      saveDraft: (draft) => void saved.push(draft),
      commit: async (answer) => void saved.push(answer),
    })
    const { pending } = desk.at(1)
    expect(pending.draft).toEqual(said('b', 'half'))
    pending.saveDraft?.(said('b', 'more'))
    await pending.commit?.(said('b', 'all'))
    expect(saved).toEqual([said('b', 'more'), said('b', 'all')])
  })
})

describe('a plugin that does not run', () => {
  it('is reported by its name and the cause', async () => {
    const cause = new Error('no terminal')
    const plugin = {
      name: 'broken',
      apply() {
        throw cause
      },
    }
    await expect(mountParent({ name: 'my-surface', plugin })).rejects.toMatchObject({
      code: 'PROVIDER_FAILED',
      message: 'my-surface could not be mounted: no terminal',
      cause,
    })
  })

  it('is reported when there is no Loader to import it', async () => {
    await expect(mountParent({ name: './surface.mjs' })).rejects.toThrow(
      './surface.mjs could not be mounted: there is no Loader to import it; give the plugin itself as "plugin"',
    )
  })

  it('tells which services it waits for, and registers when they come', async () => {
    const plugin = { ...surface(new Desk()), inject: ['userInteraction', 'paper'] }
    const { ctx, heard, waits } = await mountParent({ name: 'desk', plugin })
    expect([waits(), heard]).toEqual([['paper'], []])
    ctx.provide('paper', {})
    await turn()
    expect(heard).toEqual(['registered Infinity true'])
  })

  it('is left out when what it registers is refused by its parent', async () => {
    const registered = (): void => {
      throw new UserInteractionError('DUPLICATE_PROVIDER')
    }
    await expect(mountParent(deskPlugin(new Desk()), { registered })).rejects.toMatchObject({
      cause: { code: 'DUPLICATE_PROVIDER' },
    })
  })
})

describe('a showing that is over', () => {
  it.each([
    ['was taken down', (_desk: Desk, withdraw: (reason: Error) => void) => withdraw(new Error('gone')), 'gone'],
    ['failed', (desk: Desk) => desk.at(0).fail(new Error('torn')), 'torn'],
    ['was answered', (desk: Desk) => desk.at(0).answer(said('a')), 'it was answered already'],
  ])('keeps nothing any more when it %s', async (_how, act, message) => {
    const desk = new Desk()
    const { nested } = await mountParent(deskPlugin(desk))
    const kept: unknown[] = []
    const showing = nested()?.show(requestOf('a'), {
      id: 'mine',
      askedAt: 5,
      signal: new AbortController().signal,
      keepAlive: () => void kept.push('alive'),
      saveDraft: (draft) => void kept.push(draft),
      commit: async (answer) => void kept.push(answer),
    })
    showing?.answer.catch(() => {})
    act(desk, (reason) => showing?.withdraw(reason))
    await turn()
    const { pending } = desk.at(0)
    pending.keepAlive()
    pending.saveDraft?.(said('a', 'late'))
    await expect(pending.commit?.(said('a'))).rejects.toThrow(message)
    expect(kept).toEqual([])
  })
})

describe('the concurrency of a nested provider', () => {
  it('is read once, and a reading that throws refuses the registration cleanly', async () => {
    let reads = 0
    const provider = Object.defineProperty(new Desk(), 'concurrency', {
      get: () => (reads++ === 0 ? 3 : expect.fail()),
    })
    const { heard } = await mountParent({ name: 'desk', plugin: surface(provider) })
    expect([heard, reads]).toEqual([['registered 3 true'], 1])
    const broken = Object.defineProperty(new Desk(), 'concurrency', {
      get() {
        throw new Error('torn')
      },
    })
    const again: string[] = []
    const plugin = {
      name: 'surface',
      inject: ['userInteraction'],
      apply(own: Context) {
        for (const one of [broken, new Desk(2)]) {
          try {
            own.userInteraction.registerProvider(one)
          } catch (error) {
            again.push(String(error))
          }
        }
      },
    }
    const second = await mountParent({ name: 'desk', plugin })
    expect([again, second.heard]).toEqual([['Error: torn'], ['registered 2 true']])
  })
})

describe('a showing that is taken down by its parent', () => {
  it('ends with the reason, on both sides, and gives its place to the next', async () => {
    const desk = new Desk(1)
    const { nested } = await mountParent(deskPlugin(desk))
    const pending = (id: string) => {
      return { id, askedAt: 1, signal: new AbortController().signal, keepAlive: () => {} }
    }
    const first = nested()?.show(requestOf('a'), pending('a'))
    const second = nested()?.show(requestOf('b'), pending('b'))
    const reason = new UserInteractionError('ASK_ABORTED', 'answered on another surface')
    first?.withdraw(reason)
    first?.withdraw(new Error('too late'))
    expect(desk.titles).toEqual(['a'])
    await expect(first?.answer).rejects.toBe(reason)
    await turn()
    expect(desk.at(0).pending.signal.reason).toBe(reason)
    expect(desk.titles).toEqual(['a', 'b'])
    expect(await isOpen(second?.answer ?? Promise.resolve())).toBe(true)
  })

  it('was never up when the outer ask had ended before, and leaves no rejection that nobody took', async () => {
    const desk = new Desk()
    const { nested } = await mountParent(deskPlugin(desk))
    const signal = AbortSignal.abort(new UserInteractionError('ASK_EXPIRED'))
    nested()?.show(requestOf('a'), { id: 'a', askedAt: 1, signal, keepAlive: () => {} })
    await turn()
    expect(desk.titles).toEqual([])
  })
})

describe('the name of a surface', () => {
  it('is in the settled event when the provider told who answered, and nowhere else', async () => {
    const { ctx } = await mountSeam()
    const heard: unknown[] = []
    ctx.on('user-interaction/settled', (ask) => void heard.push(ask.surface))
    ctx.userInteraction.registerProvider({
      async ask({ questions: [question] }, pending) {
        if (question?.id === 'a') pending.answeredOn?.('web')
        return said(question?.id ?? '')
      },
    })
    await ctx.userInteraction.ask(requestOf('a'))
    await ctx.userInteraction.ask(requestOf('b'))
    expect(heard).toEqual(['web', undefined])
  })

  it('travels from a nested showing to the outer ask, and is dropped when it comes late', async () => {
    const desk = new Desk()
    const { ctx } = await mountParent(deskPlugin(desk))
    const heard: unknown[] = []
    ctx.on('user-interaction/settled', (ask) => void heard.push(ask))
    const ask = ctx.userInteraction.ask(requestOf('a'))
    const { pending, answer } = desk.at(0)
    pending.answeredOn?.('left')
    answer(said('a'))
    await ask
    pending.answeredOn?.('late')
    expect(heard).toMatchObject([{ outcome: 'answered', surface: 'left' }])
  })
})

describe('holdDeadline', () => {
  it('keeps the deadline away while nobody sees the ask, then lets it run from the start', async () => {
    const { machine, clock } = createMachine()
    const desk = new Desk()
    machine.register(desk, 'p')
    const request = requestOf('a', { deadlineMs: 1000 })
    const end = endOf(machine.admit(request, 'me'))
    const { pending } = desk.at(0)
    const release = holdDeadline(request, pending, clock)
    clock.advance(10_000)
    expect(machine.list()).toHaveLength(1)
    release()
    release()
    clock.advance(999)
    expect(machine.list()).toHaveLength(1)
    clock.advance(1)
    expect([await end, clock.timers]).toEqual(['ASK_EXPIRED', 0])
  })

  it('does nothing to an ask without a deadline', () => {
    const { clock } = createMachine()
    const pending = { id: 'a', askedAt: 1, signal: new AbortController().signal, keepAlive: () => expect.fail() }
    holdDeadline(requestOf('a'), pending, clock)()
    expect(clock.timers).toBe(0)
  })
})

describe('a nested seam', () => {
  it('leaves the effects and listeners as they were before its parent', async () => {
    const ctx = new Context()
    onTestFinished(async () => void (await ctx.fiber.dispose()))
    await ctx.plugin(UserInteraction, {})
    const lists = ctx.events._hooks
    const hooks = () => Object.entries(lists).map(([name, list]) => `${name}: ${list.length}`)
    const parent = {
      name: 'parent',
      inject: ['userInteraction'],
      apply: (own: Context) =>
        mountNested(own, deskPlugin(new Desk()), { registered: () => {}, removed: () => {} }).then(() => {}),
    }
    const round = async () => {
      const fiber = await ctx.plugin(parent)
      await fiber.dispose()
      return hooks()
    }
    expect(await round()).toEqual(await round())
    expect(ctx.fiber.getEffects().map(({ label }) => label)).not.toContain('ctx.plugin("parent")')
  })
})
