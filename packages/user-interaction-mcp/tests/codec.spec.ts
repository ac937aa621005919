/** Questions into forms and back: whatever ids, labels and texts are, they come back byte for byte. */
import {
  checkAnswer,
  type AskUserQuestionAnswerItem,
  type AskUserQuestionItem,
} from '@deepseek-ai/dsh-user-interaction'
import { isBlank } from '@deepseek-ai/dsh-user-interaction/text'
import { isSpecType } from '@modelcontextprotocol/server'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeReply, encodeForm, saysNothing, splitBatch } from '../src/codec.ts'
import { messages } from '../src/lang.ts'
import { renderLabels } from '@deepseek-ai/dsh-user-interaction/labels'
import { fill } from './client.ts'

const frame = { text: messages.en }
const stores = [{ label: 'Files (Recommended)' }, { label: 'SQLite' }, { label: 'Redis' }]
const store: AskUserQuestionItem = { id: 'a', question: 'Which store?', options: stores }
const targets: AskUserQuestionItem = {
  id: 'm',
  question: 'Which targets?',
  options: [{ label: 'linux' }, { label: 'mac' }, { label: 'win' }],
  multiSelect: true,
}
const why: AskUserQuestionItem = { id: 'c', question: 'Why?' }

function propertiesOf(...questions: AskUserQuestionItem[]) {
  return encodeForm(questions, frame).requestedSchema.properties
}

function namesOf(properties: ReturnType<typeof propertiesOf>): string[] {
  return Object.values(properties).map(({ title }) => title)
}

function accept(question: AskUserQuestionItem, content: unknown): AskUserQuestionAnswerItem | undefined {
  const reply = decodeReply([question], { action: 'accept', content })
  return reply.action === 'accept' ? reply.items[0] : undefined
}

describe('a form', () => {
  test('offers one choice as a titled enum with a text beside it that says that it replaces the choice', () => {
    expect(propertiesOf(store)).toEqual({
      q0: {
        type: 'string',
        title: 'Which store?',
        oneOf: [
          { const: 'o0', title: 'Files (Recommended)' },
          { const: 'o1', title: 'SQLite' },
          { const: 'o2', title: 'Redis' },
        ],
      },
      q0_text: { type: 'string', title: 'Or in your own words (replaces the choice)' },
    })
  })

  test('offers several choices as an array of a titled enum, with a text that stands beside them', () => {
    expect(propertiesOf(targets)).toEqual({
      q0: {
        type: 'array',
        title: 'Which targets?',
        items: {
          anyOf: [
            { const: 'o0', title: 'linux' },
            { const: 'o1', title: 'mac' },
            { const: 'o2', title: 'win' },
          ],
        },
      },
      q0_text: { type: 'string', title: 'In your own words (beside the choices)' },
    })
  })

  test('takes words alone where there are no options', () => {
    expect(propertiesOf(why)).toEqual({ q0_text: { type: 'string', title: 'Why?' } })
  })

  test('names its fields by place, whatever the ids are, and chooses nothing beforehand', () => {
    const ids = ['__proto__', 'constructor', 'a.b[0]', '']
    const form = encodeForm(
      ids.map((id) => ({ ...store, id })),
      frame,
    )
    expect(Object.keys(form.requestedSchema.properties)).toEqual(
      ids.flatMap((_, place) => [`q${place}`, `q${place}_text`]),
    )
    expect(JSON.stringify(form)).not.toContain('"default"')
    expect(JSON.stringify(form)).not.toContain('"required"')
  })

  test('holds every word of a batch in its message, numbered as its fields are', () => {
    const described = {
      ...store,
      header: 'Storage',
      detail: '1. read\n2. write',
      options: [{ label: 'Files', description: 'A folder.' }, { label: 'SQLite' }],
    }
    const form = encodeForm([described, why], { text: messages.en, agent: 'migrator', part: { position: 1, total: 2 } })
    expect(form.message).toBe(
      'Asked by migrator\nPart 1 of 2\n\n1. [Storage] Which store?\n\n1. read\n2. write\n\n- Files: A folder.\n\n2. Why?',
    )
    expect(Object.values(form.requestedSchema.properties).map(({ title }) => title)).toEqual([
      '1. Storage',
      '1. Or in your own words (replaces the choice)',
      '2. Why?',
    ])
  })

  test('shows labels that look alike, or show nothing, with their numbers', () => {
    const options = ['Delete', 'Delete\u200b', '\u200b', 'delete'].map((label) => ({ label }))
    const titles = encodeForm(
      [{ ...store, options: [{ label: 'Keep' }, { label: 'Keep\u0007' }, ...options.slice(2)] }],
      frame,
    )
    const choice = titles.requestedSchema.properties['q0']
    expect(choice && 'oneOf' in choice && choice.oneOf.map(({ title }) => title)).toEqual([
      '1. Keep',
      '2. Keep',
      '3. \u200b',
      'delete',
    ])
  })

  test('shows text of a model as text: no control character or escape sequence reaches the client', () => {
    const hostile = '\u001b[2Jcleared\u202e\u0007'
    const form = encodeForm(
      [
        {
          id: 'a',
          question: hostile,
          header: hostile,
          detail: hostile,
          options: [{ label: hostile, description: hostile }],
        },
      ],
      { text: messages.en, agent: hostile },
    )
    expect(JSON.stringify(form)).not.toMatch(/\\u001b|\\u0007|\u202e/)
    expect(form.message.split('cleared')).toHaveLength(7)
  })

  test('never calls a field as the one beside it', () => {
    expect(namesOf(propertiesOf({ ...store, header: messages.en.instead }))[0]).toBe('Which store?')
    expect(namesOf(propertiesOf({ ...store, question: `${messages.en.instead}\u200b` }))[0]).toBe('Your answer')
  })

  test('holds one choice as revision 2025-06-18 has it for a client that knows no other', () => {
    const { properties } = encodeForm([store], { ...frame, namedEnums: true }).requestedSchema
    expect(properties['q0']).toEqual({
      type: 'string',
      title: 'Which store?',
      enum: ['o0', 'o1', 'o2'],
      enumNames: ['Files (Recommended)', 'SQLite', 'Redis'],
    })
    expect(isSpecType.ElicitRequestFormParams(encodeForm([store], { ...frame, namedEnums: true }))).toBe(true)
  })

  test('gives a long question a field with a short name', () => {
    expect(propertiesOf({ id: 'a', question: 'long '.repeat(100) })).toEqual({
      q0_text: { type: 'string', title: 'Your answer' },
    })
  })
})

