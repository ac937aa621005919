/** The permission dialog both ways, for editors that show no forms. */
import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodePermission, dialogFault, encodePermission } from '../src/permission.ts'
import { messages } from '../src/lang.ts'
import { choices } from './batches.ts'
import { dialogText } from './editor.ts'

const numRuns = Number(process.env['ASK_USER_RUNS'] ?? 10_000)
/** How long the round trips may take on a machine that has much else to do. */
const patienceMs = 60_000 + 20 * numRuns

const store: AskUserQuestionItem = {
  id: 'store',
  header: 'Storage',
  question: 'Which store?',
  detail: 'It keeps sessions only.',
  options: [{ label: 'Files (Recommended)', description: 'Nothing to run.' }, { label: 'SQLite' }],
}

function textOf(question: AskUserQuestionItem): string {
  const { options, ...toolCall } = encodePermission(question, messages.en)
  return dialogText({ toolCall: { toolCallId: 'call', ...toolCall }, options })
}

test('shows the question, its supporting text and what its options mean; none of them says no', () => {
  expect(textOf(store)).toBe(`\
[Storage] Which store?
It keeps sessions only.

- Files (Recommended): Nothing to run.
[Answer in the chat instead] allow_once
[Files (Recommended)] allow_once
[SQLite] allow_once`)
})

test.each(['Which\nstore?', 'Which store, all in all? '.repeat(9).trim()])(
  'shows all of a question that no title holds: %j',
  (asked) => {
    const { title, content } = encodePermission({ ...store, question: asked }, messages.en)
    expect(title).toBe(`[Storage] ${asked.replace('\n', ' ')}`)
    const text = `[Storage] ${asked}\n\nIt keeps sessions only.\n\n- Files (Recommended): Nothing to run.`
    expect(content).toEqual([{ type: 'content', content: { type: 'text', text } }])
  },
)

test('says of the options of a review which one approves', () => {
  const options = ['Approve', 'Keep planning', 'Stop'].map((label) => ({ label }))
  const intent = { kind: 'plan-review', approve: 'Approve' } as const
  expect(textOf({ id: 'plan', question: 'Go on?', detail: '# The plan', options, intent })).toBe(`\
Go on?
# The plan
[Answer in the chat instead] allow_once
[Approve] allow_once
[Keep planning] reject_once
[Stop] reject_once`)
})

test.each<[string | undefined, AskUserQuestionItem[]]>([
  [undefined, [store]],
  ['several questions at once', [store, { ...store, id: 'other' }]],
  ['a question without options', [{ id: 'why', question: 'Why?' }]],
  ['a question of which several options may be chosen', [{ ...store, multiSelect: true }]],
])('cannot take: %s', (fault, questions) => {
  expect(dialogFault(questions)).toBe(fault)
})

describe('what comes back', () => {
  test('is the label of the option', () => {
    const response = { outcome: { outcome: 'selected', optionId: 'option_2' } }
    expect(decodePermission(store, response)).toEqual({ answers: [{ id: 'store', selected: ['SQLite'] }] })
  })

  test('is no answer by the option that the first rule or a "yes" takes, though it allows', () => {
    const [first] = encodePermission(store, messages.en).options
    expect(first?.kind).toBe('allow_once')
    const read = (): unknown => decodePermission(store, { outcome: { outcome: 'selected', optionId: first?.optionId } })
    expect(read).toThrow('ask there, and wait')
  })

  test('is a dismissal where the outcome is cancelled', () => {
    const cancel = (): unknown => decodePermission(store, { outcome: { outcome: 'cancelled' } })
    expect(cancel).toThrow(expect.objectContaining({ code: 'ASK_CANCELLED' }))
  })

  test.each(['option_3', 'allow_once', 'allow', 'SQLite', '', 1, null, undefined, '__proto__', ['option_1']])(
    'is an error where the chosen option is %j, such as that of an approval',
    (optionId) => {
      const read = (): unknown => decodePermission(store, { outcome: { outcome: 'selected', optionId } })
      expect(read).toThrow(expect.objectContaining({ code: 'BAD_ANSWER' }))
    },
  )

  test.each([
    undefined,
    null,
    {},
    [],
    { outcome: 'cancelled' },
    { outcome: null },
    { outcome: { outcome: 'later' } },
    { action: 'accept', content: { choice_1: 'option_1' } },
    { action: 'cancel' },
  ])('is neither answer nor dismissal where the response is %j, such as that to a form', (response) => {
    const bad = { code: 'BAD_ANSWER', message: expect.stringContaining('must be selected or cancelled, got ') }
    expect(() => decodePermission(store, response)).toThrow(expect.objectContaining(bad))
  })
})

test(
  `brings ${numRuns} labels back byte for byte`,
  () => {
    fc.assert(
      fc.property(choices, ({ question, label }) => {
        const { options } = JSON.parse(JSON.stringify(encodePermission(question, messages.en))) as ReturnType<
          typeof encodePermission
        >
        const at = question.options?.findIndex((option) => option.label === label) ?? -1
        const outcome = { outcome: 'selected', optionId: options[at + 1]?.optionId }
        const answer = { answers: [{ id: question.id, selected: [label] }] }
        expect(JSON.stringify(decodePermission(question, { outcome }))).toBe(JSON.stringify(answer))
        expect(new Set(options.map(({ name }) => name)).size).toBe(options.length)
      }),
      { numRuns },
    )
  },
  patienceMs,
)

test('gives an option in the words of its own first one a number', () => {
  const options = [{ label: `${messages.en.chat}\u200e` }, { label: 'No' }]
  const names = encodePermission({ ...store, options }, messages.en).options.map(({ name }) => name)
  expect(names).toEqual([messages.en.chat, expect.stringMatching(/^1\. Answer in the chat instead/), 'No'])
})
