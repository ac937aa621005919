/** After many asks there is no more than after one. That nothing at all is left at the end, every test looks after. */
import { getEventListeners } from 'node:events'
import { expect } from 'vitest'
import type { Case } from './case.ts'
import { somePrompt } from './questions.ts'
import type { Abilities } from './surface.ts'

const many = 15

/** The tests of what is left behind. */
export function leakCases(can: Abilities): Case[] {
  return [keepNoListener, ...(can.waits ? [keepNoListenerOfAborted] : []), touchNothing]
}

const keepNoListener: Case = {
  name: 'has no more listeners after many answered asks on one signal than after one',
  async run(story) {
    const { signal } = new AbortController()
    await exchangeOn(signal)
    const before = story.first.surface.listeners()
    for (let round = 1; round < many; round++) await exchangeOn(signal)
    await story.settle()
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
    expect(story.first.surface.listeners()).toBeLessThanOrEqual(before)

    async function exchangeOn(shared: AbortSignal): Promise<void> {
      const { question, item } = somePrompt(story.can)
      await story.exchange([question], [item], { signal: shared })
    }
  },
}

const keepNoListenerOfAborted: Case = {
  name: 'has no more listeners after many aborted asks than after one',
  async run(story) {
    const counts: number[] = []
    for (let round = 0; round < many; round++) {
      const ask = story.ask([somePrompt(story.can).question])
      await story.isUp(ask)
      ask.abort()
      await story.expectCode(ask, 'ASK_ABORTED')
      await story.settle()
      counts.push(story.first.surface.listeners())
    }
    expect(Math.max(...counts)).toBe(counts[0])
    await story.expectFresh()
  },
}

const touchNothing: Case = {
  name: 'can be closed twice, and before anything was asked',
  async run(story) {
    await story.first.unload()
    await story.first.surface.close()
    expect(story.first.surface.listeners()).toBe(0)
  },
}