describe('a reply', () => {
  test('chooses the label, byte for byte', () => {
    expect(accept(store, { q0: 'o0' })).toEqual({ id: 'a', selected: ['Files (Recommended)'] })
    expect(accept(targets, { q0: ['o2', 'o0'] })).toEqual({ id: 'm', selected: ['win', 'linux'] })
  })

  test('says words alone, with options or without', () => {
    expect(accept(store, { q0_text: ' WAL mode ' })).toEqual({ id: 'a', selected: [], custom: ' WAL mode ' })
    expect(accept(store, { q0: 'o1', q0_text: '\u200b' })).toEqual({ id: 'a', selected: ['SQLite'] })
    expect(accept(why, { q0_text: 'because' })).toEqual({ id: 'c', selected: [], custom: 'because' })
  })

  test('keeps words beside several choices, and puts them in place of a single one', () => {
    expect(accept(targets, { q0: ['o1'], q0_text: 'bsd' })).toEqual({ id: 'm', selected: ['mac'], custom: 'bsd' })
    expect(accept(store, { q0: 'o1', q0_text: 'WAL mode' })).toEqual({ id: 'a', selected: [], custom: 'WAL mode' })
  })

  test.each([[{}], [{ q0: '' }], [{ q0_text: '' }], [{ q0_text: ' \n' }], [{ q0_text: '\u200b\u2060' }]])(
    'skips a question with %j',
    (content) => {
      expect(accept(store, content)).toEqual({ id: 'a', selected: [] })
    },
  )

  test('counts for nothing but its action unless it accepts', () => {
    for (const content of [undefined, null, {}, { q0: 42 }, 'x']) {
      expect(decodeReply([store], { action: 'decline', content })).toEqual({ action: 'decline' })
      expect(decodeReply([store], { action: 'cancel', content })).toEqual({ action: 'cancel' })
    }
  })

  test.each([
    [undefined, 'the reply must be an object, got nothing'],
    [{ action: 'submit' }, 'action must be accept, decline or cancel, got a string'],
    [{ action: 'accept' }, 'content must be an object, got nothing'],
    [{ action: 'accept', content: null }, 'content must be an object, got null'],
    [{ action: 'accept', content: [] }, 'content must be an object, got an array'],
    [
      { action: 'accept', content: { a: 42 } },
      'content must be made of the fields q0, q0_text, got a number beside them',
    ],
    [{ action: 'accept', content: { q0: 42 } }, 'content.q0 must be one of the choices of the form, got a number'],
    [
      { action: 'accept', content: { q0: 'SQLite' } },
      'content.q0 must be one of the choices of the form, got a string',
    ],
    [{ action: 'accept', content: { q0: ['o1'] } }, 'content.q0 must be one of the choices of the form, got an array'],
    [{ action: 'accept', content: { q0: {} } }, 'content.q0 must be one of the choices of the form, got an object'],
    [{ action: 'accept', content: { q0_text: true } }, 'content.q0_text must be a string, got a boolean'],
    [
      { action: 'accept', content: { q1: 'o1' } },
      'content must be made of the fields q0, q0_text, got a string beside them',
    ],
  ])('that no person can have given is an error: %j', (reply, message) => {
    expect(() => decodeReply([store], reply)).toThrow(message)
  })

  test.each([
    [{ q0: 'o1' }, 'content.q0 must be an array, got a string'],
    [{ q0: ['o1', 'o1'] }, 'content.q0 must be without repeats, got an array'],
    [{ q0: ['o1', 'o9'] }, 'content.q0[1] must be one of the choices of the form, got a string'],
  ])('that no person can have given to several choices is an error: %j', (content, message) => {
    expect(() => decodeReply([targets], { action: 'accept', content })).toThrow(message)
  })

  test('never shows its words in an error', () => {
    expect(() => decodeReply([store], { action: 'accept', content: { 'my secret': 'my secret' } })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') as string }) as Error,
    )
  })

  test('says nothing when it declines, cancels or leaves everything out', () => {
    expect(saysNothing({ action: 'cancel' })).toBe(true)
    expect(saysNothing(decodeReply([store, why], { action: 'accept', content: {} }))).toBe(true)
    expect(saysNothing(decodeReply([store, why], { action: 'accept', content: { q1_text: 'x' } }))).toBe(false)
  })
})

