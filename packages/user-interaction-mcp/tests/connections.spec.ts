/** What a connection may do to a question, and what it may not do to that of another. */
import { type AskUserQuestionItem, type PendingAsk, UserInteractionError } from '@deepseek-ai/dsh-user-interaction'
import { InMemoryTransport, Server } from '@modelcontextprotocol/server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createMcpProvider, createSessionClient, type Form, serveMcp } from '../src/index.ts'
import { eras, PersonsClient } from './client.ts'
import { connect, gone, textOf } from './composition.ts'

const why = { id: 'why', question: 'Why?' }

test.each(eras)('two clients of %s are each asked what their own call asks', async (era) => {
  const first = await connect(era)
  const [near, far] = InMemoryTransport.createLinkedPair()
  const serving = serveMcp(first.ctx, { transport: near, calls: first.calls, lang: 'en' })
  onTestFinished(() => serving.close())
  const second = new PersonsClient(era)
  await second.connect(far)

  const one = first.call({ questions: [{ id: 'one', question: 'One?' }] })
  const other = second.client.callTool({
    name: 'ask_user_question',
    arguments: { questions: [{ id: 'other', question: 'Other?' }] },
  })
  const [onFirst, onSecond] = [await first.person.next(), await second.next()]
  expect(onFirst.form.message).toBe('One?')
  expect(onSecond.form.message).toBe('Other?')
  onSecond.reply({ action: 'accept', content: { q0_text: 'second' } })
  expect(textOf(await other)).toBe('{"answers":[{"id":"other","selected":[],"custom":"second"}]}')
  expect(first.person.screen).toHaveLength(1)
  await second.client.close()
  onFirst.reply({ action: 'accept', content: { q0_text: 'first' } })
  expect(textOf(await one)).toBe('{"answers":[{"id":"one","selected":[],"custom":"first"}]}')
})

/** A session whose client says just this to a form, whatever that is. */
async function connectRaw(
  result: object,
  capabilities: object = { elicitation: {} },
  protocolVersion = '2025-11-25',
  questions: readonly AskUserQuestionItem[] = [why],
) {
  const [near, far] = InMemoryTransport.createLinkedPair()
  const server = new Server({ name: 'a server', version: '1.0.0' }, { capabilities: {} })
  const sent: string[] = []
  const forms: Form[] = []
  const ready = new Promise<void>((resolve) => (server.oninitialized = resolve))
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  far.onmessage = (message) => {
    if ('method' in message && 'id' in message) {
      sent.push(message.method)
      forms.push(message.params as unknown as Form)
      void far.send({ jsonrpc: '2.0', id: message.id, ...result } as never)
    } else if ('result' in message) void far.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  }
  await server.connect(near)
  await far.start()
  const clientInfo = { name: 'a client', version: '1.0.0' }
  const params = { protocolVersion, capabilities, clientInfo }
  await far.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params })
  await ready
  let ms = 0
  const provider = createMcpProvider({ clientOf: () => createSessionClient(server), now: () => (ms += 2000) })
  const pending = { signal: new AbortController().signal, keepAlive: () => {} } as PendingAsk
  return { sent, forms, ask: () => provider.ask({ questions }, pending) }
}

describe('a client of 2025-11-25', () => {
  test.each([
    [{ action: 'accept' }],
    [{ action: 'accept', content: { a: 42 } }],
    [{ action: 'accept', content: { q0_text: { deep: true } } }],
    [{ action: 'accept', content: null }],
    [{ action: 'submit', content: { q0_text: 'x' } }],
    [{}],
  ])('that sends %j has sent an error, never an answer or a dismissal', async (result) => {
    const { ask } = await connectRaw({ result })
    await expect(ask()).rejects.toMatchObject({ code: 'BAD_ANSWER' })
  })

  test.each([[{ action: 'decline', content: {} }], [{ action: 'cancel' }], [{ action: 'cancel', content: null }]])(
    'that sends %j has dismissed the request',
    async (result) => {
      const { ask } = await connectRaw({ result })
      await expect(ask()).rejects.toEqual(new UserInteractionError('ASK_CANCELLED'))
    },
  )

  test('that knows no forms after all has shown none', async () => {
    const { ask } = await connectRaw({ error: { code: -32601, message: 'Method not found' } })
    await expect(ask()).rejects.toMatchObject({ code: 'NO_PROVIDER' })
  })

  test.each([[{}], [{ elicitation: { url: {} } }]])('that declares %j is sent nothing', async (capabilities) => {
    const { ask, sent } = await connectRaw({ result: { action: 'accept', content: {} } }, capabilities)
    await expect(ask()).rejects.toMatchObject({ code: 'NO_PROVIDER' })
    expect(sent).toEqual([])
  })

  test.each([[{ elicitation: {} }], [{ elicitation: { form: {} } }], [{ elicitation: { form: {}, url: {} } }]])(
    'that declares %j is sent a form',
    async (capabilities) => {
      const { ask, sent } = await connectRaw(
        { result: { action: 'accept', content: { q0_text: 'because' } } },
        capabilities,
      )
      expect(await ask()).toEqual({ answers: [{ id: 'why', selected: [], custom: 'because' }] })
      expect(sent).toEqual(['elicitation/create'])
    },
  )
})

describe('a client of an older revision', () => {
  const store = { id: 'store', question: 'Which store?', options: [{ label: 'Files' }, { label: 'SQLite' }] }
  const capabilities = { elicitation: {} }

  test('that knows named enums only is sent one choice in their shape', async () => {
    const result = { action: 'accept', content: { q0: 'o1' } }
    const { ask, forms } = await connectRaw({ result }, capabilities, '2025-06-18', [store])
    expect(await ask()).toEqual({ answers: [{ id: 'store', selected: ['SQLite'] }] })
    expect(forms[0]?.requestedSchema.properties['q0']).toEqual({
      type: 'string',
      title: 'Which store?',
      enum: ['o0', 'o1'],
      enumNames: ['Files', 'SQLite'],
    })
  })

  test.each([
    ['2025-06-18', { ...store, multiSelect: true }],
    ['2025-03-26', store],
    ['2024-11-05', why],
  ])('that speaks %s is sent nothing that it does not know', async (revision, question) => {
    const { ask, sent } = await connectRaw({ result: { action: 'accept' } }, capabilities, revision, [question])
    await expect(ask()).rejects.toMatchObject({ code: 'NO_PROVIDER' })
    expect(sent).toEqual([])
  })
})

test('a form that is withdrawn is so without a word of why', async () => {
  const { call, ctx, person, notified } = await connectListening()
  const controller = new AbortController()
  const result = call({ questions: [why] }, { signal: controller.signal })
  await person.next()
  controller.abort(new Error('a secret reason'))
  await expect(result).rejects.toThrow(/secret/)
  await gone(ctx)
  expect(notified.filter(({ method }) => method === 'notifications/cancelled')).toMatchObject([
    { params: { reason: 'the question was withdrawn' } },
  ])
})

/** A connection that keeps what the server sends of itself. */
async function connectListening() {
  const connected = await connect('2025-11-25')
  const notified: { method: string; params?: unknown }[] = []
  const { transport } = connected.client
  if (!transport) throw new Error('the client is not connected')
  const { onmessage } = transport
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  transport.onmessage = (message, extra) => {
    if ('method' in message && !('id' in message)) notified.push(message)
    onmessage?.(message, extra)
  }
  return { ...connected, notified }
}
