/** The suite that every provider has to pass, on each surface through a relay: the surface sees no difference. */
import { describeProvider, type ProviderUnderTest, type Surface } from '@deepseek-ai/dsh-testkit'
import type { UserInteractionProvider } from '@deepseek-ai/dsh-user-interaction'
import { mountNested, type NestedProvider } from '@deepseek-ai/dsh-user-interaction/nested'
import { Context } from 'cordis'
import { describe } from 'vitest'
import { createSurface as createScript } from '../../user-interaction-script/tests/surface.ts'
import { createSurface as createLines } from '../../user-interaction-stdio/tests/surface.ts'
import { createSurface as createForm } from '../../user-interaction-tui/tests/surface.ts'
import { executablePath, needsChromium } from '../../user-interaction-web/tests/chromium.ts'
import { createSurface as createPage } from '../../user-interaction-web/tests/surface.ts'
import * as relay from '../src/index.ts'

/** A surface that exists; another one is a line here. */
const surfaces: Readonly<Record<string, ProviderUnderTest>> = {
  'the scripted human': {
    create: createScript,
    abilities: { cancel: false, keepAlive: false, waits: false, screen: 'none' },
  },
  'the line provider': {
    create: () => createLines(),
    abilities: { concurrency: 1, screen: 'transcript', wordsBesideLabels: false },
  },
  'the form': { create: createForm, abilities: { concurrency: 1 } },
}

/** Is shown everything and says nothing until it is closed. */
class Bystander implements UserInteractionProvider {
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
class Broken implements UserInteractionProvider {
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
async function behind(surface: Surface, mode: relay.RelayMode, other: Bystander | Broken): Promise<Surface> {
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

const around = [
  { where: 'through a relay beside one that says nothing', mode: 'first', Other: Bystander },
  { where: 'through a relay after one that fails', mode: 'fallback', Other: Broken },
] as const

for (const [name, { create, ...test }] of Object.entries(surfaces)) {
  for (const { where, mode, Other } of around) {
    describeProvider(`${name} ${where}`, { ...test, create: async () => behind(await create(), mode, new Other()) })
  }
}

describe.skipIf(!executablePath)(`in Chromium${needsChromium}`, () => {
  const create = async (): Promise<Surface> => behind(await createPage(), 'first', new Bystander())
  describeProvider(`the page ${around[0].where}`, { create, patienceMs: 10_000 })
})
