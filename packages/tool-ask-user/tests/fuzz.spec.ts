/** Whatever a model sends and whatever a surface answers: the real runtime gets an answer or an error with a code. */
import { userInteractionErrors, type UserInteractionProvider } from '@deepseek-ai/dsh-user-interaction'
import { isBlank } from '@deepseek-ai/dsh-user-interaction/text'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answering, call, mount, textOf } from './mount.ts'

/** 500 in the ordinary run; `ASK_USER_RUNS=20000` for a long night. */
const numRuns = Number(process.env['ASK_USER_RUNS'] ?? 500)

/** `ASK_USER_SEED` repeats a run. */
const seed = Number(process.env['ASK_USER_SEED'] ?? Math.trunc(Math.random() * 2 ** 31))

const runs = { numRuns, seed }
console.info(`fuzzing the tool: ${numRuns} runs, seed ${seed}`)

const codes = new Set(['INVALID_ARGS', ...Object.keys(userInteractionErrors)])

const text = fc.oneof(
  fc.constantFrom('a', 'b', 'Yes', ' Yes ', '', '   ', '\u0007', '\u001b[2J', '\ud83d', '\u202e', '__proto__', 'Other'),
  fc.string({ maxLength: 8 }),
)

/** Now and then something else than what belongs there. */
const nearly = <T>(right: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: fc.oneof(fc.jsonValue({ maxDepth: 2 }), text) })

const jsonText = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: value.map((inner) => JSON.stringify(inner)) })

const option = nearly(
  fc.oneof(text, fc.record({ label: nearly(text), description: nearly(text) }, { requiredKeys: [] })),
)
const question = nearly(
  fc.record(
    {
      id: nearly(text),
      question: nearly(text),
      header: nearly(text),
      options: jsonText(nearly(fc.array(option, { maxLength: 4 }))),
      multi_select: nearly(fc.boolean()),
      multiSelect: nearly(fc.boolean()),
      constructor: nearly(text),
    },
    { requiredKeys: [] },
  ),
)
const wellFormed = fc.uniqueArray(
  fc.record({
    id: fc.string({ minLength: 1 }).map((id) => `id ${id}`),
    question: fc.string().map((words) => `${words}?`),
    options: jsonText(
      fc.uniqueArray(
        fc.string().map((words) => `- ${words.trim()}`),
        { maxLength: 4 },
      ),
    ),
  }),
  { minLength: 1, maxLength: 3, selector: ({ id }) => id },
)
const args = fc.oneof(
  { weight: 3, arbitrary: fc.record({ questions: jsonText(wellFormed) }) },
  { weight: 6, arbitrary: fc.record({ questions: jsonText(nearly(fc.array(question, { maxLength: 4 }))) }) },
  { weight: 1, arbitrary: question },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 6 }) },
)

/** Answers the first option of each question, or types; and looks at what a UI would have to show. */
const looking: UserInteractionProvider = {
  async ask({ questions }) {
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
    for (const { id, question: asked, options = [] } of questions) {
      const labels = options.map(({ label }) => label)
      expect([id, asked, ...labels].filter(isBlank)).toEqual([])
      expect(new Set(labels.map((label) => label.trim())).size).toBe(labels.length)
    }
    return {
      answers: questions.map(({ id, options: [first] = [] }) => ({
        id,
        selected: first ? [first.label] : [],
        ...(first ? {} : { custom: 'typed' }),
      })),
    }
  },
}

test('ends every call in an answer or an error with a code, and shows only what a UI could show', async () => {
  const { ctx } = await mount({}, looking)
  let answered = 0
  await fc.assert(
    fc.asyncProperty(args, async (sent) => {
      // The runtime itself refuses a negative zero as no lossless JSON, before any tool sees it.
      const result = await call(ctx, JSON.parse(JSON.stringify(sent)))
      if (result.isError) {
        expect(codes).toContain(result.error.info?.code)
        expect(textOf(result)).toMatch(/^Error: ./)
        return
      }
      answered++
      expect(Object.keys(JSON.parse(textOf(result)) as object)).toEqual(['answers'])
    }),
    runs,
  )
  // A fuzzer that is refused every time proves little.
  expect(answered).toBeGreaterThan(numRuns / 10)
  expect(ctx.userInteraction.pending).toEqual([])
}, 300_000)

const asked = {
  questions: [
    { id: 'a', question: 'Which?', options: ['x', 'y'] },
    { id: 'b', question: 'Which of them?', options: ['x', 'y'], multi_select: true },
    { id: 'c', question: 'Why?' },
  ],
}
const typed = '§ what a person typed'
const label = fc.constantFrom('x', 'y', 'z', 'X', ' x', typed)
const answer = nearly(
  fc.record(
    {
      answers: nearly(
        fc.array(
          nearly(
            fc.record(
              {
                id: nearly(fc.constantFrom('a', 'b', 'c', 'd')),
                selected: nearly(fc.array(nearly(label), { maxLength: 3 })),
                custom: nearly(fc.constantFrom(typed, '', ' ')),
                more: text,
              },
              { requiredKeys: [] },
            ),
          ),
          { maxLength: 4 },
        ),
      ),
    },
    { requiredKeys: [] },
  ),
)

test('passes on no answer that does not fit what was asked, and quotes none', async () => {
  await fc.assert(
    fc.asyncProperty(answer, async (given) => {
      const { ctx } = await mount({}, answering(given as never))
      const result = await call(ctx, asked)
      if (result.isError) {
        expect(result.error.info?.code).toBe('BAD_ANSWER')
        expect(textOf(result)).not.toContain(typed)
        return
      }
      const { answers } = JSON.parse(textOf(result)) as {
        answers: { id: string; selected: string[]; custom?: string }[]
      }
      expect(answers.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
      const [a, b] = answers
      for (const { selected } of [a, b].filter((item) => item !== undefined)) {
        expect(['x', 'y']).toEqual(expect.arrayContaining(selected))
        expect(new Set(selected).size).toBe(selected.length)
      }
      expect((a?.selected.length ?? 0) + (a?.custom === undefined ? 0 : 1)).toBeLessThanOrEqual(1)
    }),
    { ...runs, numRuns: Math.min(runs.numRuns, 2000) },
  )
}, 300_000)
