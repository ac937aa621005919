/** The real harness with the tool, and one MCP client connected to it in memory. */
import { openComposition } from '@deepseek-ai/dsh-testkit'
import type { ClientCapabilities } from '@modelcontextprotocol/client'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import type { Context } from 'cordis'
import { onTestFinished, vi } from 'vitest'
import { createCalls, createMcpProvider, type McpProviderOptions, serveMcp, type ServeOptions } from '../src/index.ts'
import { type Era, PersonsClient } from './client.ts'

const composition = new URL('fixtures/composition.yml', import.meta.url)

/** What a test may say about client, provider and server. */
export interface ConnectOptions extends Partial<Omit<McpProviderOptions, 'clientOf'>>, Partial<ServeOptions> {
  readonly capabilities?: ClientCapabilities
  /** Whether to register the provider. Default: yes. */
  readonly provider?: boolean
}

/** Connects a client of this revision. A person takes two seconds for a form, unless a clock is given. */
export async function connect(era: Era, { capabilities, provider = true, ...options }: ConnectOptions = {}) {
  const { ctx, dispose } = await openComposition(composition)
  onTestFinished(dispose)
  const calls = createCalls()
  const clock = { ms: 0 }
  const now = (): number => (clock.ms += 2000)
  if (provider) {
    await ctx.plugin({
      name: 'provider',
      inject: ['userInteraction'],
      apply: (own: Context) =>
        void own.userInteraction.registerProvider(
          createMcpProvider({ clientOf: calls.clientOf, lang: 'en', now, ...options }),
        ),
    })
  }
  const [near, far] = InMemoryTransport.createLinkedPair()
  const serving = serveMcp(ctx, { calls, lang: 'en', ...options, transport: near })
  onTestFinished(() => serving.close())
  const person = new PersonsClient(era, capabilities)
  await person.connect(far)
  const call = (args: Record<string, unknown>, request = {}) => {
    return person.client.callTool({ name: 'ask_user_question', arguments: args }, { timeout: 2 ** 31 - 1, ...request })
  }
  return { ctx, calls, person, call, serving, client: person.client }
}

/** Resolves once no ask is open. */
export async function gone(ctx: Context): Promise<void> {
  await vi.waitUntil(() => ctx.userInteraction.pending.length === 0)
}

/** The text of a result. */
export function textOf({ content }: { content: readonly { type: string; text?: string }[] }): string {
  return content.map(({ text = '' }) => text).join('')
}
