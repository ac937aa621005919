/** The server over an in-memory pair, with the SDK's own client, in both revisions of the protocol. */
import { readFileSync } from 'node:fs'
import { UserInteractionError, type UserInteractionProvider } from '@deepseek-ai/dsh-user-interaction'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { eras } from './client.ts'
import { connect, gone, textOf } from './composition.ts'

const store = {
  id: '__proto__',
  question: 'Which store?',
  header: 'Storage',
  options: [{ label: 'Files (Recommended)' }, { label: 'SQLite', description: 'One file.' }],
}
const why = { id: 'why', question: 'Why?' }
const dismissed = /^Error: The user dismissed this without answering\./
const nobody =
  /Nobody can be asked here\. Do not call ask_user_question again; put the question into your reply instead\.$/

afterEach(() => void vi.useRealTimers())

/** A surface that keeps what it is asked until a test answers. */
function createSurface() {
  const asked: { ids: string[]; signal: AbortSignal; answer(custom: string): void }[] = []
  const ask: UserInteractionProvider['ask'] = ({ questions }, { signal }) => {
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      const ids = questions.map(({ id }) => id)
      asked.push({
        ids,
        signal,
        answer: (custom) => resolve({ answers: ids.map((id) => ({ id, selected: [], custom })) }),
      })
    })
  }
  return { asked, ask, shown: (count = 1) => vi.waitUntil(() => asked[count - 1]) }
}

