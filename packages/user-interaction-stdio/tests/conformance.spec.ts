/** The suite that every provider has to pass, on two pipes and on a terminal. */
import { describeProvider } from '@deepseek-ai/dsh-testkit'
import { createSurface } from './surface.ts'

const abilities = { concurrency: 1, screen: 'transcript', wordsBesideLabels: false } as const

describeProvider('the line provider on two pipes', { create: () => createSurface(), abilities })
describeProvider('the line provider on a terminal', {
  create: () => createSurface({ terminal: { columns: 80, rows: 24 } }),
  abilities,
})
