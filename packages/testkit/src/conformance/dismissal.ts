/** A person dismisses the whole request: nothing was chosen, and that is no skip, no abort and no failure. */
import type { Case } from './case.ts'
import { somePrompt } from './questions.ts'
import type { Abilities } from './surface.ts'

/** The tests of dismissals. */
export function dismissalCases(can: Abilities): Case[] {
  if (!can.cancel) return [refuseCancel]
  return [cancel, ...(can.batch && can.waits ? [cancelHalfway] : [])]
}

const cancel: Case = {
  name: 'rejects with ASK_CANCELLED when the person dismisses the request, and chooses nothing',
  async run(story) {
    const { question } = somePrompt(story.can)
    const ask = await story.askWith([question], () => story.first.surface.hand.cancel([question]))
    await story.expectCode(ask, 'ASK_CANCELLED')
    await story.expectDown(ask)
    await story.expectFresh()
  },
}

const cancelHalfway: Case = {
  name: 'rejects with ASK_CANCELLED also when part of the request was answered',
  async run(story) {
    const [one, two] = [somePrompt(story.can), somePrompt(story.can)]
    const questions = [one.question, two.question]
    const ask = await story.askWith(questions, async () => {
      await story.gesture(questions, [one.item])
      await story.first.surface.hand.cancel(questions)
    })
    await story.expectCode(ask, 'ASK_CANCELLED')
    await story.expectDown(ask)
    await story.expectFresh()
  },
}

const refuseCancel: Case = {
  name: 'refuses a dismissal in words',
  async run(story) {
    const { question } = somePrompt(story.can)
    await story.expectGestureRefused([question], () => story.first.surface.hand.cancel([question]))
    await story.expectFresh()
  },
}
