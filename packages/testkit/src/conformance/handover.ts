/** A provider goes while questions are open: what it shows is taken down, and whoever comes next shows it. */
import { expect } from 'vitest'
import type { Case } from './case.ts'
import { somePrompt } from './questions.ts'
import type { Abilities } from './surface.ts'

const handoverMs = 60_000

/** The tests of removal and handover. */
export function handoverCases(can: Abilities): Case[] {
  return [comeAgain, ...(can.waits ? [remove, unload, close, handOver, ...returns] : [])]
}

const comeAgain: Case = {
  name: 'can be registered again after it was removed',
  async run(story) {
    await story.expectFresh()
    story.first.remove()
    story.first.remove()
    await story.expectCode(story.ask([somePrompt(story.can).question]), 'NO_PROVIDER')
    story.first.register()
    await story.expectFresh()
  },
}

const remove: Case = {
  name: 'takes the question down when it is removed, and takes no late answer for a later one',
  async run(story) {
    const { question, item } = somePrompt(story.can)
    const ask = story.ask([question])
    await story.isUp(ask)
    story.first.remove()
    await story.expectCode(ask, 'PROVIDER_GONE')
    await story.expectDown(ask)
    await story.sayLate(() => story.gesture([question], [item]))
    story.first.register()
    await story.expectFresh()
  },
}

const unload: Case = {
  name: 'leaves its open ask PROVIDER_GONE, not failed and not dismissed, when its plugin unloads',
  async run(story) {
    const ask = story.ask([somePrompt(story.can).question])
    await story.isUp(ask)
    await story.first.unload()
    await story.expectCode(ask, 'PROVIDER_GONE')
    expect(story.first.surface.listeners()).toBe(0)
  },
}

const close: Case = {
  name: 'refuses an open ask in words when it is closed under it',
  async run(story) {
    const ask = story.ask([somePrompt(story.can).question])
    await story.isUp(ask)
    await story.first.surface.close()
    await story.expectRefused(ask)
    await story.expectRefused(story.ask([somePrompt(story.can).question]))
  },
}

const handOver: Case = {
  name: 'hands an open ask over to the provider that follows, and hears no more of it',
  handoverMs,
  async run(story) {
    const { question, item } = somePrompt(story.can)
    const second = await story.stage.mount()
    const ask = story.ask([question])
    await story.isUp(ask)
    story.first.remove()
    await story.expectDown(ask)
    second.register()
    await story.isUp(ask, { at: second })
    await story.sayLate(() => story.gesture([question], [item]))
    story.expectOpen(ask)
    expect(new Set(story.stage.showings.map(({ id }) => id)).size).toBe(1)
    await story.gesture([question], [item], second)
    await story.expectAnswer(ask, [item])
    await story.expectFresh(second)
  },
}

const returns: readonly Case[] = [
  ['in the same tick', false],
  ['later', true],
].map(([when, settles]) => ({
  name: `shows an open ask anew when it is removed and registered again ${when}`,
  handoverMs,
  async run(story) {
    const { question, item } = somePrompt(story.can)
    const ask = story.ask([question])
    await story.isUp(ask)
    story.first.remove()
    if (settles) await story.settle()
    story.first.register()
    await story.isUp(ask, { times: 2 })
    story.expectOpen(ask)
    await story.gesture([question], [item])
    await story.expectAnswer(ask, [item])
    await story.expectFresh()
  },
}))
