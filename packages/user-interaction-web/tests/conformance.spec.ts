/** The suite that every provider has to pass, with a browser as the hand and the eye. */
import { describeProvider } from '@deepseek-ai/dsh-testkit'
import { describe } from 'vitest'
import { executablePath, needsChromium } from './chromium.ts'
import { createSurface } from './surface.ts'

describe.skipIf(!executablePath)(`in Chromium${needsChromium}`, () => {
  describeProvider('the page', { create: createSurface, patienceMs: 10_000 })
})
