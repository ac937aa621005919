/** The provider over a connection of the SDK in memory: capabilities, sessions, cancellation both ways, lost editors. */
import { agent, methods, ndJsonStream, RequestError } from '@agentclientprotocol/sdk'
import type { AskUserQuestionItem, AskUserQuestionRequest } from '@deepseek-ai/dsh-user-interaction'
import { describe, expect, test, vi } from 'vitest'
import { sessionOfAgent } from '../src/client.ts'
import { type AcpSession, createAcpProvider } from '../src/index.ts'
import { forms } from './editor.ts'
import { arrive, mount, type Seat, sitDown } from './seat.ts'

const store: AskUserQuestionItem = {
  id: 'store',
  question: 'Which store?',
  options: [{ label: 'Files' }, { label: 'SQLite' }],
}
const name: AskUserQuestionItem = { id: 'name', question: 'Which name?' }
const many: AskUserQuestionItem = { ...store, id: 'many', question: 'Which stores?', multiSelect: true }
const sqlite = { answers: [{ id: 'store', selected: ['SQLite'] }] }

type Agent = NonNullable<AskUserQuestionRequest['agent']>

/** A seat with the seam in front of it. */
async function open(...args: Parameters<typeof sitDown>): Promise<Seat & Awaited<ReturnType<typeof mount>>> {
  const seat = await sitDown(...args)
  return { ...seat, ...(await mount(seat.provider)) }
}

describe('an editor that shows forms', () => {
  test('is asked everything in one form, in the session and under the tool call of the ask', async () => {
    const { editor, asking } = await open(forms, {
      sessionOf: () => ({ sessionId: 'session-1', toolCallId: 'call-7' }),
    })
    const answer = asking.ask({ questions: [store, name, many] })
    await arrive()
    expect(editor.windows).toMatchObject([{ sessionId: 'session-1', toolCallId: 'call-7' }])
    editor.answer(store, { id: 'store', selected: ['SQLite'] })
    editor.answer(name, { id: 'name', selected: [], custom: 'lumen' })
    editor.send([store, name, many])
    expect(await answer).toEqual({
      answers: [
        { id: 'store', selected: ['SQLite'] },
        { id: 'name', selected: [], custom: 'lumen' },
        { id: 'many', selected: [] },
      ],
    })
    expect(editor.updates).toEqual([])
  })

  test.each([null, 'form', 1, {}])(
    'ends the ask with an error, and no answer, when it responds with %j',
    async (junk) => {
      const { editor, asking } = await open()
      const answer = asking.ask({ questions: [store] })
      await arrive()
      editor.windowOf(store).respond(junk as object)
      await expect(answer).rejects.toMatchObject({ code: 'BAD_ANSWER' })
    },
  )

  test('ends the ask as a bad answer, and no dismissal, when it accepts without content', async () => {
    const { editor, asking } = await open()
    const answer = asking.ask({ questions: [store] })
    await arrive()
    editor.windowOf(store).respond({ action: 'accept' })
    await expect(answer).rejects.toMatchObject({ code: 'BAD_ANSWER' })
  })

  test.each([RequestError.methodNotFound('elicitation/create'), RequestError.requestCancelled(), new Error('secret')])(
    'ends the ask as failed, in words of its own, when it responds with the error %s',
    async (error) => {
      const { editor, asking } = await open()
      const answer = asking.ask({ questions: [store] })
      await arrive()
      editor.windowOf(store).fail(error)
      const told = expect.stringMatching(/^the editor answered elicitation\/create with error -\d+: nobody was shown/)
      await expect(answer).rejects.toMatchObject({ code: 'PROVIDER_FAILED', message: told })
      await expect(answer).rejects.not.toMatchObject({ message: expect.stringContaining('secret') })
    },
  )

  test.each([
    ['a refusal', 1000, { action: 'decline' }, { code: 'ASK_CANCELLED' }],
    ['a dismissal', 1000, { action: 'cancel' }, { code: 'ASK_CANCELLED' }],
    ['an empty form', 1000, { action: 'accept', content: {} }, { answers: [{ id: 'store', selected: [] }] }],
    ['an answer', 400, { action: 'accept', content: { choice_1: 'option_2' } }, sqlite],
  ])(
    'gives back a person’s only where it took the time of one: %s within %i ms fails, and is no dismissal',
    async (_, limitMs, response, outcome) => {
      let now = 0
      const { editor, asking } = await open(forms, { soonestMs: 1000, now: () => now })
      const words = `the editor settled its form within ${limitMs} ms, sooner than a person can`
      for (const [after, expected] of [
        [limitMs - 1, { code: 'PROVIDER_FAILED', message: expect.stringContaining(words) }],
        [limitMs, outcome],
      ] as const) {
        const ended = asking.ask({ questions: [store] }).catch((error: unknown) => error)
        await arrive()
        now += after
        editor.windowOf(store).respond(response)
        expect(await ended).toMatchObject(expected)
      }
    },
  )

  test('goes on after a response that was no good', async () => {
    const { editor, asking } = await open()
    const bad = asking.ask({ questions: [name] })
    await arrive()
    editor.windowOf(name).respond({ action: 'accept', content: { name: 'x' } })
    await expect(bad).rejects.toMatchObject({ code: 'BAD_ANSWER' })
    const answer = asking.ask({ questions: [store] })
    await arrive()
    editor.answer(store, { id: 'store', selected: ['SQLite'] })
    editor.send([store])
    expect(await answer).toEqual(sqlite)
  })
})

