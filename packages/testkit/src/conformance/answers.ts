/** Each kind of question gets the answer that was given to it, alone and among others. */
import type { Case } from './case.ts'
import { chosen, freeText, multi, type Prompt, single, somePrompt, typed } from './questions.ts'
import { refuse } from './refusal.ts'
import type { Abilities } from './surface.ts'

const stores = ['Files (Recommended)', 'SQLite', 'Postgres', 'Redis'] as const

/** The tests of answers. */
export function answerCases(can: Abilities): Case[] {
  return [
    ...(can.single ? [chooseOne, chooseTheOnly] : [refuse('a question with options', () => [single(stores)])]),
    can.multi ? chooseMany : refuse('a question of which several options may be chosen', () => [multi(stores)]),
    can.freeText ? typeText : refuse('a question without options', () => [freeText()]),
    ...(can.batch
      ? [answerAll]
      : [refuse('several questions in one request', () => [somePrompt(can).question, somePrompt(can).question])]),
    ...(can.batch && can.skip ? [keepOthers] : []),
    ...(can.skip ? [skipEach] : []),
    askWithoutSignal,
  ]
}

const chooseOne: Case = {
  name: 'returns the one label that was chosen',
  async run(story) {
    for (const label of [stores[1], stores[0], stores[3]]) {
      const question = single(stores)
      await story.exchange([question], [chosen(question, label)])
    }
  },
}

const chooseTheOnly: Case = {
  name: 'asks a question with a single option like any other',
  async run(story) {
    const question = single(['Proceed'])
    await story.exchange([question], [chosen(question, 'Proceed')])
  },
}

const chooseMany: Case = {
  name: 'returns every label that was chosen of several, and no other',
  async run(story) {
    for (const labels of [[stores[2]], [stores[3], stores[1]], stores]) {
      const question = multi(stores)
      await story.exchange([question], [chosen(question, ...labels)])
    }
  },
}

const typeText: Case = {
  name: 'returns typed text as it was typed',
  async run(story) {
    for (const text of ['after the audit', '2', 'Yes, "both"; no \'third\'', ' 数据库 – für später 👩‍👩‍👧‍👦 ']) {
      const question = freeText()
      await story.exchange([question], [typed(question, text)])
    }
  },
}

const answerAll: Case = {
  name: 'asks all questions of a request and returns each answer under its own id',
  async run(story) {
    const prompts = mixedPrompts(story.can)
    await story.exchange(
      prompts.map(({ question }) => question),
      prompts.map(({ item }) => item),
    )
  },
}

const keepOthers: Case = {
  name: 'keeps the other answers where one question is skipped',
  async run(story) {
    const { length } = mixedPrompts(story.can)
    for (const left of [0, length - 1]) {
      const prompts = mixedPrompts(story.can)
      const items = prompts.map(({ question, item }, index) => (index === left ? chosen(question) : item))
      await story.exchange(
        prompts.map(({ question }) => question),
        items,
      )
    }
  },
}

const skipEach: Case = {
  name: 'chooses nothing where a question is skipped, not even the recommended option',
  async run(story) {
    const { can } = story
    const questions = [
      ...(can.single ? [single(stores)] : []),
      ...(can.multi ? [multi(stores)] : []),
      ...(can.freeText ? [freeText()] : []),
    ]
    for (const question of questions) await story.exchange([question], [chosen(question)])
  },
}

const askWithoutSignal: Case = {
  name: 'asks for a caller who has no signal',
  async run(story) {
    const { question, item } = somePrompt(story.can)
    await story.exchange([question], [item], { signal: 'none' })
  },
}

/** Questions of every kind that this provider can show, each twice. */
function mixedPrompts(can: Abilities): Prompt[] {
  return [0, 1].flatMap((round) => {
    const [one, many, text] = [single(stores), multi(stores), freeText()]
    return [
      ...(can.single ? [{ question: one, item: chosen(one, stores[round + 1] ?? '') }] : []),
      ...(can.multi ? [{ question: many, item: chosen(many, stores[round + 1] ?? '', stores[0]) }] : []),
      ...(can.freeText ? [{ question: text, item: typed(text, `words of round ${round}`) }] : []),
    ]
  })
}
