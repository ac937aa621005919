/** Arbitrary requests as the seam admits them, and what a person might say to them. */
import type { AskUserQuestionAnswerItem, AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import { isBlank } from '@deepseek-ai/dsh-user-interaction/text'
import fc from 'fast-check'

/** A request and an answer to each of its questions. */
export interface Batch {
  readonly questions: readonly AskUserQuestionItem[]
  readonly said: readonly AskUserQuestionAnswerItem[]
}

const hard = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'choice_1',
  'option_1',
  'a.b[0]',
  'a/b~1',
  '#/$defs/x',
  '👩‍👩‍👧‍👦',
  '是，总是',
  'one\ntwo',
  '"Yes", no',
  '\u001b[31mred',
  '\u202egpj.exe',
  'half\ud83d',
  '0',
)
const words = fc.oneof(hard, fc.string({ unit: 'binary', maxLength: 12 }), fc.string({ maxLength: 12 }))
const visible = words.filter((text) => !isBlank(text))
const labels = fc.uniqueArray(visible, { maxLength: 6, selector: (label) => label.trim() })

const question = fc
  .record(
    {
      id: visible,
      question: visible,
      header: words,
      detail: words,
      options: labels.chain((all) => {
        return fc.tuple(...all.map((label) => fc.record({ label: fc.constant(label), description: words })))
      }),
      multiSelect: fc.boolean(),
    },
    { requiredKeys: ['id', 'question'] },
  )
  .map((one) => one as AskUserQuestionItem)

function answerTo({ id, options = [], multiSelect }: AskUserQuestionItem): fc.Arbitrary<AskUserQuestionAnswerItem> {
  const all = options.map(({ label }) => label)
  return fc.record(
    {
      id: fc.constant(id),
      selected: all.length === 0 ? fc.constant([]) : fc.shuffledSubarray(all, multiSelect ? {} : { maxLength: 1 }),
      custom: words,
    },
    { requiredKeys: ['id', 'selected'] },
  ) as fc.Arbitrary<AskUserQuestionAnswerItem>
}

/** Any batch. */
export const batches: fc.Arbitrary<Batch> = fc
  .uniqueArray(question, { minLength: 1, maxLength: 5, selector: ({ id }) => id })
  .chain((questions) => fc.record({ questions: fc.constant(questions), said: fc.tuple(...questions.map(answerTo)) }))

/** Any question that a permission dialog can take, and one of its labels. */
export const choices: fc.Arbitrary<{ readonly question: AskUserQuestionItem; readonly label: string }> = fc
  .record({ question, labels: labels.filter((all) => all.length > 0) })
  .chain(({ question: one, labels: all }) => {
    const options = all.map((label) => ({ label }))
    return fc.record({
      question: fc.constant({ ...one, options, multiSelect: false }),
      label: fc.constantFrom(...all),
    })
  })