describe('an editor without forms', () => {
  test.each([
    {},
    { elicitation: null },
    { elicitation: {} },
    { elicitation: { form: null } },
    { elicitation: { url: {} } },
  ])('is asked one choice by its permission dialog, its capabilities being %j', async (capabilities) => {
    const { editor, asking } = await open(capabilities, {
      sessionOf: () => ({ sessionId: 'session-1', toolCallId: 'call-7' }),
    })
    const answer = asking.ask({ questions: [store] })
    await arrive()
    expect(editor.windows).toMatchObject([{ sessionId: 'session-1', toolCallId: 'call-7', text: expect.any(String) }])
    expect(editor.windows[0]).not.toHaveProperty('schema')
    editor.answer(store, { id: 'store', selected: ['SQLite'] })
    expect(await answer).toEqual(sqlite)
    expect(editor.updates).toEqual([])
  })

  test.each([
    ['several questions at once', [store, { ...store, id: 'other' }]],
    ['a question without options', [name]],
    ['a question of which several options may be chosen', [many]],
  ])('is sent nothing of %s; the ask fails at once, and says so', async (what, questions) => {
    const { editor, asking } = await open({})
    const refusal = `the editor shows no forms, and its permission dialog cannot take ${what}: nobody was asked. Put the`
    await expect(asking.ask({ questions })).rejects.toMatchObject({
      code: 'PROVIDER_FAILED',
      message: expect.stringContaining(refusal),
    })
    await arrive()
    expect(editor).toMatchObject({ opened: 0, updates: [] })
  })

  test('is told of a tool call for the ask where it knows none, and of its end', async () => {
    const { editor, asking } = await open({})
    const answer = asking.ask({ questions: [store] })
    await arrive()
    const toolCallId = editor.windows[0]?.toolCallId
    expect(toolCallId).toMatch(/\S/)
    editor.answer(store, { id: 'store', selected: ['SQLite'] })
    await answer
    await arrive()
    expect(editor.updates.map(({ update }) => update)).toMatchObject([
      { sessionUpdate: 'tool_call', toolCallId, title: 'Which store?', kind: 'other', status: 'pending' },
      { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' },
    ])
  })

  test.each([
    ['an option', { outcome: { outcome: 'selected', optionId: 'option_2' } }, sqlite],
    ['a refusal', { outcome: { outcome: 'cancelled' } }, { code: 'ASK_CANCELLED' }],
  ])('is a person’s only where it took the time of one: %s that comes sooner fails', async (_, response, outcome) => {
    let now = 0
    const { editor, asking } = await open({}, { soonestMs: 1000, now: () => now })
    const byRule = { code: 'PROVIDER_FAILED', message: expect.stringContaining('so a rule of its own did') }
    for (const [after, expected] of [
      [999, byRule],
      [1000, outcome],
    ] as const) {
      const ended = asking.ask({ questions: [store] }).catch((error: unknown) => error)
      await arrive()
      now += after
      editor.windowOf(store).respond(response)
      expect(await ended).toMatchObject(expected)
    }
  })

  test('takes no response to another kind of request for an answer', async () => {
    const { editor, asking } = await open({})
    for (const response of [
      { action: 'accept', content: { choice_1: 'option_1' } },
      { outcome: { outcome: 'selected', optionId: 'allow' } },
    ]) {
      const answer = asking.ask({ questions: [store] })
      await arrive()
      editor.windowOf(store).respond(response)
      await expect(answer).rejects.toMatchObject({ code: expect.stringMatching(/^(PROVIDER_FAILED|BAD_ANSWER)$/) })
    }
  })
})

describe('the session of an ask', () => {
  const caller = { id: 'session-2' } as Agent

  test.each<[AskUserQuestionRequest, unknown]>([
    [{ questions: [] }, undefined],
    [{ questions: [], key: 'session-2/call' }, undefined],
    [{ questions: [], agent: caller }, { sessionId: 'session-2' }],
    [
      { questions: [], agent: caller, key: 'session-2/call/1' },
      { sessionId: 'session-2', toolCallId: 'call/1' },
    ],
    [{ questions: [], agent: caller, key: 'session-20/call' }, { sessionId: 'session-2' }],
    [{ questions: [], agent: caller, key: 'session-2/' }, { sessionId: 'session-2' }],
  ])('of %j is by default %j', (request, session) => {
    expect(sessionOfAgent(request)).toEqual(session)
  })

  test('is by default that of the agent that asks, in the thread of which it is shown', async () => {
    const seat = await sitDown(forms, { sessions: 2 })
    const provider = createAcpProvider({ connection: seat.connection, capabilities: forms, soonestMs: 0 })
    const { ctx, asking } = await mount(provider)
    const [, sessionId = ''] = seat.sessions
    const asker = { id: sessionId } as Agent
    ctx.provide('agents', { get: () => asker, roots: () => [asker] } as unknown as (typeof ctx)['agents'])
    const answer = asking.ask({ questions: [store], agent: asker, key: `${sessionId}/call-1` })
    await arrive()
    expect(seat.editor.windows).toMatchObject([{ sessionId, toolCallId: 'call-1' }])
    seat.editor.cancel([store])
    await expect(answer).rejects.toMatchObject({ code: 'ASK_CANCELLED' })
  })

  test.each([undefined, {}, { sessionId: '' }, { sessionId: 7 }])(
    'is never guessed: an ask that belongs to %j is refused and shown nowhere',
    async (session) => {
      const { editor, asking } = await open(forms, { sessions: 2, sessionOf: () => session as AcpSession | undefined })
      await expect(asking.ask({ questions: [store] })).rejects.toMatchObject({
        code: 'PROVIDER_FAILED',
        message: 'this ask belongs to no session of the editor, so it is shown in none',
      })
      await arrive()
      expect(editor.opened).toBe(0)
    },
  )

  test('keeps what is asked at the same time apart, though every word of it is the same', async () => {
    const { editor, asking, sessions } = await open(forms, {
      sessions: 3,
      sessionOf: ({ key = '' }) => ({ sessionId: key }),
    })
    const asked = sessions.map((key) => ({ key, answer: asking.ask({ questions: [store], key }) }))
    await arrive()
    expect(editor.windows.map(({ sessionId }) => sessionId)).toEqual(sessions)
    const labels = new Map(sessions.map((key, at) => [key, at % 2 === 0 ? 'SQLite' : 'Files']))
    for (const { key, answer } of asked.toReversed()) {
      const selected = [labels.get(key) ?? '']
      editor.answer(store, { id: 'store', selected }, key)
      editor.send([store], key)
      expect(await answer).toEqual({ answers: [{ id: 'store', selected }] })
    }
  })

  test('is the connection’s own: two editors that count their requests alike do not settle each other’s', async () => {
    const [one, other] = [await open(), await open()]
    const [first, second] = [one.asking.ask({ questions: [store] }), other.asking.ask({ questions: [store] })]
    await arrive()
    one.editor.answer(store, { id: 'store', selected: ['SQLite'] })
    one.editor.send([store])
    expect(await first).toEqual(sqlite)
    await arrive()
    const [openOne] = other.asking.pending
    expect(openOne?.state).toBe('shown')
    other.editor.cancel([store])
    await expect(second).rejects.toMatchObject({ code: 'ASK_CANCELLED' })
  })
})

describe('cancellation', () => {
  test.each([
    ['form', forms],
    ['dialog', {}],
  ])('by the agent takes the %s down in the editor and waits for no response', async (_, capabilities) => {
    const { editor, asking, listeners } = await open(capabilities)
    const held = listeners()
    const controller = new AbortController()
    const answer = asking.ask({ questions: [store], signal: controller.signal })
    await arrive()
    expect(editor.windows).toHaveLength(1)
    controller.abort()
    await expect(answer).rejects.toMatchObject({ code: 'ASK_ABORTED' })
    await arrive()
    expect(editor.windows).toHaveLength(0)
    expect(listeners()).toBe(held)
  })

  test.each([
    ['form', forms],
    ['dialog', {}],
  ])('of the turn by the editor aborts the %s: it is no dismissal, whichever comes first', async (_, capabilities) => {
    const { editor, asking, harness, client, sessions } = await open(capabilities)
    const turn = new AbortController()
    harness.onCancel = () => turn.abort()
    const answer = asking.ask({ questions: [store], signal: turn.signal })
    await arrive()
    void client.agent.notify(methods.agent.session.cancel, { sessionId: sessions[0] ?? '' })
    editor.cancel([store])
    await expect(answer).rejects.toMatchObject({ code: 'ASK_ABORTED' })
    expect(harness.cancelled).toEqual(sessions)
  })

  test('of the turn is no dismissal either when the SDK delivers the response that follows it first', async () => {
    const turn = new AbortController()
    const app = agent()
    // An agent has handlers, and a notification passes them all before its own; a response passes none.
    for (let n = 0; n < 50; n++)
      app.onRequest(
        `_other/${n}`,
        (params) => params,
        () => ({}),
      )
    app.onNotification(methods.agent.session.cancel, () => turn.abort())
    const [input, output] = [new TransformStream<Uint8Array>(), new TransformStream<Uint8Array>()]
    const connection = app.connect(ndJsonStream(output.writable, input.readable))
    const provider = createAcpProvider({
      connection,
      capabilities: forms,
      sessionOf: () => ({ sessionId: 's' }),
      soonestMs: 0,
    })
    const { asking } = await mount(provider)
    const answer = asking.ask({ questions: [store], signal: turn.signal })
    const sent = new TextDecoder().decode((await output.readable.getReader().read()).value)
    const { id } = JSON.parse(sent) as { id: number }
    const lines = [
      { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } },
      { jsonrpc: '2.0', id, result: { action: 'cancel' } },
    ].map((message) => `${JSON.stringify(message)}\n`)
    await input.writable.getWriter().write(new TextEncoder().encode(lines.join('')))
    await expect(answer).rejects.toMatchObject({ code: 'ASK_ABORTED' })
    connection.close()
  })

  test('of one session ends its asks that carry no signal, and no other’s', async () => {
    const { editor, asking, harness, client, sessions, provider } = await open(forms, {
      sessions: 2,
      sessionOf: ({ key = '' }) => ({ sessionId: key }),
    })
    harness.onCancel = (sessionId) => provider.cancelSession(sessionId)
    const [one = '', other = ''] = sessions
    const ended = asking.ask({ questions: [store], key: one })
    const kept = asking.ask({ questions: [store], key: other })
    await arrive()
    await client.agent.notify(methods.agent.session.cancel, { sessionId: one })
    await expect(ended).rejects.toMatchObject({ code: 'ASK_ABORTED' })
    await arrive()
    expect(editor.windows.map(({ sessionId }) => sessionId)).toEqual([other])
    editor.answer(store, { id: 'store', selected: ['SQLite'] }, other)
    editor.send([store], other)
    expect(await kept).toEqual(sqlite)
  })
})

