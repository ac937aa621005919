/** The caller gives up, at whatever moment: the question is taken down, and the next one gets its own answer. */
import { expect } from 'vitest'
import type { Case } from './case.ts'
import { somePrompt, somePrompts } from './questions.ts'
import type { Abilities } from './surface.ts'
import { turns } from './wait.ts'

/** The tests of asks that end without the person. */
export function endingCases(can: Abilities): Case[] {
  return [
    abortBefore,
    ...soon.map(([when, wait]) => abortSoon(when, wait)),
    abortAfter,
    ...(can.waits ? [abortWhileShown, abortAndAnswer] : []),
    ...(can.waits && can.batch ? [abortHalfway] : []),
    ...(can.waits && can.concurrency < Infinity ? [abortWhileQueued] : []),
    ...(can.waits ? [endWithSeam] : []),
  ]
}

const abortBefore: Case = {
  name: 'is not asked at all when the caller has given up before',
  async run(story) {
    const before = await story.first.surface.screen()
    const ask = story.ask([somePrompt(story.can).question], { signal: AbortSignal.abort() })
    await story.expectCode(ask, 'ASK_ABORTED')
    await story.settle()
    expect(story.stage.showings).toHaveLength(0)
    expect(await story.first.surface.screen()).toBe(before)
    await story.expectFresh()
  },
}

const soon: readonly (readonly [string, (() => Promise<unknown>) | undefined])[] = [
  ['in the same tick', undefined],
  ['in a microtask', () => Promise.resolve()],
  ['in the next turn', () => turns(1)],
  ['three turns later', () => turns(3)],
]

function abortSoon(when: string, wait: (() => Promise<unknown>) | undefined): Case {
  return {
    name: `leaves nothing on the screen when the caller gives up ${when}`,
    async run(story) {
      const ask = story.ask([somePrompt(story.can).question])
      if (wait) await wait()
      ask.abort()
      // A surface that waits for nobody may have failed for want of an answer by then.
      if (story.can.waits || !wait) await story.expectCode(ask, 'ASK_ABORTED')
      await story.endOf(ask)
      await story.settle()
      await story.expectDown(ask)
      await story.expectFresh()
    },
  }
}

const abortAfter: Case = {
  name: 'does not mind a caller who gives up after the answer',
  async run(story) {
    const { question, item } = somePrompt(story.can)
    const ask = await story.askWith([question], () => story.gesture([question], [item]))
    await story.expectAnswer(ask, [item])
    ask.abort()
    await story.settle()
    await story.expectAnswer(ask, [item])
    await story.expectFresh()
  },
}

const abortWhileShown: Case = {
  name: 'takes the question down when the caller gives up, and takes no late answer for the next one',
  async run(story) {
    const { question, item } = somePrompt(story.can)
    const ask = story.ask([question])
    await story.isUp(ask)
    ask.abort()
    await story.expectCode(ask, 'ASK_ABORTED')
    await story.expectDown(ask)
    await story.sayLate(() => story.gesture([question], [item]))
    await story.expectFresh()
  },
}

const abortAndAnswer: Case = {
  name: 'drops an answer that comes in the same moment as the abort',
  async run(story) {
    const { question, item } = somePrompt(story.can)
    const ask = story.ask([question])
    await story.isUp(ask)
    const said = story.sayLate(() => story.gesture([question], [item]))
    ask.abort()
    await said
    const { answer, error } = await story.endOf(ask)
    if (answer) await story.expectAnswer(ask, [item])
    else expect(error?.code).toBe('ASK_ABORTED')
    await story.expectDown(ask)
    await story.expectFresh()
  },
}

const abortHalfway: Case = {
  name: 'takes the request down when the caller gives up between two questions',
  async run(story) {
    const [one, two] = [somePrompt(story.can), somePrompt(story.can)]
    const ask = story.ask([one.question, two.question])
    await story.isUp(ask)
    await story.gesture(ask.questions, [one.item])
    story.expectOpen(ask)
    ask.abort()
    await story.expectCode(ask, 'ASK_ABORTED')
    await story.expectDown(ask)
    await story.sayLate(() => story.gesture(ask.questions, [two.item]))
    await story.expectFresh()
  },
}

const abortWhileQueued: Case = {
  name: 'never shows what was given up while it waited its turn, and keeps the order of the rest',
  async run(story) {
    const { concurrency } = story.can
    const prompts = somePrompts(story.can, concurrency + 2)
    const asks = prompts.map(({ question }) => story.ask([question]))
    const [givenUp, last] = asks.slice(concurrency)
    if (!givenUp || !last) throw new RangeError('nothing was queued')
    givenUp.abort()
    await story.expectCode(givenUp, 'ASK_ABORTED')
    for (const [index, ask] of asks.entries()) {
      const { item } = prompts[index] ?? somePrompt(story.can)
      if (ask === givenUp) continue
      await story.isUp(ask)
      story.expectOpen(ask)
      await story.say(ask, [item])
      await story.expectAnswer(ask, [item])
    }
    expect(story.stage.showings).toHaveLength(concurrency + 1)
  },
}

const endWithSeam: Case = {
  name: 'takes the question down when the seam itself is unloaded',
  async run(story) {
    const ask = story.ask([somePrompt(story.can).question])
    await story.isUp(ask)
    await story.unmountSeam()
    await story.expectCode(ask, 'SERVICE_GONE')
    await story.expectDown(ask)
  },
}
