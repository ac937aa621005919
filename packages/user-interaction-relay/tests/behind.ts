/** A surface behind a relay that has another one too, for the conformance suite. */
import type { Surface } from '@deepseek-ai/dsh-testkit'
import type { UserInteractionProvider } from '@deepseek-ai/dsh-user-interaction'
import { mountNested, type NestedProvider } from '@deepseek-ai/dsh-user-interaction/nested'
import { Context } from 'cordis'
import * as relay from '../src/index.ts'

/** Is shown everything and says nothing until it is closed. */
export class Bystander implements UserInteractionProvider {
  private readonly open = new Set<(error: Error) => void>()
  private closed = false

  ask(): Promise<never> {
    return new Promise((_resolve, reject) => {
      if (this.closed) reject(new Error('closed'))
      else this.open.add(reject)
    })
  }

  close(): void {
    this.closed = true
    for (const reject of this.open) reject(new Error('closed'))
  }
}

/** Fails whatever it is asked. */
export class Broken implements UserInteractionProvider {
  async ask(): Promise<never> {
    throw new Error('no screen')
  }

  close(): void {}
}

function pluginOf(provider: UserInteractionProvider) {
  return {
    name: 'surface',
    inject: ['userInteraction'],
    apply: (ctx: Context) => void ctx.userInteraction.registerProvider(provider),
  }
}

/** The surface behind a relay that has `other` before it, as a provider like any other. */
export async function behind(surface: Surface, mode: relay.RelayMode, other: Bystander | Broken): Promise<Surface> {
  const ctx = new Context()
  const { concurrency } = surface.provider
  const mounted = [other, surface.provider].map((provider, index) => {
    return { name: `surface ${index}`, plugin: pluginOf(provider) }
  })
  const nested = await new Promise<NestedProvider>((resolve, reject) => {
    const hooks = { registered: resolve, removed: () => {} }
    const config = { mode, surfaces: mounted }
    mountNested(ctx, { name: 'relay', plugin: relay, config }, hooks).catch(reject)
  })
  await settled()
  return {
    ...surface,
    provider: {
      ask: (request, pending) => nested.show(request, pending).answer,
      // The suite counts what the seam shows; what a relay does with more has tests of its own.
      ...(concurrency !== undefined && { concurrency }),
    },
    async close() {
      await surface.close()
      other.close()
      await settled()
    },
  }
}

/** The relay loads its surfaces one turn after it registered. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve))
}
