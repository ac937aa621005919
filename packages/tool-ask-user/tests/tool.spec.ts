/** A call of the tool through the real runtime: what the human is shown, what the model reads, how it fails. */
import { UserInteractionError, userInteractionErrors } from '@deepseek-ai/dsh-user-interaction'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { answering, call, mount, mountHarness, registerAgent, settle, textOf } from './mount.ts'

const proceed = { questions: [{ id: 'a', question: 'Proceed?', options: ['Yes (Recommended)', 'No'] }] }

afterEach(() => void vi.useRealTimers())

describe('an answer', () => {
  test('reaches the model as compact JSON and a host as a value', async () => {
    const { ctx, provider } = await mount()
    const result = call(ctx, proceed)
    await settle()
    provider.last.answer({ answers: [{ selected: ['No'], id: 'a' }] })
    expect(await result).toEqual({
      isError: false,
      value: { answers: [{ id: 'a', selected: ['No'] }] },
      content: [{ type: 'text', text: '{"answers":[{"id":"a","selected":["No"]}]}' }],
    })
  })

  test('has every asked id in asked order, skipped ones marked by having neither labels nor text', async () => {
    const questions = [
      { id: 'cache', question: 'Cache?', options: ['On', 'Off'] },
      { id: 'logs', question: 'Logs?', options: ['On', 'Off'] },
      { id: 'sinks', question: 'Which sinks?', options: ['file', 'net'], multi_select: true },
    ]
    const { ctx } = await mount(
      {},
      answering({
        answers: [
          { id: 'logs', selected: ['Off'] },
          { id: 'cache', selected: [], custom: 'only in CI' },
        ],
      }),
    )
    expect(textOf(await call(ctx, { questions }))).toBe(
      '{"answers":[{"id":"cache","selected":[],"custom":"only in CI"},{"id":"logs","selected":["Off"]},'
        + '{"id":"sinks","selected":[]}]}',
    )
  })

  test('claims nothing when the provider brings no answers', async () => {
    const { ctx } = await mount({}, answering({ answers: [] }))
    expect(textOf(await call(ctx, proceed))).toBe('{"answers":[{"id":"a","selected":[]}]}')
  })

  test('holds labels byte for byte: commas, quotes and newlines are no separators', async () => {
    const selected = ['Yes, always', 'never', 'a "quoted"\nline', '自由, 😀']
    const { ctx } = await mount({}, answering({ answers: [{ id: 'a', selected }] }))
    const question = { id: 'a', question: 'When to prompt?', options: ['Yes', ...selected], multi_select: true }
    const result = await call(ctx, { questions: [question] })
    expect(JSON.parse(textOf(result))).toEqual({ answers: [{ id: 'a', selected }] })
  })

  test('keeps typed text in custom, even when it equals a label', async () => {
    const { ctx } = await mount({}, answering({ answers: [{ id: 'n', selected: [], custom: '2' }] }))
    const result = await call(ctx, { questions: [{ id: 'n', question: 'How many replicas?', options: ['2', '3'] }] })
    expect(textOf(result)).toBe('{"answers":[{"id":"n","selected":[],"custom":"2"}]}')
  })

  test('is keyed by id: the same text under two ids comes back twice', async () => {
    const options = ['Yes', 'No']
    const answers = [
      { id: 'left', selected: ['Yes'] },
      { id: 'right', selected: ['No'] },
    ]
    const { ctx } = await mount({}, answering({ answers }))
    const result = await call(ctx, {
      questions: [
        { id: 'left', question: 'Approve?', options },
        { id: 'right', question: 'Approve?', options },
      ],
    })
    expect(textOf(result)).toBe('{"answers":[{"id":"left","selected":["Yes"]},{"id":"right","selected":["No"]}]}')
  })

  test('keeps its key order when a policy replaces the value', async () => {
    const { ctx } = await mount({}, answering({ answers: [] }))
    ctx.on('tools/post-execute', () =>
      Promise.resolve({
        kind: 'accept',
        value: { answers: [{ custom: 'x', selected: [], id: 'a' }] },
      }),
    )
    expect(textOf(await call(ctx, proceed))).toBe('{"answers":[{"id":"a","selected":[],"custom":"x"}]}')
  })
})

