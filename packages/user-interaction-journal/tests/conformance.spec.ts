/** The suite that every provider has to pass, on each surface through a journal: the surface sees no difference. */
import { describeProvider, type Surface } from '@deepseek-ai/dsh-testkit'
import { describe } from 'vitest'
import { behind, Bystander } from '../../user-interaction-relay/tests/behind.ts'
import { createSurface as createScript } from '../../user-interaction-script/tests/surface.ts'
import { createSurface as createLines } from '../../user-interaction-stdio/tests/surface.ts'
import { createSurface as createForm } from '../../user-interaction-tui/tests/surface.ts'
import { executablePath, needsChromium } from '../../user-interaction-web/tests/chromium.ts'
import { createSurface as createPage } from '../../user-interaction-web/tests/surface.ts'
import { Journal } from '../src/index.ts'
import { watchedDisk } from './disks.ts'
import { freshPath, limits } from './folder.ts'

/** The same surface, with a journal between it and the seam. */
function journalled(surface: Surface): Surface {
  const { disk, idle } = watchedDisk()
  const warn = (error: unknown): never => {
    throw error
  }
  const journal = new Journal({ path: freshPath(), ...limits, disk, warn })
  return {
    ...surface,
    provider: journal.over(surface.provider),
    async settle() {
      await surface.settle?.()
      await idle()
    },
    async close() {
      await surface.close()
      await journal.close()
    },
  }
}

describeProvider('the scripted human through a journal', {
  create: () => journalled(createScript()),
  abilities: { cancel: false, keepAlive: false, waits: false, screen: 'none' },
})
describeProvider('the line provider through a journal', {
  create: () => journalled(createLines()),
  abilities: { concurrency: 1, screen: 'transcript', wordsBesideLabels: false },
})
describeProvider('the form through a journal', {
  create: () => journalled(createForm()),
  abilities: { concurrency: 1 },
})
describeProvider('the line provider through a journal and a relay', {
  create: async () => journalled(await behind(createLines(), 'first', new Bystander())),
  abilities: { concurrency: 1, screen: 'transcript', wordsBesideLabels: false },
})
describeProvider('the form through a journal and a relay', {
  create: async () => journalled(await behind(createForm(), 'first', new Bystander())),
  abilities: { concurrency: 1 },
})
describe.skipIf(!executablePath)(`in Chromium${needsChromium}`, () => {
  describeProvider('the page through a journal', {
    create: async () => journalled(await createPage()),
    patienceMs: 10_000,
  })
})
