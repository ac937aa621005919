/** The suite that every provider has to pass, on each surface through a relay: the surface sees no difference. */
import { describeProvider, type ProviderUnderTest, type Surface } from '@deepseek-ai/dsh-testkit'
import { describe } from 'vitest'
import { createSurface as createScript } from '../../user-interaction-script/tests/surface.ts'
import { createSurface as createLines } from '../../user-interaction-stdio/tests/surface.ts'
import { createSurface as createForm } from '../../user-interaction-tui/tests/surface.ts'
import { executablePath, needsChromium } from '../../user-interaction-web/tests/chromium.ts'
import { createSurface as createPage } from '../../user-interaction-web/tests/surface.ts'
import { behind, Broken, Bystander } from './behind.ts'

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