describe('a request', () => {
  test('carries the questions, the agent, the signal, and a key made of session and call', async () => {
    const { ctx, provider } = await mount()
    const { agent } = registerAgent(ctx, 'session-1')
    const { signal } = new AbortController()
    const question = { id: 'a', question: 'A?', multi_select: true, options: ['x'] }
    void call(ctx, { questions: [question] }, { agent, callId: 'call-7', signal })
    await settle()
    const { request } = provider.last
    expect(request).toEqual({
      questions: [{ id: 'a', question: 'A?', multiSelect: true, options: [{ label: 'x' }] }],
      agent,
      signal,
      key: 'session-1/call-7',
    })
    expect(request.agent).toBe(agent)
    expect(request.signal).toBe(signal)
  })

  test('has neither agent nor key without an agent, whose absence leaves the call id ambiguous', async () => {
    const { ctx, provider } = await mount()
    void call(ctx, proceed)
    await settle()
    expect(provider.last.request).not.toHaveProperty('agent')
    expect(provider.last.request).not.toHaveProperty('key')
    expect(provider.last.request).not.toHaveProperty('deadlineMs')
  })

  test('has the deadline of the configuration, and none by default', async () => {
    const { ctx, provider } = await mount({ deadlineMs: 300_000 })
    void call(ctx, proceed)
    await settle()
    expect(provider.last.request.deadlineMs).toBe(300_000)
  })

  test('is made for every call, whatever the approval policy allows', async () => {
    const { ctx, provider } = await mount()
    const listed = JSON.stringify(ctx.tools.schemas())
    ctx.on('tools/pre-execute', () => Promise.resolve({ kind: 'allow' }))
    expect(JSON.stringify(ctx.tools.schemas())).toBe(listed)
    const result = call(ctx, proceed)
    await settle()
    expect(ctx.userInteraction.pending).toHaveLength(1)
    provider.last.answer({ answers: [{ id: 'a', selected: ['No'] }] })
    expect((await result).value).toEqual({ answers: [{ id: 'a', selected: ['No'] }] })
  })
})

