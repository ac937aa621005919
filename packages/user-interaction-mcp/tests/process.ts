/** `ask-user mcp` as a process of its own, and the SDK's client on its pipes. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ClientCapabilities } from '@modelcontextprotocol/client'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { onTestFinished } from 'vitest'
import { type Era, PersonsClient } from './client.ts'

const command = fileURLToPath(new URL('../../ask-user/src/bin.ts', import.meta.url))

/** Makes a program's clock go on by two seconds whenever it is read: nothing is too fast for a person. */
const slowClock = 'data:text/javascript,let ms=0;performance.now=()=>(ms+=2000)'

/** A server that runs, and what it has said. */
export interface ServerProcess {
  readonly child: ChildProcessWithoutNullStreams
  /** All of standard output. */
  readonly out: () => string
  readonly err: () => string
  /** The exit code or signal, once it has ended. */
  readonly ended: Promise<number | NodeJS.Signals | null>
}

/** Starts it with nothing in its environment that could open a browser. */
export function startServer(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): ServerProcess {
  const { PATH, HOME } = process.env
  const node = ['--import', import.meta.resolve('tsx'), '--import', slowClock]
  const child = spawn(process.execPath, [...node, command, 'mcp', ...args], {
    env: { PATH, HOME, LANG: 'C.UTF-8', ...env },
  })
  child.stdin.on('error', () => {})
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => void (out += String(chunk)))
  child.stderr.on('data', (chunk) => void (err += String(chunk)))
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals | null)
  return { child, out: () => out, err: () => err, ended }
}

/** Starts a server and connects a client of this revision to it. */
export async function connectProcess(era: Era, capabilities?: ClientCapabilities, args?: readonly string[]) {
  const server = startServer(args)
  const person = new PersonsClient(era, capabilities)
  await person.connect(new StdioServerTransport(server.child.stdout, server.child.stdin))
  const call = (questions: readonly object[], options = {}) => {
    return person.client.callTool(
      { name: 'ask_user_question', arguments: { questions } },
      { timeout: 2 ** 31 - 1, ...options },
    )
  }
  return { ...server, person, client: person.client, call }
}