describe.each(eras)('a client of %s', (era) => {
  test('is offered the tool with the bytes that every model gets', async () => {
    const { client } = await connect(era)
    const { tools } = await client.listTools()
    const catalog = readFileSync(new URL('../../../docs/tool-catalog.md', import.meta.url), 'utf8')
    const [, published] = /```json\n(.*)\n```/.exec(catalog) ?? []
    const [, description] = /```text\n(.*)\n```/.exec(catalog) ?? []
    expect(tools).toHaveLength(1)
    expect(JSON.stringify(tools[0]?.inputSchema)).toBe(published)
    expect(tools[0]?.description).toBe(description)
    expect(tools[0]?.annotations).toEqual({ title: 'Ask the user', readOnlyHint: true, openWorldHint: false })
  })

  test('is asked in a form, and the model gets the answer as JSON and structured', async () => {
    const { call, person } = await connect(era)
    const result = call({ questions: [store] })
    const { form, reply } = await person.next()
    expect(form).toEqual({
      message: '[Storage] Which store?\n\n- SQLite: One file.',
      requestedSchema: {
        type: 'object',
        properties: {
          q0: {
            type: 'string',
            title: 'Storage',
            oneOf: [
              { const: 'o0', title: 'Files (Recommended)' },
              { const: 'o1', title: 'SQLite' },
            ],
          },
          q0_text: { type: 'string', title: 'Or in your own words (replaces the choice)' },
        },
      },
    })
    reply({ action: 'accept', content: { q0: 'o0' } })
    const { content, structuredContent, isError } = await result
    expect(content).toEqual([
      { type: 'text', text: '{"answers":[{"id":"__proto__","selected":["Files (Recommended)"]}]}' },
    ])
    expect(structuredContent).toEqual({ answers: [{ id: '__proto__', selected: ['Files (Recommended)'] }] })
    expect(isError).toBeFalsy()
  })

  test('answers a batch in one form; what is left out was skipped', async () => {
    const { call, person } = await connect(era)
    const result = call({ questions: [store, why] })
    const { reply } = await person.next()
    reply({ action: 'accept', content: { q1_text: 'because' } })
    expect(textOf(await result)).toBe(
      '{"answers":[{"id":"__proto__","selected":[]},{"id":"why","selected":[],"custom":"because"}]}',
    )
    expect(person.shown).toHaveLength(1)
  })

  test('answers a large batch in forms in turn; a dismissal of any dismisses all of it', async () => {
    const { call, person } = await connect(era)
    const questions = Array.from({ length: 9 }, (_, index) => ({ id: `id ${index}`, question: `Question ${index}?` }))
    const answered = call({ questions })
    for (const [index, count] of [4, 4, 1].entries()) {
      const { form, reply } = await person.next()
      expect(form.message).toContain(`Part ${index + 1} of 3`)
      const texts = Object.keys(form.requestedSchema.properties)
      expect(texts).toHaveLength(count)
      reply({ action: 'accept', content: Object.fromEntries(texts.map((key) => [key, `${index}/${key}`])) })
    }
    expect((await answered).structuredContent).toEqual({
      answers: questions.map(({ id }, index) => ({
        id,
        selected: [],
        custom: `${Math.floor(index / 4)}/q${index % 4}_text`,
      })),
    })
    const cancelled = call({ questions })
    ;(await person.next()).reply({ action: 'accept', content: { q0_text: 'first' } })
    ;(await person.next()).reply({ action: 'cancel' })
    expect(textOf(await cancelled)).toMatch(dismissed)
  })

  test.each(['decline', 'cancel'])('that says %s dismisses the request, and nothing is chosen', async (action) => {
    const { call, person } = await connect(era)
    const result = call({ questions: [store] })
    ;(await person.next()).reply({ action })
    const { isError, structuredContent, _meta } = await result
    expect(isError).toBe(true)
    expect(textOf(await result)).toMatch(dismissed)
    expect(structuredContent).toBeUndefined()
    expect(_meta).toMatchObject({ 'ask-user/error': { name: 'UserInteractionError', code: 'ASK_CANCELLED' } })
  })

  test.each([[{}], [{ elicitation: { url: {} } }]])(
    'that declares %j gets no form, and words at once',
    async (capabilities) => {
      const { call, person } = await connect(era, { capabilities })
      const result = await call({ questions: [store] })
      expect(result.isError).toBe(true)
      expect(textOf(result)).toMatch(nobody)
      expect(person.shown).toEqual([])
    },
  )

  test('that refuses faster than a person can act has shown nothing: the next surface is asked', async () => {
    const { ask, shown } = createSurface()
    let ms = 0
    const { call, person } = await connect(era, { next: ask, now: () => ms })
    const replies = [{ action: 'decline' }, { action: 'cancel' }, { action: 'accept', content: {} }]
    for (const [index, reply] of replies.entries()) {
      const result = call({ questions: [why] })
      const form = await person.next()
      ms += 999
      form.reply(reply)
      ;(await shown(index + 1)).answer(`after ${reply.action}`)
      expect((await result).structuredContent).toEqual({
        answers: [{ id: 'why', selected: [], custom: `after ${reply.action}` }],
      })
    }
    const result = call({ questions: [why] })
    const form = await person.next()
    ms += 1000
    form.reply({ action: 'decline' })
    expect(textOf(await result)).toMatch(dismissed)
  })

  test('that answers faster than anybody reads has shown nothing; 400 ms are enough', async () => {
    const { ask, shown } = createSurface()
    let ms = 0
    const { call, person } = await connect(era, { next: ask, now: () => ms })
    for (const [after, expected] of [
      [399, { custom: 'elsewhere', selected: [] }],
      [400, { selected: ['SQLite'] }],
    ] as const) {
      const result = call({ questions: [store] })
      const form = await person.next()
      ms += after
      form.reply({ action: 'accept', content: { q0: 'o1' } })
      if ('custom' in expected) (await shown()).answer('elsewhere')
      expect((await result).structuredContent).toEqual({ answers: [{ id: '__proto__', ...expected }] })
    }
  })

  describe('that has shown the first form of two', () => {
    const questions = Array.from({ length: 5 }, (_, index) => ({ id: `id${index}`, question: `Question ${index}?` }))
    const first = { q0_text: 'a', q1_text: 'b', q2_text: 'c', q3_text: 'd' }

    /** How a client may come to show no second form, with the time that it takes. */
    const failures = [
      ['an answer that nobody can have given', 10, { action: 'accept', content: { q0_text: 'x' } }],
      ...(era === '2025-11-25' ? ([['an error', 10, undefined]] as const) : []),
    ] as const

    async function answerFirst(options: Parameters<typeof connect>[1]) {
      const clock = { ms: 0 }
      const connected = await connect(era, { ...options, now: () => clock.ms })
      const result = connected.call({ questions })
      const form = await connected.person.next()
      clock.ms += 2000
      form.reply({ action: 'accept', content: first })
      return { ...connected, clock, result, second: await connected.person.next() }
    }

    test.each(['decline', 'cancel'])('dismisses the request by a quick %s of the second', async (action) => {
      const { ask, asked } = createSurface()
      const { clock, result, second } = await answerFirst({ next: ask })
      clock.ms += 10
      second.reply({ action })
      expect(textOf(await result)).toMatch(dismissed)
      expect(asked).toEqual([])
    })

    test('may skip the second at once', async () => {
      const { result, second } = await answerFirst({})
      second.reply({ action: 'accept', content: {} })
      expect(textOf(await result)).toContain('{"id":"id4","selected":[]}')
    })

    test.each(failures)('is asked the rest on the next surface after %s to the second', async (_, ms, reply) => {
      const { ask, shown } = createSurface()
      const { clock, result, second } = await answerFirst({ next: ask })
      clock.ms += ms
      if (reply) second.reply(reply)
      else second.fail(new Error('no room for a form'))
      const rest = await shown()
      expect(rest.ids).toEqual(['id4'])
      rest.answer('elsewhere')
      const said = ['a', 'b', 'c', 'd', 'elsewhere']
      const answers = questions.map(({ id }, index) => ({ id, selected: [], custom: said[index] }))
      expect((await result).structuredContent).toEqual({ answers })
    })

    test.each([...failures, ['a reply that fits no form', 2000, { action: 'accept', content: { zz: 1 } }] as const])(
      'hears that answers are lost after %s where there is no other surface',
      async (_, ms, reply) => {
        const { clock, result, second } = await answerFirst({})
        clock.ms += ms
        if (reply) second.reply(reply)
        else second.fail(new Error('no room for a form'))
        expect((await result).isError).toBe(true)
        expect(textOf(await result)).toMatch(
          /^Error: a person had answered 4 of 5 questions before this, and these answers are lost: /,
        )
      },
    )

    test('dismisses the request where the rest is dismissed', async () => {
      const next = () => Promise.reject(new UserInteractionError('ASK_CANCELLED'))
      const { result, second } = await answerFirst({ next })
      second.reply({ action: 'accept', content: { q0_text: 'x' } })
      expect(textOf(await result)).toMatch(dismissed)
    })
  })

  test('that fails to show a form is passed over; without another surface the model hears that nobody was asked', async () => {
    if (era === '2026-07-28') return
    const { call, person } = await connect(era)
    const result = call({ questions: [store] })
    ;(await person.next()).fail(new Error('no room for a form'))
    expect(textOf(await result)).toMatch(nobody)
    const { ask, shown } = createSurface()
    const other = await connect(era, { next: ask })
    const second = other.call({ questions: [why] })
    ;(await other.person.next()).fail(new Error('no room for a form'))
    ;(await shown()).answer('elsewhere')
    expect((await second).structuredContent).toEqual({ answers: [{ id: 'why', selected: [], custom: 'elsewhere' }] })
  })

  test('that gives up while the next surface asks takes the question down there', async () => {
    const { ask, shown, asked } = createSurface()
    const { call, ctx } = await connect(era, { capabilities: {}, next: ask })
    const controller = new AbortController()
    const result = call({ questions: [why] }, { signal: controller.signal })
    await shown()
    controller.abort()
    await expect(result).rejects.toThrow(/abort/i)
    await gone(ctx)
    expect(asked[0]?.signal.aborted).toBe(true)
  })

  test('that goes in the middle of a question takes every question with it', async () => {
    const { ask, shown, asked } = createSurface()
    const { call, client, ctx, person, serving } = await connect(era, { next: ask, unseenMs: Infinity })
    const lost = call({ questions: [why] }).catch(() => 'lost')
    ;(await person.next()).reply({ action: 'decline' })
    await shown()
    void call({ questions: [store] }).catch(() => {})
    await person.next()
    await client.close()
    await serving.closed
    await gone(ctx)
    expect(asked[0]?.signal.aborted).toBe(true)
    expect(await lost).toBe('lost')
  })

  test('may have several calls open, and each gets its own answer', async () => {
    const { call, person } = await connect(era)
    const results = ['first', 'second', 'third'].map((id) => call({ questions: [{ id, question: `${id}?` }] }))
    await person.next(3)
    for (const { form, reply } of person.screen.toReversed()) {
      reply({ action: 'accept', content: { q0_text: `answer to ${form.message}` } })
    }
    for (const [index, id] of ['first', 'second', 'third'].entries()) {
      expect((await results[index])?.structuredContent).toEqual({
        answers: [{ id, selected: [], custom: `answer to ${id}?` }],
      })
    }
  })

  test('may take ten minutes, or ten days, for an answer', async () => {
    const { call, person } = await connect(era, { parkedMs: 20 * 24 * 60 * 60_000 })
    for (const ms of [10 * 60_000, 10 * 24 * 60 * 60_000]) {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
      const result = call({ questions: [store] })
      const form = await person.next()
      await vi.advanceTimersByTimeAsync(ms)
      form.reply({ action: 'accept', content: { q0: 'o1' } })
      expect((await result).structuredContent).toEqual({ answers: [{ id: '__proto__', selected: ['SQLite'] }] })
      vi.useRealTimers()
    }
  })

  test('hears that it still waits as often as it asked for, so that its own time limit starts anew', async () => {
    const { ask, shown } = createSurface()
    const { call } = await connect(era, { capabilities: {}, next: ask, progressMs: 1 })
    const heard: { progress: number; message?: string | undefined }[] = []
    const result = call(
      { questions: [why] },
      { onprogress: (progress: (typeof heard)[number]) => void heard.push(progress) },
    )
    await vi.waitUntil(() => heard.length >= 3)
    expect(heard.slice(0, 3).map(({ progress }) => progress)).toEqual([1, 2, 3])
    expect(heard[0]?.message).toBe('Waiting for your answer.')
    ;(await shown()).answer('at last')
    await result
  })

  test('is told where else to look, as progress if it asked for that', async () => {
    const { ask, shown } = createSurface()
    const heard: (string | undefined)[] = []
    const told: (boolean | undefined)[] = []
    const { call, person } = await connect(era, {
      capabilities: {},
      next: (request, pending, client) => {
        told.push(client?.listens)
        client?.tell?.('Waiting for your answer at http://127.0.0.1:1/')
        return ask(request, pending)
      },
    })
    const result = call(
      { questions: [why] },
      { onprogress: ({ message }: { message?: string }) => void heard.push(message) },
    )
    await vi.waitUntil(() => heard.includes('Waiting for your answer at http://127.0.0.1:1/'))
    ;(await shown()).answer('there')
    await result
    const silent = call({ questions: [why] })
    await vi.waitUntil(() => told.length === 2)
    ;(await shown(2)).answer('there')
    await silent
    expect(told).toEqual([true, false])
    expect(person.told).toEqual([])
  })

  test.each([
    [
      () => {
        throw new Error('cannot start')
      },
      /cannot start/,
    ],
    [() => Promise.reject(new Error('cannot go on')), /cannot go on/],
  ])('gets a reply when the next surface fails, and the connection goes on', async (next, message) => {
    const { call } = await connect(era, { capabilities: {}, next })
    for (const _ of [1, 2]) {
      const result = await call({ questions: [store] })
      expect(result.isError).toBe(true)
      expect(textOf(result)).toMatch(message)
      expect(textOf(result)).toMatch(nobody)
    }
  })

  test('hears of arguments that are none, and nobody is asked', async () => {
    const { call, person } = await connect(era)
    const result = await call({ questions: [{ question: 'no id?' }] })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toMatch(/questions\[0\]\.id/)
    expect(result._meta).toMatchObject({ 'ask-user/error': { code: 'INVALID_ARGS' } })
    expect(person.shown).toEqual([])
  })

  test('hears that there is no other tool', async () => {
    const { client } = await connect(era)
    await expect(client.callTool({ name: 'run_code', arguments: {} })).rejects.toThrow(/there is no such tool/)
  })

  test('hears at once that nobody can be asked where no provider is', async () => {
    const { call } = await connect(era, { provider: false })
    expect(textOf(await call({ questions: [why] }))).toMatch(nobody)
  })

  test('that is asked for an ask whose call is not known is not asked at all', async () => {
    const { ctx, person } = await connect(era)
    const asking = ctx.userInteraction.ask({ questions: [why], signal: new AbortController().signal })
    await expect(asking).rejects.toMatchObject({ code: 'NO_PROVIDER' })
    await expect(ctx.userInteraction.ask({ questions: [why] })).rejects.toMatchObject({ code: 'NO_PROVIDER' })
    expect(person.shown).toEqual([])
  })
})

test('a client of 2025-11-25 that gives up has its form withdrawn', async () => {
  const { call, ctx, person } = await connect('2025-11-25')
  const controller = new AbortController()
  const result = call({ questions: [store] }, { signal: controller.signal })
  const form = await person.next()
  controller.abort()
  await expect(result).rejects.toThrow(/abort/i)
  await gone(ctx)
  await vi.waitUntil(() => form.signal.aborted)
  expect(person.screen).toEqual([])
})
