/** `ask-user mcp` for a client without forms: when the page is opened, when its address is told, when nobody comes. */
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { start } from './child.ts'

interface Message {
  readonly id?: unknown
  readonly method?: string
  readonly params?: { readonly message?: string }
  readonly result?: { readonly isError?: boolean; readonly content: readonly { readonly text: string }[] }
}

/** A program of the name that opens browsers here, which does just this. */
function opener(script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'ask-user-opener-'))
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, 'xdg-open'), 0o755)
  return folder
}

/** Starts a server, greets it and asks; what it says can be read in order. */
async function ask(env: NodeJS.ProcessEnv, progressToken?: string) {
  const child = start(['mcp'], env)
  let err = ''
  child.stderr.on('data', (chunk) => void (err += String(chunk)))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const next = async (): Promise<Message> => {
    const { value } = (await lines.next()) as { value?: string }
    return JSON.parse(value ?? '{}') as Message
  }
  const clientInfo = { name: 'a client', version: '1' }
  send({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } })
  await next()
  send({ method: 'notifications/initialized' })
  const call = (id: number): void => {
    const params = { name: 'ask_user_question', arguments: { questions: [{ id: 'why', question: 'Why?' }] } }
    const meta = progressToken === undefined ? {} : { _meta: { progressToken } }
    send({ id, method: 'tools/call', params: { ...params, ...meta } })
  }
  call(1)
  return { child, call, next, err: () => err }
}

const nobody = /no browser can be opened here\. Nobody can be asked here\. Do not call/
const linux = process.platform === 'linux'

it.runIf(linux).each([
  ['is not there', () => mkdtempSync(join(tmpdir(), 'ask-user-no-opener-'))],
  ['fails', () => opener('exit 3')],
  ['is killed', () => opener('kill -9 $$')],
])(
  'says at once that nobody can be asked when what opens browsers %s, and keeps the address secret',
  async (_, path) => {
    const { call, next, err, child } = await ask({ DISPLAY: ':0', PATH: path() })
    for (const id of [1, 2]) {
      const { id: answered, result } = await next()
      expect(answered).toBe(id)
      expect(result?.isError).toBe(true)
      expect(result?.content[0]?.text).toMatch(nobody)
      call(id + 1)
    }
    child.stdin.end()
    expect(err()).not.toContain('http')
  },
)

it('tells no address where nobody would see it', async () => {
  const { next, err, child } = await ask({})
  const { id, method, result } = await next()
  expect({ id, method }).toEqual({ id: 1 })
  expect(result?.content[0]?.text).toMatch(nobody)
  child.stdin.end()
  expect(err()).toBe('')
})

it.runIf(linux)('waits where the host was told the address, though no browser opened', async () => {
  const { next, child } = await ask({ DISPLAY: ':0', PATH: opener('exit 3') }, 'token')
  const { params } = await next()
  const [address = ''] = /http:\S+/.exec(params?.message ?? '') ?? []
  expect((await fetch(address, { redirect: 'manual' })).status).toBeLessThan(400)
  child.stdin.end()
})

it.runIf(linux)('waits while the browser that was opened runs, or once it was handed over to', async () => {
  for (const script of ['exec /bin/sleep 1000', 'exit 0']) {
    const file = join(mkdtempSync(join(tmpdir(), 'ask-user-opened-')), 'address')
    const { next, child } = await ask({
      DISPLAY: ':0',
      PATH: opener(`echo "$1" > ${file}.part\n/bin/mv ${file}.part ${file}\n${script}`),
    })
    const { existsSync, readFileSync } = await import('node:fs')
    while (!existsSync(file)) await new Promise((resolve) => void setImmediate(resolve))
    expect((await fetch(readFileSync(file, 'utf8').trim(), { redirect: 'manual' })).status).toBeLessThan(400)
    const answered = next()
    child.stdin.end()
    expect(await answered).toEqual({})
  }
})

it('ends with a code and a cause when a message is longer than any', async () => {
  const { child, err, next } = await ask({})
  await next()
  const ended = new Promise((resolve) => child.on('close', resolve))
  for (let megabyte = 0; megabyte < 11; megabyte++) child.stdin.write('x'.repeat(2 ** 20))
  expect(await ended).toBe(5)
  expect(err()).toContain('the MCP client sent a message of more than 10485760 bytes')
})
