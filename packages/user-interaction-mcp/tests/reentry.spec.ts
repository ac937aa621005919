/** In the revision of 2026-07-28 a client comes back to its call by itself: the question is asked once all the same. */
import type { CallToolResult, Client } from '@modelcontextprotocol/client'
import { afterEach, expect, test, vi } from 'vitest'
import type { McpProviderOptions } from '../src/index.ts'
import { connect, gone, textOf } from './composition.ts'

const why = { id: 'why', question: 'Why?' }
const args = { questions: [why] }

afterEach(() => void vi.useRealTimers())

/** What a client gets that is to ask its person first. */
interface Round extends CallToolResult {
  resultType?: string
  inputRequests: Record<string, { params: { message: string } }>
  requestState: string
}

/** A client that does by hand what others leave to the SDK. */
async function connectByHand(options: Parameters<typeof connect>[1] = {}) {
  const { client, ctx } = await connect('2026-07-28', options)
  const asked: string[] = []
  ctx.on('user-interaction/asked', ({ id }) => void asked.push(id), { global: true })
  const send = (params: object, request: object = {}): Promise<Round> => {
    const call = { name: 'ask_user_question', arguments: args, ...params }
    return client.callTool(call as never, { allowInputRequired: true, ...request } as never) as Promise<Round>
  }
  const comeBack = ({ inputRequests, requestState }: Round, reply?: object): Promise<Round> => {
    const [name = ''] = Object.keys(inputRequests)
    return send({ requestState, ...(reply && { inputResponses: { [name]: reply } }) })
  }
  return { client, ctx, asked, send, comeBack }
}

const because = { action: 'accept', content: { q0_text: 'because' } }
const answered = '{"answers":[{"id":"why","selected":[],"custom":"because"}]}'

test('asks once however often the client comes back without a reply, with the same form each time', async () => {
  const { asked, send, comeBack } = await connectByHand()
  const first = await send({})
  expect(first.resultType).toBe('input_required')
  for (const _ of [1, 2]) expect((await comeBack(first)).inputRequests).toEqual(first.inputRequests)
  expect(textOf(await comeBack(first, because))).toBe(answered)
  expect(asked).toHaveLength(1)
})

test('returns the same answer to a request that is repeated, also with other words', async () => {
  const { asked, send, comeBack } = await connectByHand()
  const first = await send({})
  const other = { action: 'accept', content: { q0_text: 'something else' } }
  const results = await Promise.all([comeBack(first, because), comeBack(first, because), comeBack(first, other)])
  for (const result of results) expect(textOf(result)).toBe(answered)
  expect(textOf(await comeBack(first, other))).toBe(answered)
  expect(asked).toHaveLength(1)
})

test.each([
  ['null', null],
  ['a text', 'because'],
  ['a list', [because]],
  ['wrapped as a response', { method: 'elicitation/create', result: because }],
  ['wrapped as a result', { result: because }],
])('takes a reply that is %s for an error, and does not ask again', async (_, reply) => {
  const { asked, send } = await connectByHand()
  const first = await send({})
  const [name = ''] = Object.keys(first.inputRequests)
  const result = await send({ requestState: first.requestState, inputResponses: { [name]: reply } })
  expect(result._meta).toMatchObject({ 'ask-user/error': { code: 'BAD_ANSWER' } })
  expect(asked).toHaveLength(1)
})

test('keeps nothing of a call for long once it is over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { send, comeBack } = await connectByHand()
  const first = await send({})
  await comeBack(first, because)
  await vi.advanceTimersByTimeAsync(9 * 60_000)
  expect(textOf(await comeBack(first, because))).toBe(answered)
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  await expect(comeBack(first, because)).rejects.toThrow(/is over/)
})

test.each([
  ['accept', { action: 'accept' }],
  ['unknown fields', { action: 'accept', content: { a: 42 } }],
  ['a choice that is none', { action: 'accept', content: { q0: 'o0' } }],
])('takes %s without valid content for an error, never for an answer or a dismissal', async (_, reply) => {
  const { ctx, send, comeBack } = await connectByHand()
  const result = await comeBack(await send({}), reply)
  expect(result.isError).toBe(true)
  expect(result._meta).toMatchObject({ 'ask-user/error': { code: 'BAD_ANSWER' } })
  expect(textOf(result)).toMatch(/^Error: the MCP client sent back what does not fit the form: content must be /)
  await gone(ctx)
})

