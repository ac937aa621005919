/** An editor in a process of its own, on real pipes; the person in front of it is told what to do over IPC. */
import { type AgentConnection, ndJsonStream } from '@agentclientprotocol/sdk'
import { type ChildProcess, spawn } from 'node:child_process'
import { getEventListeners } from 'node:events'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Surface } from '@deepseek-ai/dsh-testkit'
import { createAcpProvider } from '../src/index.ts'
import { Harness } from './seat.ts'
import type { Told } from './fixtures/editor.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
const program = fileURLToPath(new URL('fixtures/editor.ts', import.meta.url))

/** An editor that was started, and what it is told: what to do, in which session, with what. */
export interface Started {
  readonly harness: Harness
  readonly connection: AgentConnection
  /** How many listeners the connection has of itself. */
  readonly own: number
  tell(act: Told['act'], at?: string, ...args: readonly unknown[]): Promise<unknown>
  kill(): void
}

/** Starts an editor. It ends with this process at the latest. */
export function startEditor(): Started {
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  })
  const { stdin, stdout } = child
  if (!stdin || !stdout) throw new Error('the editor has no pipes')
  stdin.on('error', () => {})
  const harness = new Harness()
  const stream = ndJsonStream(Writable.toWeb(stdin), Readable.toWeb(stdout) as ReadableStream<Uint8Array>)
  const connection = harness.app.connect(stream)
  const own = getEventListeners(connection.signal, 'abort').length
  return { harness, connection, own, tell: createRemote(child), kill: () => void child.kill('SIGKILL') }
}

/** Sits down at an editor, in a new session of its one connection. */
export async function openSession({ harness, connection, own, tell }: Started): Promise<Surface> {
  const [at = ''] = (await tell('open')) as string[]
  let ms = 0
  const provider = createAcpProvider({
    connection,
    capabilities: harness.capabilities,
    sessionOf: () => ({ sessionId: at }),
    lang: 'en',
    // A person takes two seconds for a form.
    now: () => (ms += 2000),
  })
  return {
    provider,
    hand: {
      answer: async (question, item) => void (await tell('answer', at, question, item)),
      skip: async (question) => void (await tell('skip', at, question)),
      send: async (questions) => void (await tell('send', at, questions)),
      cancel: async (questions) => void (await tell('cancel', at, questions)),
      stir: () => Promise.reject(new Error('an editor does not tell of keys')),
    },
    screen: async () => String(await tell('screen', at)),
    // What was sent before has arrived when this comes back, in both directions.
    settle: async () => void (await connection.client.request('_ping', {})),
    listeners: () => getEventListeners(connection.signal, 'abort').length - own,
    close: () => provider.close(),
  }
}

/** Calls of the editor in the child, each answered once. */
function createRemote(child: ChildProcess): Started['tell'] {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let count = 0
  child.on('message', ({ id, value, error }: { id: number; value?: unknown; error?: string }) => {
    const call = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) call?.resolve(value)
    else call?.reject(new Error(error))
  })
  return (act, at, ...args) => {
    return new Promise((resolve, reject) => {
      waiting.set(++count, { resolve, reject })
      child.send({ id: count, act, ...(at !== undefined && { at }), args } satisfies Told)
    })
  }
}