describe('a failure', () => {
  test.each([
    [
      'arguments of the wrong shape',
      { questions: [{ id: 'a', question: 3 }] },
      'ToolArgsError',
      'INVALID_ARGS',
      'invalid arguments: questions[0].question must be a string, got 3',
    ],
    [
      'text that does not parse',
      { questions: '[{' },
      'ToolArgsError',
      'INVALID_ARGS',
      'invalid arguments: questions must be an array, got text that does not parse as one: "[{"',
    ],
    [
      'no questions',
      { questions: [] },
      'UserInteractionError',
      'EMPTY_QUESTIONS',
      'ask_user_question requires at least one question',
    ],
    [
      'a blank label',
      { questions: [{ id: 'a', question: 'A?', options: ['Yes', '   '] }] },
      'UserInteractionError',
      'BAD_REQUEST',
      expect.stringContaining('questions[0].options[1].label'),
    ],
    [
      'labels equal after trimming',
      { questions: [{ id: 'a', question: 'A?', options: ['Keep', 'Keep '] }] },
      'UserInteractionError',
      'BAD_REQUEST',
      expect.stringContaining('questions[0].options[1].label'),
    ],
    [
      'a repeated id',
      {
        questions: [
          { id: 'a', question: 'A?' },
          { id: 'a', question: 'B?' },
        ],
      },
      'UserInteractionError',
      'BAD_REQUEST',
      expect.stringContaining('questions[1].id'),
    ],
    [
      'a blank id',
      { questions: [{ id: '\t', question: 'A?' }] },
      'UserInteractionError',
      'BAD_REQUEST',
      expect.stringContaining('questions[0].id'),
    ],
  ])('by %s is told before anybody is shown anything', async (_, args, name, code, message) => {
    const { ctx, provider } = await mount()
    const result = await call(ctx, args)
    expect(result.error).toEqual({ message, info: { name, code } })
    expect(textOf(result)).toBe(`Error: ${result.error?.message}`)
    expect(provider.shown).toEqual([])
    expect(ctx.userInteraction.pending).toEqual([])
  })

  test('by nobody being there says so', async () => {
    const ctx = await mountHarness()
    await ctx.plugin(await import('../src/index.ts'), {})
    const result = await call(ctx, proceed)
    expect(result.error?.info).toEqual({ name: 'UserInteractionError', code: 'NO_PROVIDER' })
    expect(textOf(result)).toBe('Error: no user-interaction provider is registered')
  })

  test('by a dismissal tells the model that nothing was chosen, and shows no label as an answer', async () => {
    const { ctx, provider } = await mount()
    const result = call(ctx, proceed)
    await settle()
    provider.last.fail(new UserInteractionError('ASK_CANCELLED'))
    const { error, content, value } = await result
    expect(error?.info).toEqual({ name: 'UserInteractionError', code: 'ASK_CANCELLED' })
    expect(content).toEqual([{ type: 'text', text: `Error: ${userInteractionErrors.ASK_CANCELLED.message}` }])
    expect(value).toBeUndefined()
    expect(JSON.stringify(content)).not.toContain('Yes')
  })

  test('by the deadline chooses nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const { ctx } = await mount({ deadlineMs: 60_000 })
    const result = call(ctx, proceed)
    await settle()
    vi.advanceTimersByTime(60_000)
    expect((await result).error).toEqual({
      message: userInteractionErrors.ASK_EXPIRED.message,
      info: { name: 'UserInteractionError', code: 'ASK_EXPIRED' },
    })
  })

  test('by a provider that lies or breaks keeps its code', async () => {
    const { ctx, provider } = await mount()
    const lied = call(ctx, proceed)
    await settle()
    provider.last.answer({ answers: [{ id: 'a', selected: ['Maybe'] }] })
    expect((await lied).error?.info?.code).toBe('BAD_ANSWER')
    const broken = call(ctx, proceed)
    await settle()
    provider.last.fail(new Error('the terminal is gone'))
    expect((await broken).error).toEqual({
      message: 'the terminal is gone',
      info: { name: 'UserInteractionError', code: 'PROVIDER_FAILED' },
    })
  })

  test('by an agent that is gone or that another one owns keeps its code', async () => {
    const { ctx, provider } = await mount()
    const { agent, dispose } = registerAgent(ctx, 'session-1')
    dispose()
    expect((await call(ctx, proceed, { agent })).error?.info?.code).toBe('CALLER_NOT_LIVE')
    const owner = registerAgent(ctx, 'session-2')
    const child = registerAgent(ctx.extend({ agent: owner.agent }), 'session-3')
    expect((await call(ctx, proceed, { agent: child.agent })).error?.info?.code).toBe('DELEGATED_CALLER')
    expect(provider.shown).toEqual([])
  })
})

describe('an abort', () => {
  test('ends the call at once though the provider never answers, with exactly one result', async () => {
    const { ctx, provider } = await mount()
    const controller = new AbortController()
    const results: unknown[] = []
    ctx.on('tools/result', (exec) => void results.push(exec.callId))
    const result = call(ctx, proceed, { signal: controller.signal })
    await settle()
    controller.abort()
    expect((await result).error).toEqual({
      message: 'ask_user_question was aborted before the user answered',
      info: { name: 'UserInteractionError', code: 'ASK_ABORTED' },
    })
    provider.last.answer({ answers: [{ id: 'a', selected: ['No'] }] })
    await settle()
    expect(results).toEqual(['call-1'])
    expect(ctx.userInteraction.pending).toEqual([])
  })

  test('before the call asks nobody', async () => {
    const { ctx, provider } = await mount()
    const result = await call(ctx, proceed, { signal: AbortSignal.abort() })
    expect(result.error?.info?.code).toBe('ABORTED_BEFORE_DISPATCH')
    expect(provider.shown).toEqual([])
  })

  test('reaches a question through a policy that narrows the signal', async () => {
    const { ctx } = await mount()
    const policy = new AbortController()
    ctx.on('tools/execute', async (exec, next) => {
      const { signal } = exec
      exec.signal = policy.signal
      return next().finally(() => {
        exec.signal = signal
      })
    })
    const result = call(ctx, proceed)
    await settle()
    policy.abort()
    expect((await result).error?.info?.code).toBe('ASK_ABORTED')
  })
})
