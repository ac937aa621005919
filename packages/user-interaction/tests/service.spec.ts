/** The seam in a real context, with real agents: who may ask, in what order it looks, what a provider is shown. */
import type { Agent } from '@deepseek-ai/dsh-agent'
import UserInteraction, {
  type AskUserQuestionRequest,
  UserInteractionError,
  type UserInteractionProvider,
} from '@deepseek-ai/dsh-user-interaction'
import { Context } from 'cordis'
import { describe, expect, it } from 'vitest'
import { Desk, endOf, enterAgent, isOpen, mountPlugin, mountSeam, requestOf, said, turn, yesNo } from './boot.ts'

const stranger = { id: 'stranger', session: { id: 'stranger' } } as unknown as Agent

describe('the guards', () => {
  it('come in their order: of a request with every fault, the first one left is named', async () => {
    const { ctx } = await mountSeam()
    const parent = enterAgent(ctx, 'parent')
    const child = enterAgent(ctx, 'child', parent.agent)
    const intent = { kind: 'plan-review', approve: 'maybe' }
    const fine = { ...yesNo(), detail: 'plan', intent: { ...intent, approve: 'Yes' } }
    const steps: [string, object][] = [
      ['ASK_ABORTED', { signal: AbortSignal.abort(), questions: [], agent: stranger, key: 1 }],
      ['EMPTY_QUESTIONS', { questions: [], agent: stranger, key: 1 }],
      ['CALLER_NOT_LIVE', { questions: [{ ...fine, intent }], agent: stranger, key: 1 }],
      ['DELEGATED_CALLER', { questions: [{ ...fine, intent }], agent: child.agent, key: 1 }],
      ['BAD_REQUEST', { questions: [{ ...fine, intent }], agent: parent.agent, key: 1 }],
      ['BAD_INTENT', { questions: [{ ...fine, intent }], agent: parent.agent, key: 'k' }],
      ['NO_PROVIDER', { questions: [fine], agent: parent.agent, key: 'k' }],
    ]
    for (const [code, request] of steps) {
      expect(await endOf(ctx.userInteraction.ask(request as AskUserQuestionRequest))).toBe(code)
    }
  })

  it('refuse before the provider sees anything, and leave no record and no event', async () => {
    const { ctx } = await mountSeam()
    const desk = new Desk()
    const heard: string[] = []
    ctx.on('user-interaction/asked', ({ id }) => void heard.push(id))
    ctx.on('user-interaction/settled', ({ id }) => void heard.push(id))
    ctx.userInteraction.registerProvider(desk)
    for (const request of [{ questions: [] }, { questions: [yesNo(), yesNo()] }, requestOf('a', { agent: stranger })]) {
      await ctx.userInteraction.ask(request).catch(() => {})
    }
    expect(desk.titles).toEqual([])
    expect(ctx.userInteraction.pending).toEqual([])
    expect(heard).toEqual([])
  })

  it('say that nobody was asked, at once, when there is no provider: not that somebody declined', async () => {
    const { ctx } = await mountSeam()
    const error: unknown = await ctx.userInteraction.ask({ questions: [yesNo()] }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(UserInteractionError)
    expect(error).toMatchObject({ code: 'NO_PROVIDER', message: 'no user-interaction provider is registered' })
    expect(ctx.userInteraction.pending).toEqual([])
  })

  const strange = [undefined, null, 'Go on?', 7, [], () => {}, Symbol('ask')]
  it.each(strange)('reject %s, and throw nothing', async (request) => {
    const { ctx } = await mountSeam()
    ctx.userInteraction.registerProvider(new Desk())
    expect(await endOf(ctx.userInteraction.ask(request as unknown as AskUserQuestionRequest))).toBe('BAD_REQUEST')
  })

  it.each(['questions', 'agent', 'signal', 'deadlineMs'])('reject a request whose %s cannot be read', async (key) => {
    const { ctx } = await mountSeam()
    ctx.userInteraction.registerProvider(new Desk())
    const cause = new TypeError('revoked')
    const request = Object.defineProperty(requestOf('a'), key, {
      get: () => {
        throw cause
      },
      enumerable: true,
    })
    const error: unknown = await ctx.userInteraction.ask(request).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'BAD_REQUEST', cause })
  })

  it('leave nothing open of a request whose signal cannot be listened to', async () => {
    const { ctx } = await mountSeam()
    const desk = new Desk()
    ctx.userInteraction.registerProvider(desk)
    const signal = Object.assign(new AbortController().signal, {
      addEventListener: () => {
        throw new Error('no')
      },
    })
    expect(await endOf(ctx.userInteraction.ask(requestOf('a', { signal })))).toBe('BAD_REQUEST')
    expect(ctx.userInteraction.pending).toEqual([])
    ctx.userInteraction.ask(requestOf('b')).catch(() => {})
    expect(desk.titles).toEqual(['b'])
  })
})