test('refuses a state that it has not signed, or not for this call', async () => {
  const { asked, send, comeBack } = await connectByHand()
  const first = await send({})
  const elsewhere = await connectByHand()
  const foreign = await elsewhere.send({})
  const state = first.requestState
  const forged = `${state.slice(0, -2)}${state.endsWith('AA') ? 'BB' : 'AA'}`
  for (const requestState of [forged, 'nothing', foreign.requestState]) {
    await expect(send({ requestState })).rejects.toMatchObject({ code: -32602 })
  }
  await expect(send({ requestState: state, arguments: { questions: [] } })).rejects.toThrow(/other arguments/)
  await expect(send({ inputResponses: { form1: because } })).rejects.toThrow(/without the requestState/)
  expect(textOf(await comeBack(first, because))).toBe(answered)
  expect(asked).toHaveLength(1)
})

test('drops a reply to a form that is not open, whatever it is called', async () => {
  const { send, comeBack } = await connectByHand()
  const first = await send({})
  const { requestState } = first
  const again = await send({ requestState, inputResponses: { form9: because, constructor: because } })
  expect(again.inputRequests).toEqual(first.inputRequests)
  expect(textOf(await comeBack(again, because))).toBe(answered)
})

test('ends a call whose client does not come back', async () => {
  const { ctx, send, comeBack } = await connectByHand({ parkedMs: 60_000 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const first = await send({})
  expect(ctx.userInteraction.pending).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(ctx.userInteraction.pending).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(3_000)
  vi.useRealTimers()
  await gone(ctx)
  await expect(comeBack(first, because)).rejects.toMatchObject({ code: -32602 })
})

/** Does something in the turn in which the client has sent its next call. */
function onceSent({ transport }: Client, act: () => void): void {
  if (!transport) throw new Error('the client is not connected')
  const send = transport.send.bind(transport)
  transport.send = async (message, options) => {
    await send(message, options)
    if (!('method' in message) || message.method !== 'tools/call') return
    transport.send = send
    act()
  }
}

/** A next surface that keeps the question up until a test answers. */
function createPage() {
  let answer: (() => void) | undefined
  const next: McpProviderOptions['next'] = () => {
    return new Promise((resolve) => {
      answer = () => resolve({ answers: [{ id: 'why', selected: [], custom: 'page' }] })
    })
  }
  return { next, shown: () => vi.waitUntil(() => answer) }
}

test('goes on with a call of which the client gave up one request of two', async () => {
  const page = createPage()
  const { client, ctx, send, comeBack } = await connectByHand({ unseenMs: Infinity, next: page.next })
  const first = await send({})
  const waiting = comeBack(first, { action: 'decline' })
  const answer = await page.shown()
  const controller = new AbortController()
  onceSent(client, () => controller.abort())
  const given = send({ requestState: first.requestState }, { signal: controller.signal })
  await expect(given).rejects.toThrow(/abort/i)
  await client.listTools()
  expect(ctx.userInteraction.pending).toHaveLength(1)
  answer()
  expect(textOf(await waiting)).toContain('"page"')
})

test.each(['at once', 'while another surface asks'])(
  'ends when the client gives up its last request %s',
  async (when) => {
    const page = createPage()
    const { client, ctx, send, comeBack } = await connectByHand({ unseenMs: Infinity, next: page.next })
    const first = await send({})
    const controller = new AbortController()
    const [name = ''] = Object.keys(first.inputRequests)
    const reply = { requestState: first.requestState, inputResponses: { [name]: { action: 'cancel' } } }
    if (when === 'at once') onceSent(client, () => controller.abort())
    const given = send(reply, { signal: controller.signal })
    if (when !== 'at once') await page.shown().then(() => controller.abort())
    await expect(given).rejects.toThrow(/abort/i)
    await gone(ctx)
    expect(textOf(await comeBack(first, because))).toMatch(/aborted/)
  },
)
