/** The suite that every provider has to pass. */
import { describeProvider } from '@deepseek-ai/dsh-testkit'
import { createSurface } from './surface.ts'

describeProvider('the scripted human', {
  create: createSurface,
  abilities: { cancel: false, keepAlive: false, waits: false, screen: 'none' },
})
