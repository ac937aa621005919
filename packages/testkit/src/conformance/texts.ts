/** Text of a model is text and nothing else, however it is made and however long it is; so are a person's words. */
import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import { expect } from 'vitest'
import type { Case } from './case.ts'
import { chosen, freeText, multi, single, somePrompt, typed } from './questions.ts'
import { harmful, squeezed } from './screen-text.ts'
import type { Story } from './story.ts'
import type { Abilities } from './surface.ts'

/** Text that a terminal, a page or a reader would obey, by what has to be left of it on any screen. */
const attacks: Readonly<Record<string, string>> = {
  red: '\u001b[31mred\u001b[0m',
  cleared: '\u001b[2J\u001b[Hcleared',
  titled: '\u001b]0;title\u0007titled',
  clipped: '\u001b]52;c;ZXZpbA==\u0007clipped',
  linked: '\u001b]8;;http://x\u001b\\linked\u001b]8;;\u001b\\',
  device: '\u001bP1$r0m\u001b\\device',
  program: '\u001b_G\u001b\\program',
  hidden: '\u001b[?1049h\u001b[?25lhidden',
  drawn: '\u001b(0drawn',
  reset: '\u001bcreset',
  short: '\u009b31mshort',
  osc: '\u009d0;x\u009cosc',
  bell: 'bell\u0007',
  space: 'back\b\b\b\bspace',
  written: 'over\rwritten',
  nul: 'nul\0',
  'gpj.exe': 'safe\u202egpj.exe',
  isolated: '\u2066isolated\u2069',
  half: 'half\ud83d',
  separated: 'line\u2028separated',
  pasted: '\u001b[200~pasted\u001b[201~',
  '<script>x()</script>': '<script>x()</script>',
  '<img/src=x/onerror=y()>': '<img/src=x/onerror=y()>',
  '"><svg/onload=z()>': '"><svg/onload=z()>',
}

/** As many as even a small screen shows at a time. */
const few = 6

const longest = 100 * 1024

/** The tests of texts. */
export function textCases(can: Abilities): Case[] {
  return [
    ...(can.single ? [showHostile('a label', single, 1)] : []),
    ...(can.multi ? [showHostile('several labels', multi, few)] : []),
    ...(can.screen === 'none' ? [] : [showHostileQuestion]),
    showLong,
    ...(can.freeText ? [typeLong('one line', 'word, 词 👍🏽. ')] : []),
    ...(can.freeText && can.lines ? [typeLong('many lines', 'a line of words\n  and another,\n\n')] : []),
  ]
}

function showHostile(what: string, ask: (labels: readonly string[]) => AskUserQuestionItem, count: number): Case {
  return {
    name: `shows hostile text in options as text, and returns ${what} of it byte for byte`,
    async run(story) {
      const words = Object.keys(attacks)
      for (let from = 0; from < words.length; from += few) {
        const part = words.slice(from, from + few)
        const labels = part.flatMap((word) => attacks[word] ?? [])
        const asked = ask(labels)
        const item = chosen(asked, ...labels.slice(-count))
        const open = await story.askWith([asked], async () => {
          await expectHarmless(story, part)
          await story.gesture([asked], [item])
        })
        await story.expectAnswer(open, [item])
        await expectHarmless(story, [])
      }
    },
  }
}

const showHostileQuestion: Case = {
  name: 'shows hostile text in the question, its heading, its details and its descriptions as text',
  async run(story) {
    for (const [word, text] of Object.entries(attacks)) {
      const { question, item } = somePrompt(story.can)
      const asked: AskUserQuestionItem = {
        ...question,
        header: text,
        question: `${question.question} ${text}`,
        ...(story.can.detail && { detail: text }),
        ...(question.options && { options: question.options.map(({ label }) => ({ label, description: text })) }),
      }
      const open = await story.askWith([asked], async () => {
        await expectHarmless(story, [word])
        await story.gesture([asked], [item])
      })
      await story.expectAnswer(open, [item])
      await expectHarmless(story, [])
    }
  },
}

const showLong: Case = {
  name: 'can be answered however long question, details, labels and descriptions are',
  async run(story) {
    const { question, item } = somePrompt(story.can)
    const long = 'some more of it, '.repeat(longest / 17)
    const asked: AskUserQuestionItem = {
      ...question,
      question: `${question.question} ${long}`,
      ...(story.can.detail && { detail: `${long}\n`.repeat(2) }),
      ...(question.options && { options: question.options.map(({ label }) => ({ label, description: long })) }),
    }
    await story.exchange([asked], [item])
    if (!story.can.single) return
    const label = `label ${long}`.trim()
    const choice = single(['short', label])
    await story.exchange([choice], [chosen(choice, label)])
    await story.expectFresh()
  },
}

function typeLong(what: string, unit: string): Case {
  return {
    name: `returns a hundred thousand characters that were typed on ${what} as they were typed`,
    async run(story) {
      const question = freeText()
      await story.exchange([question], [typed(question, unit.repeat(Math.ceil(longest / unit.length)))])
    },
  }
}

async function expectHarmless(story: Story, words: readonly string[]): Promise<void> {
  expect(await story.first.surface.screen()).not.toMatch(harmful)
  if (story.can.screen === 'none') return
  const sight = await story.sight()
  for (const word of words) expect(sight).toContain(squeezed(word))
}
