/** Labels come back byte for byte, whatever they look like, and all of a question can be seen. */
import { sanitizeLine } from '@deepseek-ai/dsh-user-interaction/text'
import { expect } from 'vitest'
import type { Case } from './case.ts'
import { chosen, freeText, multi, single, somePrompt } from './questions.ts'
import { refuse } from './refusal.ts'
import { harmful, squeezed } from './screen-text.ts'
import type { Abilities } from './surface.ts'

const hardLabels: Readonly<Record<string, readonly string[]>> = {
  commas: ['Yes, always', 'Yes', 'always', 'Yes, always, really', '是，总是'],
  quotes: ['"Yes"', "'Yes'", '`Yes`', '\\"Yes\\"', '“Yes”'],
  newlines: ['one\ntwo', 'one', 'two', 'three\tfour', 'five\r\nsix'],
  emoji: ['👩‍👩‍👧‍👦 family', '🏳️‍🌈', 'ℹ️ info', '🇩🇪 de', '👍🏽'],
  'CJK and combining characters': ['总是', 'はい', '예', 'e\u0301', '\u0e01\u0e33'],
  'blanks around them': ['  Yes  ', ' No', 'Later\u00a0'],
  numbers: ['2', '3', '1', '10', '0'],
  'the look of commands': ['/skip', '/cancel', '?', 'q', 'null', 'undefined', '__proto__', 'constructor'],
  'the look of each other': ['Delete', 'delete', 'Delete\u200b', 'D\u0435lete'],
  markup: ['<b>Yes</b>', '**No**', '&amp;', '[x](javascript:alert(1))', '{{x}}', '%s'],
}

/** The tests of labels and of what is shown. */
export function labelCases(can: Abilities): Case[] {
  return [
    ...Object.entries(hardLabels).flatMap(([what, labels]) => [
      ...(can.single ? [chooseEach(what, labels)] : []),
      ...(can.multi ? [chooseTwo(what, labels)] : []),
    ]),
    ...(can.single ? [chooseOfMany(false)] : []),
    ...(can.multi ? [chooseOfMany(true)] : []),
    keepIds,
    ...(can.screen === 'none' || (!can.single && !can.multi) ? [] : [showAll]),
    can.detail ? showDetail : refuse('supporting text', () => [{ ...somePrompt(can).question, detail: 'The plan.' }]),
    ...(can.detail && can.single ? [reviewPlan] : []),
    ...(can.agent && can.waits && can.screen !== 'none' ? [nameAgent] : []),
  ]
}

function chooseEach(what: string, labels: readonly string[]): Case {
  return {
    name: `returns a label with ${what} byte for byte`,
    async run(story) {
      for (const label of labels) {
        const question = single(labels)
        await story.exchange([question], [chosen(question, label)])
      }
    },
  }
}

function chooseTwo(what: string, labels: readonly string[]): Case {
  return {
    name: `returns several labels with ${what} byte for byte`,
    async run(story) {
      for (const [index, label] of labels.entries()) {
        const question = multi(labels)
        await story.exchange([question], [chosen(question, label, labels[(index + 1) % labels.length] ?? '')])
      }
    },
  }
}

function chooseOfMany(multiSelect: boolean): Case {
  return {
    name: `shows two hundred options of which ${multiSelect ? 'several' : 'one'} may be chosen, and any can be`,
    async run(story) {
      const labels = Array.from({ length: 200 }, (_, index) => `option ${index + 1} of two hundred`)
      const asked = (multiSelect ? multi : single)(labels)
      const picked = multiSelect ? [199, 0, 99].flatMap((index) => labels[index] ?? []) : labels.slice(199)
      await story.exchange([asked], [chosen(asked, ...picked)])
    },
  }
}

const keepIds: Case = {
  name: 'returns ids as they were given, whatever they look like',
  async run(story) {
    for (const id of ['__proto__', 'constructor', 'a b', 'a"b', '"', '#', 'l', 'a\nb', '问', 'a.b[0]', '<i>']) {
      const { question, item } = somePrompt(story.can)
      await story.exchange([{ ...question, id }], [{ ...item, id }])
    }
  },
}

const showAll: Case = {
  name: 'shows question, heading, labels and descriptions',
  async run(story) {
    const options = ['Files', 'SQLite'].map((label) => ({ label, description: `All that ${label} means, in words.` }))
    const question = freeText({ header: 'Storage', options, ...(!story.can.single && { multiSelect: true }) })
    const ask = await story.askWith([question], async () => {
      for (const text of ['Storage', question.question, ...options.flatMap((option) => Object.values(option))]) {
        expect(await story.sight()).toContain(squeezed(sanitizeLine(text)))
      }
      await story.gesture([question], [chosen(question, 'SQLite')])
    })
    await story.expectAnswer(ask, [chosen(question, 'SQLite')])
  },
}

const showDetail: Case = {
  name: 'shows supporting text with the question, and never as an option',
  async run(story) {
    const { question, item } = somePrompt(story.can)
    const detail = 'What this is about:\n1. the first step\n2. the second step'
    const ask = await story.askWith([{ ...question, detail }], async () => {
      if (story.can.screen !== 'none') expect(await story.sight()).toContain(squeezed(detail))
      await story.gesture([question], [item])
    })
    await story.expectAnswer(ask, [item])
  },
}

const reviewPlan: Case = {
  name: 'takes the review of a plan as the choice that it is',
  async run(story) {
    for (const label of ['Keep planning', 'Approve']) {
      const question = single(['Approve', 'Keep planning'], {
        detail: '# The plan\n\nFirst this, then that.',
        intent: { kind: 'plan-review', approve: 'Approve' },
      })
      await story.exchange([question], [chosen(question, label)])
    }
  },
}

const nameAgent: Case = {
  name: 'names the agent that asks, as text',
  async run(story) {
    const { question, item } = somePrompt(story.can)
    const agent = await story.stage.enterAgent('migrator \u001b[31mof\u202etables')
    const ask = await story.askWith(
      [question],
      async () => {
        expect(await story.sight()).toContain(squeezed('migrator of tables'))
        expect(await story.first.surface.screen()).not.toMatch(harmful)
        await story.gesture([question], [item])
      },
      { agent },
    )
    await story.expectAnswer(ask, [item])
  },
}
