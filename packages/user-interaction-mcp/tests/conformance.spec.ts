/** The suite for providers: over an in-memory pair in both revisions, and over the pipes of a client process. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describeProvider, type Surface } from '@deepseek-ai/dsh-testkit'
import type { UserInteractionProvider } from '@deepseek-ai/dsh-user-interaction'
import { InMemoryTransport, Server } from '@modelcontextprotocol/server'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { afterAll } from 'vitest'
import { createMcpProvider, createSessionClient, type Form, type FormClient } from '../src/index.ts'
import { ToolCalls } from '../src/tool-calls.ts'
import { PersonsClient } from './client.ts'
import type { Order } from './fixtures/client.ts'
import { createHand, type FormOnScreen, textOfForm } from './person.ts'

const info = { name: 'a server', version: '1.0.0' }
const abilities = { keepAlive: false } as const

/** A person takes two seconds for a form. */
function createProvider(client: FormClient): UserInteractionProvider {
  let ms = 0
  return createMcpProvider({ clientOf: () => client, lang: 'en', now: () => (ms += 2000) })
}

/** A session in which the server may ask at any time. */
async function createSession(): Promise<Surface> {
  const [near, far] = InMemoryTransport.createLinkedPair()
  const server = new Server(info, { capabilities: {} })
  await server.connect(near)
  const person = new PersonsClient('2025-11-25')
  await person.connect(far)
  return {
    provider: createProvider(createSessionClient(server)),
    hand: createHand(() => person.screen),
    screen: () => person.screen.map(({ form }) => textOfForm(form)).join('\n\n'),
    listeners: () => person.screen.length,
    close: () => server.close(),
  }
}

/** A connection in which forms travel with calls: each ask of the suite is made by the tool of a call of its own. */
async function createCallers(): Promise<Surface> {
  const [near, far] = InMemoryTransport.createLinkedPair()
  const toolCalls = new ToolCalls(2 ** 31 - 1)
  const jobs = new Map<unknown, (client: FormClient) => Promise<void>>()
  const connection = serveStdio(() => createServer(toolCalls, jobs), { transport: near })
  const person = new PersonsClient('2026-07-28')
  await person.connect(far)
  return {
    provider: {
      ask: (request, pending) =>
        new Promise((resolve, reject) => {
          const id = jobs.size
          jobs.set(id, (client) => createProvider(client).ask(request, pending).then(resolve, reject))
          const call = { name: 'ask', arguments: { id } }
          person.client.callTool(call, { timeout: 2 ** 31 - 1 }).catch(reject)
        }),
    },
    hand: createHand(() => person.screen.toReversed()),
    screen: () => person.shown.map(({ form }) => textOfForm(form)).join('\n\n'),
    listeners: () => 0,
    async settle() {
      // A form of an ask that has ended by now never comes.
      for (let turn = 0; turn < 200 && person.shown.length < jobs.size; turn++) {
        await new Promise((resolve) => void setImmediate(resolve))
      }
    },
    async close() {
      toolCalls.close()
      await connection.close()
    },
  }
}

function createServer(toolCalls: ToolCalls, jobs: ReadonlyMap<unknown, (client: FormClient) => Promise<void>>): Server {
  const server = new Server(info, { capabilities: { tools: {} }, requestState: { verify: toolCalls.codec.verify } })
  server.setRequestHandler('tools/list', () => ({ tools: [{ name: 'ask', inputSchema: { type: 'object' } }] }))
  server.setRequestHandler('tools/call', ({ params }, request) =>
    toolCalls.serve(params, request, {
      reentrant: true,
      capabilities: { elicitation: {} },
      revision: '2026-07-28',
      waiting: '',
      progressMs: 1000,
      async run(_signal, client) {
        await jobs.get(params.arguments?.['id'])?.(client)
        return { content: [] }
      },
    }),
  )
  return server
}

/** A client process; what its person sees is told over its IPC channel. */
class ClientProcess {
  readonly child: ChildProcess
  open: (FormOnScreen & { readonly index: number })[] = []
  private heard: (message: Record<string, unknown>) => void = () => {}
  private syncs = 0

  constructor() {
    const path = fileURLToPath(new URL('fixtures/client.ts', import.meta.url))
    this.child = fork(path, {
      execArgv: ['--import', import.meta.resolve('tsx')],
      stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
    })
    this.child.on('message', (message: Record<string, unknown>) => {
      const { shown: index, form, left } = message
      if (typeof index === 'number') {
        const reply: FormOnScreen['reply'] = (said) => this.order({ reply: said, to: index })
        this.open.push({ index, form: form as Form, reply })
      }
      this.open = this.open.filter((shown) => shown.index !== left)
      this.heard(message)
    })
  }

  order(order: Order): void {
    this.child.send(order)
  }

  /** Resolves when the process has done all that it was told, and tells this. */
  async done(order: Order, key: string, value: unknown): Promise<void> {
    const heard = new Promise<void>((resolve) => {
      this.heard = (message) => void (message[key] === value && resolve())
    })
    this.order(order)
    await heard
  }

  async sync(): Promise<void> {
    const sync = ++this.syncs
    await this.done({ sync }, 'synced', sync)
  }
}

const idle: ClientProcess[] = []
const processes: ClientProcess[] = []

afterAll(() => {
  for (const { child } of processes) child.kill('SIGKILL')
})

/** A session over the pipes of a process, which are used again when it is over. */
async function createPiped(): Promise<Surface> {
  const client = idle.pop() ?? new ClientProcess()
  if (!processes.includes(client)) processes.push(client)
  const { stdin, stdout } = client.child
  if (!stdin || !stdout) throw new Error('the process has no pipes')
  client.open = []
  await client.done({ connect: true }, 'ready', true)
  const server = new Server(info, { capabilities: {} })
  const initialized = new Promise<void>((resolve) => (server.oninitialized = resolve))
  await server.connect(new StdioServerTransport(stdout, stdin))
  // A transport leaves its input paused.
  stdout.resume()
  await initialized
  let closed = false
  return {
    provider: createProvider(createSessionClient(server)),
    hand: createHand(() => client.open),
    screen: () => client.open.map(({ form }) => textOfForm(form)).join('\n\n'),
    listeners: () => client.open.length,
    async settle() {
      if (closed) return
      await server.ping()
      await client.sync()
      await server.ping()
    },
    async close() {
      if (closed) return
      closed = true
      await server.close()
      await client.done({ connect: false }, 'ready', false)
      idle.push(client)
    },
  }
}

describeProvider('the provider on a session of 2025-11-25', { create: createSession, abilities })
describeProvider('the provider on a session of 2025-11-25 over pipes', { create: createPiped, abilities })
// A form that travelled in a result is the client's: nothing in this revision takes it back.
describeProvider('the provider on calls of 2026-07-28', {
  create: createCallers,
  abilities: { ...abilities, screen: 'transcript' },
})