describe('a lost editor', () => {
  test.each([
    ['the editor', (seat: Seat) => seat.hangUp()],
    ['the agent', (seat: Seat) => seat.connection.close(new Error('out of order'))],
  ])('that %s disconnected fails what is open and answers no more', async (_, close) => {
    const seat = await open()
    const { asking, editor } = seat
    const answers = [asking.ask({ questions: [store] }), asking.ask({ questions: [name] })]
    await arrive()
    expect(asking.answerable).toBe(true)
    expect(editor.windows).toHaveLength(2)
    close(seat)
    for (const answer of answers) {
      await expect(answer).rejects.toMatchObject({
        code: 'PROVIDER_GONE',
        message: 'the editor disconnected, so nobody can be shown this question there',
      })
    }
    expect(asking.answerable).toBe(false)
    await expect(asking.ask({ questions: [store] })).rejects.toMatchObject({ code: 'PROVIDER_GONE' })
  })

  test('answers nothing from the start to a provider that comes too late', async () => {
    const seat = await sitDown()
    seat.connection.close()
    const { asking } = await mount(seat.provider)
    expect(asking.answerable).toBe(false)
    expect(seat.listeners()).toBeLessThanOrEqual(1)
  })
})

test('waits ten minutes and more, since the protocol’s library has no time limit of its own', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  const { editor, asking } = await open()
  const answer = asking.ask({ questions: [store] })
  await arrive()
  await vi.advanceTimersByTimeAsync(20 * 60_000)
  editor.answer(store, { id: 'store', selected: ['SQLite'] })
  editor.send([store])
  expect(await answer).toEqual(sqlite)
  vi.useRealTimers()
})
