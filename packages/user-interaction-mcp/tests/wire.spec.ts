/** The streams of a connection: what arrives as a message, what is mended, and how too long a one ends it. */
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { mendMessage, MessageTooLongError, StreamWire } from '../src/wire.ts'

async function open() {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const wire = new StreamWire(input, output)
  const heard: unknown[] = []
  const errors: Error[] = []
  let closed = 0
  // A transport is no event target.
  Object.assign(wire, {
    onmessage: (message: unknown) => heard.push(message),
    onerror: (error: Error) => errors.push(error),
    onclose: () => closed++,
  })
  await wire.start()
  return { input, output, wire, heard, errors, closed: () => closed }
}

const empty = { jsonrpc: '2.0', id: 1, result: {} }
const good = [
  { jsonrpc: '2.0', id: 1, method: 'ping' },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 'a', result: { action: 'accept', content: {} } },
  { jsonrpc: '2.0', id: 2, error: { code: -1, message: 'no' } },
]

test.each([
  ['null', { result: null }],
  ['a text', { result: 'accept' }],
  ['a list', { result: [1] }],
  ['neither result nor error', {}],
  ['an error that is none', { error: 'boom' }],
  ['more than a response has', { result: { action: 'accept' }, extra: 1 }],
])('a response with %s arrives as one that says nothing', async (_, rest) => {
  const message = { jsonrpc: '2.0', id: 1, ...rest }
  expect(mendMessage(message)).toEqual(empty)
  const { input, heard, errors } = await open()
  input.write(`${JSON.stringify(message)}\n`)
  await vi.waitUntil(() => heard.length > 0)
  expect(heard).toEqual([empty])
  expect(errors).toEqual([])
})

test.each([null, 'x', [], {}, { id: null, result: null }, ...good])('%j is left as it is', (message) => {
  expect(mendMessage(message)).toBe(message)
})

test('messages arrive whole, however their bytes are cut', async () => {
  const { input, heard } = await open()
  const words = { jsonrpc: '2.0', method: 'notifications/x', params: { text: '你好 "result" é' } }
  const bytes = Buffer.from([...good, words].map((message) => `${JSON.stringify(message)}\n`).join(''))
  for (const byte of bytes) input.write(Buffer.of(byte))
  await vi.waitUntil(() => heard.length === good.length + 1)
  expect(heard).toEqual([...good, words])
})

test('what is no message is told, and the next one arrives', async () => {
  const { input, heard, closed } = await open()
  input.write('no json\n{"jsonrpc":"2.0"}\n\n')
  input.write(`${JSON.stringify(good[0])}\n`)
  await vi.waitUntil(() => heard.length > 0)
  expect(heard).toEqual([good[0]])
  expect(closed()).toBe(0)
})

test.each(['in one line', 'without an end'])(
  'a message over ten megabytes %s ends it with an error that has a name',
  async (how) => {
    const { input, errors, closed, heard } = await open()
    for (let megabyte = 0; megabyte < 11; megabyte++) input.write('x'.repeat(2 ** 20))
    if (how === 'in one line') input.write('\n')
    await vi.waitUntil(() => closed() > 0)
    expect(errors).toEqual([new MessageTooLongError()])
    expect(errors[0]?.message).toBe('the MCP client sent a message of more than 10485760 bytes')
    expect(heard).toEqual([])
  },
)

test.each(['ends', 'breaks', 'has ended before'])('closes once when the input %s', async (how) => {
  const { input, closed } = await open()
  if (how === 'breaks') input.destroy()
  else input.end()
  await vi.waitUntil(() => closed() > 0)
  expect(closed()).toBe(1)
  if (how !== 'has ended before') return
  const late = new StreamWire(input, new PassThrough())
  const ended = vi.fn<() => void>()
  Object.assign(late, { onclose: ended })
  await late.start()
  await vi.waitUntil(() => ended.mock.calls.length > 0)
})

test('leaves the streams open and free when it is closed', async () => {
  const { input, output, wire } = await open()
  await wire.close()
  expect([input.destroyed, output.destroyed]).toEqual([false, false])
  expect(['data', 'error', 'close'].map((event) => input.listenerCount(event))).toEqual([0, 0, 0])
  const taken = once(input, 'data')
  input.resume()
  input.write('x')
  expect(String(await taken)).toContain('x')
})
