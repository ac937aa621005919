/** What a connection may do to a question, and what it may not do to that of another. */
import { type PendingAsk, UserInteractionError } from '@deepseek-ai/dsh-user-interaction'
import { InMemoryTransport, Server } from '@modelcontextprotocol/server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createMcpProvider, createSessionClient, serveMcp } from '../src/index.ts'
import { eras, PersonsClient } from './client.ts'
import { connect, textOf } from './composition.ts'

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
async function connectRaw(result: object, capabilities: object = { elicitation: {} }) {
  const [near, far] = InMemoryTransport.createLinkedPair()
  const server = new Server({ name: 'a server', version: '1.0.0' }, { capabilities: {} })
  const sent: string[] = []
  const ready = new Promise<void>((resolve) => (server.oninitialized = resolve))
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  far.onmessage = (message) => {
    if ('method' in message && 'id' in message) {
      sent.push(message.method)
      void far.send({ jsonrpc: '2.0', id: message.id, ...result } as never)
    } else if ('result' in message) void far.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  }
  await server.connect(near)
  await far.start()
  const clientInfo = { name: 'a client', version: '1.0.0' }
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo }
  await far.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params })
  await ready
  let ms = 0
  const provider = createMcpProvider({ clientOf: () => createSessionClient(server), now: () => (ms += 2000) })
  const pending = { signal: new AbortController().signal, keepAlive: () => {} } as PendingAsk
  return { sent, ask: () => provider.ask({ questions: [why] }, pending) }
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
