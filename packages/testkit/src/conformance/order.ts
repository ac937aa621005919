/** Several asks at once: as many as the provider shows, the rest in turn, and no answer goes to another's question. */
import { expect } from 'vitest'
import type { Case } from './case.ts'
import { somePrompt, somePrompts } from './questions.ts'
import type { Abilities } from './surface.ts'

/** As many as are shown at a time where there is no limit. */
const several = 4

/** The tests of several asks. */
export function orderCases(can: Abilities): Case[] {
  return [
    declareConcurrency,
    askAnew,
    ...(can.waits ? [] : [answerTogether]),
    ...(can.waits && can.concurrency > 1 ? [keepApart, leaveOthers] : []),
    ...(can.waits && can.concurrency < Infinity ? [takeTurns] : []),
  ]
}

const declareConcurrency: Case = {
  name: 'declares how many requests it shows at a time, and that it can answer',
  async run(story) {
    const { userInteraction } = story.stage.ctx
    expect(story.first.surface.provider.concurrency ?? Infinity).toBe(story.can.concurrency)
    expect(userInteraction.answerable).toBe(true)
    story.first.remove()
    expect(userInteraction.answerable).toBe(false)
    story.first.register()
    expect(userInteraction.answerable).toBe(true)
    await story.expectFresh()
  },
}

const askAnew: Case = {
  name: 'asks anew each time, the same question included',
  async run(story) {
    const { question, item } = somePrompt(story.can)
    const other = question.options
      ? { ...item, selected: [question.options[2]?.label ?? ''] }
      : { ...item, custom: 'other' }
    for (const [index, said] of [item, other, item].entries()) {
      if (!story.can.waits) {
        await story.exchange([question], [said])
        continue
      }
      const ask = story.ask([question])
      await story.isUp(ask, { times: index + 1 })
      story.expectOpen(ask)
      await story.say(ask, [said])
      await story.expectAnswer(ask, [said])
    }
  },
}

const answerTogether: Case = {
  name: 'keeps the answers of several requests at once apart',
  async run(story) {
    const prompts = somePrompts(story.can, several)
    for (const { question, item } of prompts) await story.gesture([question], [item])
    const asks = prompts.map(({ question }) => story.ask([question]))
    for (const [index, { item }] of prompts.entries()) {
      const ask = asks[index]
      if (ask) await story.expectAnswer(ask, [item])
    }
  },
}

const keepApart: Case = {
  name: 'shows several requests at once, and keeps their answers apart in whatever order they come',
  async run(story) {
    const opened = somePrompts(story.can, Math.min(several, story.can.concurrency)).map(({ question, item }) => {
      return { ask: story.ask([question]), item }
    })
    for (const { ask } of opened) await story.isUp(ask)
    for (const { ask, item } of opened.toReversed()) {
      story.expectOpen(ask)
      await story.say(ask, [item])
      await story.expectAnswer(ask, [item])
      await story.expectDown(ask)
    }
  },
}

const leaveOthers: Case = {
  name: 'leaves the other requests alone when one of several is given up',
  async run(story) {
    const opened = somePrompts(story.can, Math.min(several, story.can.concurrency)).map(({ question, item }) => {
      return { ask: story.ask([question]), item }
    })
    for (const { ask } of opened) await story.isUp(ask)
    const [first, ...others] = opened
    first?.ask.abort()
    if (first) await story.expectDown(first.ask)
    for (const { ask, item } of others) {
      story.expectOpen(ask)
      await story.say(ask, [item])
      await story.expectAnswer(ask, [item])
    }
  },
}

const takeTurns: Case = {
  name: 'shows no more requests at a time than it declares, and the others in the order in which they were asked',
  async run(story) {
    const { concurrency } = story.can
    const opened = somePrompts(story.can, concurrency + 2).map(({ question, item }) => ({
      ask: story.ask([question]),
      item,
    }))
    for (const [index, { ask, item }] of opened.entries()) {
      await story.isUp(ask)
      expect(story.stage.showings).toHaveLength(Math.min(opened.length, concurrency + index))
      for (const later of opened.slice(index + concurrency)) expect(story.stateOf(later.ask)).toBe('queued')
      await story.say(ask, [item])
      await story.expectAnswer(ask, [item])
    }
  },
}
