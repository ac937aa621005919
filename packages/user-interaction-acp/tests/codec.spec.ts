/** The form both ways: what it looks like, what comes back from it, and what is refused. */
import { CreateElicitationRequest, ElicitationPropertySchema } from '@agentclientprotocol/sdk'
import type { AskUserQuestionAnswerItem, AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import { isBlank, sanitizeLine } from '@deepseek-ai/dsh-user-interaction/text'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { decodeContent, decodeElicitation, encodeForm } from '../src/codec.ts'
import { messages } from '../src/lang.ts'
import { batches } from './batches.ts'
import { renderLabels } from '@deepseek-ai/dsh-user-interaction/labels'
import { formText, valuesOf } from './editor.ts'

/** How many batches make the round trip. */
const numRuns = Number(process.env['ASK_USER_RUNS'] ?? 10_000)
/** How long they may take on a machine that has much else to do. */
const patienceMs = 60_000 + 20 * numRuns

const store: AskUserQuestionItem = {
  id: 'store',
  header: 'Storage',
  question: 'Which store?',
  detail: 'It keeps sessions only.',
  options: [{ label: 'Files (Recommended)', description: 'Nothing to run.' }, { label: 'SQLite' }],
}
const checks: AskUserQuestionItem = {
  id: 'checks',
  question: 'Which checks must pass?',
  multiSelect: true,
  options: [{ label: 'Unit tests' }, { label: 'Load test' }],
}
const notes: AskUserQuestionItem = { id: 'notes', question: 'What should the notes say?' }

describe('the form', () => {
  test('shows one question with its supporting text, its options and room for own words', () => {
    const { message, requestedSchema } = encodeForm([store], messages.en)
    expect(formText(message, requestedSchema)).toBe(`\
[Storage] Which store?

It keeps sessions only.
Storage:
  ( ) Files (Recommended) - Nothing to run.
  ( ) SQLite
Your own words (they replace the choice): ____`)
  })

  test('shows several questions by their numbers', () => {
    const { message, requestedSchema } = encodeForm([store, checks, notes], messages.zh)
    expect(formText(message, requestedSchema)).toBe(`\
1. [Storage] Which store?

It keeps sessions only.

2. Which checks must pass?

3. What should the notes say?
1. Storage:
  ( ) Files (Recommended) - Nothing to run.
  ( ) SQLite
1. 自己的话（填写后取代上面的选择）: ____
2. Which checks must pass?:
  [ ] Unit tests
  [ ] Load test
2. 自己的话（可单独填写，也可与所选项并存）: ____
3. What should the notes say?: ____`)
  })

  test('is flat, requires nothing and chooses nothing beforehand', () => {
    expect(encodeForm([{ ...store, detail: '' }, checks, notes], messages.en).requestedSchema).toEqual({
      type: 'object',
      properties: {
        choice_1: {
          type: 'string',
          title: '1. Storage',
          oneOf: [
            { const: 'option_1', title: 'Files (Recommended)', description: 'Nothing to run.' },
            { const: 'option_2', title: 'SQLite' },
          ],
        },
        text_1: { type: 'string', title: '1. Your own words (they replace the choice)' },
        choice_2: {
          type: 'array',
          title: '2. Which checks must pass?',
          items: {
            anyOf: [
              { const: 'option_1', title: 'Unit tests' },
              { const: 'option_2', title: 'Load test' },
            ],
          },
        },
        text_2: { type: 'string', title: '2. Your own words (beside the choices or alone)' },
        text_3: { type: 'string', title: '3. What should the notes say?' },
      },
    })
  })

  test('fits the schema that the protocol publishes', () => {
    const { $defs } = createRequire(import.meta.url)('@agentclientprotocol/sdk/schema/v1/schema.json') as {
      $defs: object
    }
    const check = new Ajv2020({ strict: false, validateFormats: false })
    const isRequest = check.compile({ $defs, $ref: '#/$defs/CreateElicitationRequest' })
    const isString = check.compile({ $defs, $ref: '#/$defs/StringPropertySchema' })
    const form = encodeForm([store, checks, notes], messages.en)
    expect(isRequest({ mode: 'form', sessionId: 's', toolCallId: 'c', ...form })).toBe(true)
    expect(isString(form.requestedSchema.properties?.['choice_1'])).toBe(true)
    expect(isRequest({ mode: 'form', sessionId: 's', ...form, message: 1 })).toBe(false)
  })

  test('tells options apart that look alike once they are harmless', () => {
    const options = ['red', '\u001b[31mred\u001b[0m', 'green'].map((label) => ({ label }))
    const { properties } = encodeForm([{ id: 'c', question: 'Which?', options }], messages.en).requestedSchema
    expect(valuesOf(properties?.['choice_1']).map(({ title }) => title)).toEqual(['1. red', '2. red', 'green'])
  })

  test('leaves a long question to the message, and names its field in words', () => {
    const question = 'Why? '.repeat(100).trim()
    const form = encodeForm([{ id: 'why', question }], messages.en)
    expect(form.message).toBe(question)
    expect(form.requestedSchema.properties?.['text_1']).toEqual({ type: 'string', title: 'Your answer' })
  })
})

describe('what comes back', () => {
  const accept = (content: unknown): unknown => ({ action: 'accept', content })
  const skipped = [store, checks, notes].map(({ id }) => ({ id, selected: [] }))

  test.each<[string, object, AskUserQuestionAnswerItem[]]>([
    ['an untouched form is three skips', {}, skipped],
    ['a select that is an empty string is a skip', { choice_1: '', choice_2: [], text_1: '', text_3: ' ' }, skipped],
    [
      'choices are labels',
      { choice_1: 'option_2', choice_2: ['option_2', 'option_1'] },
      [
        { id: 'store', selected: ['SQLite'] },
        { id: 'checks', selected: ['Load test', 'Unit tests'] },
        { id: 'notes', selected: [] },
      ],
    ],
    [
      'words replace the one choice and stand beside several',
      { choice_1: 'option_2', text_1: 'WAL mode', choice_2: ['option_1'], text_2: ' and lint ', text_3: 'a\nb' },
      [
        { id: 'store', selected: [], custom: 'WAL mode' },
        { id: 'checks', selected: ['Unit tests'], custom: ' and lint ' },
        { id: 'notes', selected: [], custom: 'a\nb' },
      ],
    ],
    [
      'words that show nothing are none',
      { choice_1: 'option_1', text_1: ' \n\u200b', text_2: '\u2060' },
      [{ id: 'store', selected: ['Files (Recommended)'] }, ...skipped.slice(1)],
    ],
  ])('%s', (_, content, answers) => {
    expect(decodeElicitation([store, checks, notes], accept(content))).toEqual({ answers })
  })

  test.each([
    { action: 'cancel' },
    { action: 'decline', content: {} },
    { action: 'decline', content: { choice_1: 'option_1' } },
    { action: 'cancel', content: 42 },
  ])('%j is a dismissal, whatever it carries', (response) => {
    expect(() => decodeElicitation([store], response)).toThrow(expect.objectContaining({ code: 'ASK_CANCELLED' }))
  })

  test.each<[string, unknown]>([
    ['no content', { action: 'accept' }],
    ['null for content', accept(null)],
    ['a list for content', accept([])],
    ['a text for content', accept('secret')],
    ['a nested object', accept({ choice_1: { value: 'option_1' } })],
    ['a number for text', accept({ text_3: 42 })],
    ['an object for text', accept({ text_1: { secret: 'secret' } })],
    ['null for a choice', accept({ choice_1: null })],
    ['a list for one choice', accept({ choice_1: ['option_1'] })],
    ['one text for several choices', accept({ choice_2: 'option_1' })],
    ['a choice that was not offered', accept({ choice_1: 'option_3' })],
    ['a label in place of its value', accept({ choice_1: 'SQLite' })],
    ['an unknown one among several', accept({ choice_2: ['option_1', 'secret'] })],
    ['a choice made twice', accept({ choice_2: ['option_1', 'option_1'] })],
    ['a boolean among choices', accept({ choice_2: [true] })],
    ['a field that was not asked for', accept({ secret: 'secret' })],
    ['a choice where none was offered', accept({ choice_3: 'option_1' })],
    ['an own __proto__', accept(JSON.parse('{"__proto__":{"choice_1":"option_1"}}'))],
    ["an agent's id", accept({ store: 'option_1' })],
  ])('an accept with %s is an error, and no answer or dismissal; it repeats nothing', (_, response) => {
    const error = thrownBy(() => decodeElicitation([store, checks, notes], response))
    expect(error).toMatchObject({ code: 'BAD_ANSWER' })
    expect(error.message).not.toMatch(/secret|42/)
  })

  test.each([
    undefined,
    null,
    'accept',
    [],
    {},
    { action: 'later' },
    { action: 'ACCEPT', content: {} },
    { content: {} },
  ])('%j is no response to a form: a bad answer, and no dismissal', (response) => {
    const error = thrownBy(() => decodeElicitation([store], response))
    expect(error).toMatchObject({ code: 'BAD_ANSWER' })
    expect(error.message).toMatch(
      /fit: (the response must be an object|action must be accept, decline or cancel), got /,
    )
  })

  test.each([
    [accept({ zz: 1 }), 'content must be made of the fields choice_1, text_1, got a number beside them'],
    [accept({ choice_1: {} }), 'choice_1 must be made of values that the form offers, got an object'],
  ])('%j is refused in words that name what was expected', (response, words) => {
    expect(() => decodeElicitation([store], response)).toThrow(`the editor sent an answer that does not fit: ${words}`)
  })

  test('a choice made twice is refused in the same words as all else', () => {
    expect(() => decodeElicitation([checks], accept({ choice_1: ['option_1', 'option_1'] }))).toThrow(
      'the editor sent an answer that does not fit: choice_1 must be without repeats, got an array',
    )
  })
})

test(
  `brings ${numRuns} batches with any ids, labels and texts back byte for byte, over a wire of JSON`,
  () => {
    fc.assert(
      fc.property(batches, ({ questions, said }) => {
        const form = encodeForm(questions, messages.en)
        const { properties = {} } = onWire(form).requestedSchema
        const content = onWire(fillIn(properties, questions, said))
        const answer = { answers: said.map((item, at) => normal(questions[at], item)) }
        expect(JSON.stringify(decodeContent(questions, content))).toBe(JSON.stringify(answer))
      }),
      { numRuns },
    )
  },
  patienceMs,
)

test(
  'shows each question and each label of any batch, harmless, and none of its ids',
  () => {
    fc.assert(
      fc.property(batches, ({ questions }) => {
        const { message, requestedSchema } = encodeForm(questions, messages.en)
        const request = { mode: 'form', sessionId: 's', message, requestedSchema } as const
        expect(CreateElicitationRequest.isForm(onWire(request))).toBe(true)
        expect(message + JSON.stringify(requestedSchema)).not.toMatch(/(?![\n\t])[\p{Cc}\p{Bidi_Control}\p{Cs}]/u)
        expect(Object.keys(requestedSchema.properties ?? {}).every((name) => /^(choice|text)_\d+$/.test(name))).toBe(
          true,
        )
        for (const [at, { question, options = [] }] of questions.entries()) {
          expect(sanitizeLine(message)).toContain(sanitizeLine(question))
          const titles = valuesOf(requestedSchema.properties?.[`choice_${at + 1}`]).map(({ title }) => title)
          expect(new Set(titles).size).toBe(options.length)
          for (const [n, { label }] of options.entries()) expect(titles[n]).toContain(sanitizeLine(label))
        }
      }),
      { numRuns: Math.min(numRuns, 1000) },
    )
  },
  patienceMs,
)

test(
  'takes no content of a form for another answer than one that it could hold',
  () => {
    const junk = fc.object({ key: fc.constantFrom('choice_1', 'text_1', 'choice_2', 'text_2', '__proto__', 'x') })
    fc.assert(
      fc.property(junk, (content) => {
        const { choice_1: one, text_1: text } = content as Record<string, unknown>
        const fits =
          Object.keys(content).every((name) => ['choice_1', 'text_1'].includes(name))
          && (one === undefined || one === '' || one === 'option_1')
          && (text === undefined || typeof text === 'string')
        const read = (): unknown => decodeContent([{ id: 'a', question: 'A?', options: [{ label: 'yes' }] }], content)
        if (fits) expect(read).not.toThrow()
        else expect(read).toThrow(expect.objectContaining({ code: 'BAD_ANSWER' }))
      }),
      { numRuns: 2000 },
    )
  },
  patienceMs,
)

const invisible = fc.constantFrom('\u200b', '\u200e', '\u2060', '\u00ad', '\ufe0f', '\u3164', '\u2800', ' ', '')
const words = fc.constantFrom('A', '1. A', '2. A', '2. 2. A', 'é', 'e\u0301', messages.en.chat, '')
const lookalike = fc.tuple(invisible, words, invisible).map((parts) => parts.join(''))

test('calls no two options, and none of its own, by what looks the same', () => {
  fc.assert(
    fc.property(fc.array(lookalike, { minLength: 1, maxLength: 6 }), (labels) => {
      const shown = renderLabels(
        labels.map((label) => ({ label })),
        [messages.en.chat],
      )
      const looks = [...shown, messages.en.chat].map((title) => {
        return title
          .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
          .replaceAll('\u2800', ' ')
          .replace(/\s+/g, ' ')
          .trim()
          .normalize('NFC')
      })
      expect(new Set(looks).size).toBe(labels.length + 1)
      expect(looks).not.toContain('')
    }),
    { numRuns: 3000 },
  )
})

test('never calls a field as the one beside it', () => {
  const { properties } = encodeForm([{ ...store, header: messages.en.instead }], messages.en).requestedSchema
  expect(properties?.['choice_1']?.title).toBe('Which store?')
})

/** Fills in a form as an editor would: by the fields it has, knowing of the questions only their order. */
function fillIn(
  properties: Readonly<Record<string, ElicitationPropertySchema>>,
  questions: readonly AskUserQuestionItem[],
  said: readonly AskUserQuestionAnswerItem[],
): object {
  const content: Record<string, unknown> = {}
  for (const [at, { selected, custom }] of said.entries()) {
    const field = properties[`choice_${at + 1}`]
    const values = selected.map((label) => {
      return valuesOf(field)[questions[at]?.options?.findIndex((option) => option.label === label) ?? -1]?.const
    })
    if (field?.type === 'array') content[`choice_${at + 1}`] = values
    else if (values.length > 0) content[`choice_${at + 1}`] = values[0]
    if (custom !== undefined) content[`text_${at + 1}`] = custom
  }
  return content
}

/** What an answer means: words that show nothing are none, on a single-select words stand alone. */
function normal(question: AskUserQuestionItem | undefined, item: AskUserQuestionAnswerItem): AskUserQuestionAnswerItem {
  const { id, selected, custom } = item
  if (custom === undefined || isBlank(custom)) return { id, selected }
  return { id, selected: question?.multiSelect ? selected : [], custom }
}

function onWire<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}

function thrownBy(act: () => unknown): Error {
  try {
    act()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was thrown')
}
