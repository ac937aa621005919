/** Time: no limit of the provider's own, the asker's limit from the first showing on, every sign of life a restart. */
import { expect } from 'vitest'
import type { Case } from './case.ts'
import { somePrompt } from './questions.ts'
import type { Abilities } from './surface.ts'

const deadlineMs = 600_000
const dayMs = 24 * 60 * 60_000

/** The tests of time. The clock of the whole process is held while they run, for timeouts and dates only. */
export function deadlineCases(can: Abilities): Case[] {
  if (!can.waits) return []
  return [waitForDays, expire, ...(can.batch ? [expireHalfway] : []), ...(can.keepAlive ? [restart] : [])]
}

const waitForDays: Case = {
  name: 'waits for days where nobody set a deadline',
  async run(story) {
    const { question, item } = somePrompt(story.can)
    story.holdTime()
    const ask = story.ask([question])
    await story.isUp(ask)
    await story.pass(3 * dayMs)
    story.expectOpen(ask)
    await story.say(ask, [item])
    await story.pass(1000)
    await story.expectAnswer(ask, [item])
  },
}

const expire: Case = {
  name: 'chooses nothing when the deadline passes, and takes the question down',
  async run(story) {
    story.holdTime()
    const ask = story.ask([somePrompt(story.can).question], { deadlineMs })
    await story.isUp(ask)
    await story.pass(deadlineMs * 0.9)
    story.expectOpen(ask)
    await story.pass(deadlineMs * 0.2)
    await story.expectCode(ask, 'ASK_EXPIRED')
    await story.expectDown(ask)
    await story.expectFresh()
  },
}

const expireHalfway: Case = {
  name: 'sends nothing of a request of which only part was answered when the deadline passes',
  async run(story) {
    const [one, two] = [somePrompt(story.can), somePrompt(story.can)]
    story.holdTime()
    const ask = story.ask([one.question, two.question], { deadlineMs })
    await story.isUp(ask)
    await story.gesture(ask.questions, [one.item])
    story.expectOpen(ask)
    await story.pass(2 * deadlineMs)
    await story.expectCode(ask, 'ASK_EXPIRED')
    await story.expectDown(ask)
    await story.expectFresh()
  },
}

const restart: Case = {
  name: 'restarts the deadline at each sign of life, and not without one',
  async run(story) {
    const { question } = somePrompt(story.can)
    story.holdTime()
    const ask = story.ask([question], { deadlineMs })
    await story.isUp(ask)
    for (let round = 0; round < 3; round++) {
      await story.pass(deadlineMs * 0.9)
      await story.first.surface.hand.stir(question)
      await story.settle()
      const left = (story.stage.showings.at(-1)?.deadlineAt ?? 0) - Date.now()
      expect(left, 'the deadline was not restarted').toBeGreaterThan(deadlineMs * 0.8)
    }
    await story.pass(deadlineMs * 0.9)
    story.expectOpen(ask)
    await story.pass(deadlineMs * 0.2)
    await story.expectCode(ask, 'ASK_EXPIRED')
    await story.expectFresh()
  },
}