describe('an asking agent', () => {
  it('is not needed, and neither is a registry of agents', async () => {
    const ctx = new Context()
    await ctx.plugin(UserInteraction)
    ctx.userInteraction.registerProvider({ ask: async () => said('a') })
    expect(await ctx.userInteraction.ask(requestOf('a'))).toEqual(said('a'))
    expect(await endOf(ctx.userInteraction.ask(requestOf('a', { agent: stranger })))).toBe('CALLER_NOT_LIVE')
    await ctx.fiber.dispose()
  })

  it('is the exact live one: not its namesake, not one that has left', async () => {
    const { ctx } = await mountSeam()
    const desk = new Desk()
    ctx.userInteraction.registerProvider(desk)
    const main = enterAgent(ctx, 'main')
    expect(await endOf(ctx.userInteraction.ask(requestOf('a', { agent: { ...main.agent } })))).toBe('CALLER_NOT_LIVE')
    const ask = ctx.userInteraction.ask(requestOf('a', { agent: main.agent }))
    expect(await isOpen(ask)).toBe(true)
    main.leave()
    expect(await endOf(ask)).toBe('ASK_ABORTED')
    expect(await endOf(ctx.userInteraction.ask(requestOf('a', { agent: main.agent })))).toBe('CALLER_NOT_LIVE')
  })

  it('that is owned by another is refused at once, with what to do instead', async () => {
    const { ctx } = await mountSeam()
    const desk = new Desk()
    ctx.userInteraction.registerProvider(desk)
    const parent = enterAgent(ctx, 'parent')
    const child = enterAgent(ctx, 'child', parent.agent)
    await expect(ctx.userInteraction.ask(requestOf('a', { agent: child.agent }))).rejects.toMatchObject({
      code: 'DELEGATED_CALLER',
      message: expect.stringContaining("in the child agent's final result"),
    })
    expect(desk.titles).toEqual([])
  })

  it('that was once a child and lives on as a root may ask: ownership at run time decides', async () => {
    const { ctx } = await mountSeam()
    ctx.userInteraction.registerProvider({ ask: async () => said('a') })
    const parent = enterAgent(ctx, 'parent')
    const child = enterAgent(ctx, 'child', parent.agent)
    child.leave()
    const resumed = enterAgent(ctx, 'child')
    expect(await ctx.userInteraction.ask(requestOf('a', { agent: resumed.agent }))).toEqual(said('a'))
  })

  it('is named to the surface, gets its own answer, and then the question is gone', async () => {
    const { ctx } = await mountSeam()
    const desk = new Desk(1)
    ctx.userInteraction.registerProvider(desk)
    const [one, two] = ['migrator', 'tester'].map((id) => enterAgent(ctx, id).agent)
    if (!one || !two) throw new Error('two agents')
    const asks = [one, two].map((agent) => ctx.userInteraction.ask({ questions: [yesNo()], agent }))
    expect(ctx.userInteraction.pending.map(({ agentId, state }) => [agentId, state])).toEqual([
      ['migrator', 'shown'],
      ['tester', 'queued'],
    ])
    expect(desk.at(0).request.agent).toBe(one)
    desk.at(0).answer({ answers: [{ id: 'a', selected: ['Yes'] }] })
    await turn()
    expect(desk.at(1).request.agent).toBe(two)
    desk.at(1).answer({ answers: [{ id: 'a', selected: ['No'] }] })
    expect((await Promise.all(asks)).map(({ answers }) => answers[0]?.selected)).toEqual([['Yes'], ['No']])
    expect(ctx.userInteraction.pending).toEqual([])
  })
})

