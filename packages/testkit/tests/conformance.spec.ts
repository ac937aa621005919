/** The suite on surfaces of its own: green where nothing is wrong, red where something is. */
import { describe, expect, it } from 'vitest'
import { runCase } from '../src/conformance/case.ts'
import { everything } from '../src/conformance/surface.ts'
import { conformanceCases } from '../src/conformance.ts'
import { describeProvider } from '../src/index.ts'
import { createChatSurface } from './chat.ts'
import { flaws } from './flaws.ts'
import { Page, PoorPage } from './page.ts'

describeProvider('a page for any number of requests', { create: () => new Page() })
describeProvider('a page for one request', { create: () => new Page(1), abilities: { concurrency: 1 } })
describeProvider('a page that can do next to nothing', {
  create: () => new PoorPage(),
  abilities: {
    multi: false,
    freeText: false,
    batch: false,
    detail: false,
    ownWords: false,
    skip: false,
    cancel: false,
    keepAlive: false,
    concurrency: 1,
  },
})
describeProvider('a chat', {
  create: createChatSurface,
  abilities: { agent: false, wordsBesideLabels: false, wordsLikeNumbers: false, concurrency: 1, screen: 'transcript' },
})

describe('the suite goes red', () => {
  it.each(Object.entries(flaws))('for a provider that %s', async (_, { create, abilities, red }) => {
    const cases = conformanceCases({ ...everything, ...abilities })
    for (const [name, words] of Object.entries(red)) {
      const one = cases[name]
      if (!one) throw new Error(`there is no test that ${name}`)
      await expect(runCase(one, { create, patienceMs: 20, ...(abilities && { abilities }) }), name).rejects.toThrow(
        words,
      )
    }
  })
})
