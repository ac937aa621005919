/** The agent's side of a connection, as a harness would have it, and an editor at the other end. */
import {
  agent,
  type AgentConnection,
  type ClientCapabilities,
  type ClientConnection,
  methods,
  PROTOCOL_VERSION,
  type Stream,
} from '@agentclientprotocol/sdk'
import UserInteraction from '@deepseek-ai/dsh-user-interaction'
import { Context } from 'cordis'
import { getEventListeners } from 'node:events'
import { onTestFinished } from 'vitest'
import { type AcpProvider, type AcpProviderOptions, createAcpProvider } from '../src/index.ts'
import { Editor, forms, initialise } from './editor.ts'

/** An agent that can do nothing but be connected to. */
export class Harness {
  readonly sessions: string[] = []
  readonly cancelled: string[] = []
  capabilities: ClientCapabilities | undefined
  /** What the agent does when the editor cancels a turn. */
  onCancel: (sessionId: string) => void = () => undefined
  readonly app = agent({ name: 'harness' })
    .onRequest(methods.agent.initialize, ({ params }) => {
      this.capabilities = params.clientCapabilities
      return { protocolVersion: PROTOCOL_VERSION, agentCapabilities: {} }
    })
    .onRequest(methods.agent.session.new, () => {
      const sessionId = `session-${this.sessions.length + 1}`
      this.sessions.push(sessionId)
      return { sessionId }
    })
    .onNotification(methods.agent.session.cancel, ({ params: { sessionId } }) => {
      this.cancelled.push(sessionId)
      this.onCancel(sessionId)
    })
}

/** A provider with an editor in front of it, initialised, in memory. */
export interface Seat {
  readonly editor: Editor
  readonly harness: Harness
  readonly connection: AgentConnection
  /** The editor's end. */
  readonly client: ClientConnection
  readonly sessions: readonly string[]
  readonly provider: AcpProvider
  /** How many listeners others have on the connection. */
  listeners(): number
  /** The editor goes, as a process does: its output ends. */
  hangUp(): void
}

/** Sits down at an editor. Everything asked belongs to its first session, unless `sessionOf` says otherwise. */
export async function sitDown(
  capabilities: object = forms,
  options: Partial<AcpProviderOptions> & { sessions?: number } = {},
): Promise<Seat> {
  const { sessions: count = 1, ...rest } = options
  const [near, far] = createStreams()
  const editor = new Editor()
  const harness = new Harness()
  const connection = harness.app.connect(near)
  const client = editor.app.connect(far)
  const sessions = await initialise(client, capabilities, count)
  const own = getEventListeners(connection.signal, 'abort').length
  const provider = createAcpProvider({
    connection,
    capabilities: harness.capabilities,
    sessionOf: () => ({ sessionId: sessions[0] ?? '' }),
    lang: 'en',
    soonestMs: 0,
    ...rest,
  })
  return {
    editor,
    harness,
    connection,
    client,
    sessions,
    provider,
    listeners: () => getEventListeners(connection.signal, 'abort').length - own,
    hangUp: () => {
      client.close()
      void far.writable.close()
    },
  }
}

/** Two ends of a wire; what travels is copied as JSON, as on a real one. */
function createStreams(): [Stream, Stream] {
  const [there, back] = [wire(), wire()]
  return [
    { readable: back.readable, writable: there.writable },
    { readable: there.readable, writable: back.writable },
  ]
}

function wire(): TransformStream {
  return new TransformStream({ transform: (message, out) => out.enqueue(JSON.parse(JSON.stringify(message))) })
}

/** The seam with this provider registered. */
export async function mount(provider: AcpProvider): Promise<{ ctx: Context; asking: UserInteraction }> {
  const ctx = new Context()
  onTestFinished(() => ctx.fiber.dispose())
  await ctx.plugin(UserInteraction)
  const asker = await ctx.plugin({ name: 'asker', inject: ['userInteraction'], apply: () => undefined })
  asker.ctx.userInteraction.registerProvider(provider)
  return { ctx, asking: asker.ctx.userInteraction }
}

/** Lets arrive what is on its way. */
export async function arrive(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => void setImmediate(resolve))
}