describe('what a provider is shown', () => {
  it('is the request, copied and frozen, with nothing that was not given; and a pending ask', async () => {
    const { ctx } = await mountSeam()
    const desk = new Desk()
    ctx.userInteraction.registerProvider(desk)
    const before = Date.now()
    const request = { ...requestOf('a'), surface: 'loud' }
    const ask = ctx.userInteraction.ask(request)
    request.questions = []
    const { request: shown, pending, answer } = desk.at(0)
    expect(shown).toStrictEqual({ questions: [{ id: 'a', question: 'About a?' }] })
    expect(Object.isFrozen(shown)).toBe(true)
    expect(pending.id).toMatch(/\S/)
    expect(pending.askedAt).toBeGreaterThanOrEqual(before)
    expect(pending.signal).toBeInstanceOf(AbortSignal)
    expect(pending.signal).toBe(pending.signal)
    answer(said('a'))
    expect(await ask).toEqual(said('a'))
  })

  it('carries the key, and the list shows it', async () => {
    const { ctx } = await mountSeam()
    const desk = new Desk()
    ctx.userInteraction.registerProvider(desk)
    ctx.userInteraction.ask(requestOf('a', { key: 'session-1/call-7', deadlineMs: 60_000 })).catch(() => {})
    const { pending, request } = desk.at(0)
    expect(request).toMatchObject({ key: 'session-1/call-7', deadlineMs: 60_000 })
    expect(ctx.userInteraction.pending).toStrictEqual([
      {
        id: pending.id,
        key: 'session-1/call-7',
        questions: request.questions,
        askedAt: pending.askedAt,
        state: 'shown',
        deadlineAt: pending.deadlineAt,
      },
    ])
  })

  it('has an id of its own for every ask of every process', async () => {
    const seams = [await mountSeam(), await mountSeam()]
    const desk = new Desk()
    for (const { ctx } of seams) ctx.userInteraction.registerProvider(desk)
    for (const { ctx } of [...seams, ...seams]) ctx.userInteraction.ask(requestOf('a')).catch(() => {})
    expect(new Set(desk.shown.map(({ pending }) => pending.id)).size).toBe(4)
  })

  it('gives no hold on the machine behind it', async () => {
    const { ctx } = await mountSeam()
    const desk = new Desk()
    ctx.userInteraction.registerProvider(desk)
    ctx.userInteraction.ask(requestOf('a')).catch(() => {})
    const promised = ['askedAt', 'deadlineAt', 'id', 'keepAlive', 'signal']
    expect(promised).toEqual(expect.arrayContaining(Object.keys(desk.at(0).pending)))
  })
})

describe('registerProvider', () => {
  it('takes one provider for a context; a second throws at once and the first goes on working', async () => {
    const { ctx } = await mountSeam()
    const [one, two] = [await mountPlugin(ctx), await mountPlugin(ctx)]
    const desk = new Desk()
    one.ctx.userInteraction.registerProvider(desk)
    expect(() => two.ctx.userInteraction.registerProvider(new Desk())).toThrow(
      expect.objectContaining({
        name: 'UserInteractionError',
        code: 'DUPLICATE_PROVIDER',
        message: 'a user-interaction provider is already registered',
      }),
    )
    const ask = ctx.userInteraction.ask(requestOf('a'))
    desk.at(0).answer(said('a'))
    expect(await ask).toEqual(said('a'))
  })

  it('gives a disposer that may be called any number of times, after which the place is free', async () => {
    const { ctx } = await mountSeam()
    const remove = ctx.userInteraction.registerProvider(new Desk())
    remove()
    expect(ctx.userInteraction.answerable).toBe(false)
    ctx.userInteraction.registerProvider(new Desk())
    remove()
    expect(ctx.userInteraction.answerable).toBe(true)
  })

  it('takes a provider of the one-argument form, and keeps its this', async () => {
    const { ctx } = await mountSeam()
    class Echo {
      greeting = 'hello'
      async ask({ questions }: AskUserQuestionRequest) {
        return { answers: questions.map(({ id }) => ({ id, selected: [], custom: this.greeting })) }
      }
    }
    ctx.userInteraction.registerProvider(new Echo() satisfies UserInteractionProvider)
    expect(await ctx.userInteraction.ask(requestOf('a'))).toEqual(said('a', 'hello'))
  })
})
