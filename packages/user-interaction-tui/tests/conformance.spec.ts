/** The suite that every provider has to pass, with a terminal emulator as the eye. */
import { describeProvider } from '@deepseek-ai/dsh-testkit'
import { createSurface } from './surface.ts'

describeProvider('the form on a linked pair', { create: createSurface, abilities: { concurrency: 1 } })