const text = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
  fc.constantFrom('__proto__', 'o0', 'q0_text', 'a.b', '1'),
)
const visible = text.filter((value) => !isBlank(value))

const question = fc
  .record({
    id: visible,
    question: visible,
    labels: fc.uniqueArray(visible, { maxLength: 5, selector: (label) => label.trim() }),
    header: fc.option(visible, { nil: undefined }),
    multiSelect: fc.boolean(),
  })
  .map(({ labels, header, ...rest }): AskUserQuestionItem => {
    return {
      ...rest,
      ...(header !== undefined && { header }),
      ...(labels.length > 0 && { options: labels.map((label) => ({ label })) }),
    }
  })

/** A batch, and for each question what a person says to it. */
const batch = fc
  .uniqueArray(question, { minLength: 1, maxLength: 6, selector: ({ id }) => id })
  .chain((questions) => fc.tuple(fc.constant(questions), fc.tuple(...questions.map(answerTo))))

function answerTo({
  id,
  options = [],
  multiSelect = false,
}: AskUserQuestionItem): fc.Arbitrary<AskUserQuestionAnswerItem> {
  const labels = options.map(({ label }) => label)
  return fc
    .tuple(
      fc.subarray(labels, { maxLength: multiSelect ? labels.length : Math.min(1, labels.length) }),
      fc.option(visible, { nil: undefined }),
    )
    .map(([selected, custom]) => {
      if (custom === undefined) return { id, selected }
      return { id, selected: multiSelect ? selected : [], custom }
    })
}

test('takes any batch through forms and back, byte for byte', () => {
  fc.assert(
    fc.property(batch, ([questions, items]) => {
      const answers = splitBatch(questions).flatMap((part) => {
        const form = encodeForm(part, frame)
        const wire = JSON.parse(JSON.stringify(form)) as typeof form
        const content = Object.assign(
          {},
          ...part.map((one, place) =>
            fill(wire, place, one, items[questions.indexOf(one)] ?? { id: '', selected: [] }),
          ),
        ) as object
        const reply = decodeReply(part, JSON.parse(JSON.stringify({ action: 'accept', content })))
        return reply.action === 'accept' ? reply.items : []
      })
      expect(answers).toEqual(items)
      expect(checkAnswer(questions, { answers }).answers).toEqual(items)
    }),
    { numRuns: Number(process.env['CODEC_RUNS'] ?? 10_000) },
  )
}, 120_000)

test('makes only forms that the published schema of the protocol takes', () => {
  expect(isSpecType.ElicitRequestFormParams({ message: 'Why?' })).toBe(false)
  fc.assert(
    fc.property(batch, ([questions]) => {
      for (const part of splitBatch(questions)) {
        expect(isSpecType.ElicitRequestFormParams(encodeForm(part, frame))).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})

const invisible = fc.constantFrom('\u200b', '\u200e', '\u2060', '\u00ad', '\ufe0f', '\u3164', '\u2800', ' ', '')
const lookalike = fc
  .tuple(invisible, fc.constantFrom('A', '1. A', '2. A', '2. 2. A', 'é', 'e\u0301', ''), invisible)
  .map((parts) => parts.join(''))

test('calls no two choices by what looks the same, whatever invisible characters and numbers labels hold', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(lookalike, text), { minLength: 1, maxLength: 6 }), (labels) => {
      const shown = renderLabels(labels.map((label) => ({ label }))).map((title) => {
        return title
          .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
          .replaceAll('\u2800', ' ')
          .replace(/\s+/g, ' ')
          .trim()
          .normalize('NFC')
      })
      expect(new Set(shown).size).toBe(labels.length)
      expect(shown).not.toContain('')
    }),
    { numRuns: 3000 },
  )
})
