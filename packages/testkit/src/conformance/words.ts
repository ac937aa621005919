/** A person's own words, in place of options and beside them, and the gestures that choose nothing. */
import { inspect } from 'node:util'
import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import { expect, vi } from 'vitest'
import type { Case } from './case.ts'
import { chosen, freeText, multi, single, somePrompt, typed } from './questions.ts'
import { takeOrRefuse } from './refusal.ts'
import type { Abilities } from './surface.ts'

const stores = ['Files', 'SQLite', 'Postgres', 'Redis'] as const

/** The tests of words and skips. */
export function wordCases(can: Abilities): Case[] {
  return [
    ...(can.single ? ownWords(can, 'an option', () => single(stores)) : []),
    ...(can.multi ? ownWords(can, 'several options', () => multi(stores)) : []),
    ...(can.multi
      ? [
          takeOrRefuse(
            can.wordsBesideLabels,
            'own words beside chosen labels',
            () => multi(stores),
            (asked) => {
              return typed(asked, 'and a cache', stores[3], stores[1])
            },
          ),
        ]
      : []),
    ...(can.freeText
      ? [takeOrRefuse(can.lines, 'words of several lines', freeText, (asked) => typed(asked, '  one\n\n2\n three '))]
      : []),
    ...(can.freeText || can.ownWords ? [keepQuiet] : []),
    ...(can.skip
      ? []
      : [
          takeOrRefuse(
            false,
            'a skip',
            () => somePrompt(can).question,
            (asked) => chosen(asked),
          ),
        ]),
  ]
}

const keepQuiet: Case = {
  name: "keeps a person's words out of the console",
  async run(story) {
    const question = story.can.freeText ? freeText() : story.can.single ? single(stores) : multi(stores)
    const spies = (['debug', 'error', 'info', 'log', 'trace', 'warn'] as const).map((name) => vi.spyOn(console, name))
    try {
      await story.exchange([question], [typed(question, 'between you and me')])
      expect(
        inspect(
          spies.flatMap(({ mock }) => mock.calls),
          { depth: 10 },
        ),
      ).not.toContain('between you and me')
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
  },
}

function ownWords(can: Abilities, what: string, ask: () => AskUserQuestionItem): Case[] {
  const own = takeOrRefuse(can.ownWords, `own words in place of ${what}`, ask, (asked) =>
    typed(asked, 'neither, a queue'),
  )
  if (!can.ownWords) return [own]
  const like = (able: boolean, text: string, of: string): Case => {
    return takeOrRefuse(able, `the ${of} of an option as words, in place of ${what}`, ask, (asked) =>
      typed(asked, text),
    )
  }
  return [
    own,
    like(can.wordsLikeLabels, stores[1], 'label'),
    like(can.wordsLikeNumbers, '1', 'first number'),
    like(can.wordsLikeNumbers, String(stores.length), 'last number'),
  ]
}
