/** What models send: what is read, what is refused, and in which words. */
import { ToolArgsError } from '@deepseek-ai/dsh-tools'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseArguments } from '../src/arguments.ts'

const question = { id: 'db', question: 'Which database?' }

/** The faults that arguments are refused with. */
function faultsOf(args: unknown): string[] {
  try {
    parseArguments(args)
  } catch (error) {
    if (error instanceof ToolArgsError) return error.violations
    throw error
  }
  return []
}

function faultsIn(fields: object): string[] {
  return faultsOf({ questions: [{ ...question, ...fields }] })
}

describe('the published shape', () => {
  test('becomes questions, multi_select as multiSelect', () => {
    expect(
      parseArguments({
        questions: [
          {
            id: 'db',
            question: 'Which database?',
            header: 'Database',
            options: [{ label: 'SQLite (Recommended)', description: 'One file.' }, { label: 'Postgres' }],
            multi_select: true,
          },
        ],
      }),
    ).toStrictEqual([
      {
        id: 'db',
        question: 'Which database?',
        header: 'Database',
        options: [{ label: 'SQLite (Recommended)', description: 'One file.' }, { label: 'Postgres' }],
        multiSelect: true,
      },
    ])
  })

  test('keeps absent fields absent', () => {
    expect(parseArguments({ questions: [{ ...question, options: [{ label: 'A' }] }] })).toStrictEqual([
      { ...question, options: [{ label: 'A' }] },
    ])
    expect(parseArguments({ questions: [question] })).toStrictEqual([question])
  })

  test('keeps an explicit false and an empty list of options', () => {
    expect(parseArguments({ questions: [{ ...question, options: [], multi_select: false }] })).toStrictEqual([
      { ...question, options: [], multiSelect: false },
    ])
  })

  test('may hold one option, fifteen, or a long label', () => {
    const label = 'Copy every table to the new schema, switch reads over, keep the old one for a month. '.repeat(40)
    const many = Array.from({ length: 15 }, (_, index) => `mod-${index}.ts`)
    for (const labels of [['Remove it'], many, [label, 'Stop']]) {
      const options = labels.map((text) => ({ label: text }))
      expect(parseArguments({ questions: [{ ...question, options }] })).toStrictEqual([{ ...question, options }])
    }
  })

  test('leaves an empty list, blank texts and repeats to the seam', () => {
    expect(parseArguments({ questions: [] })).toEqual([])
    const options = [{ label: 'A' }, { label: 'A ' }, { label: '' }]
    const odd = [
      { id: ' ', question: '' },
      { id: ' ', question: 'x', options },
    ]
    expect(parseArguments({ questions: odd })).toEqual(odd)
  })

  test('passes texts on byte for byte', () => {
    const label = 'Yes, "always"\r\n\u001b[31m \u202e\ud83d 自由'
    const asked = [{ id: label, question: label, header: label, options: [{ label, description: label }] }]
    expect(parseArguments({ questions: asked })).toStrictEqual(asked)
  })

  test('drops keys outside the vocabulary, whatever they hold', () => {
    const extra = { detail: 1, intent: { kind: 'plan-review', approve: 'A' }, preview: [], value: 1, constructor: 1 }
    const options = [{ ...extra, label: 'A', recommended: true }]
    expect(parseArguments({ title: 'x', timeout: 5, questions: [{ ...extra, ...question, options }] })).toStrictEqual([
      { ...question, options: [{ label: 'A' }] },
    ])
  })

  test('is read from frozen arguments and leaves them alone', () => {
    const args = Object.freeze({ questions: Object.freeze([Object.freeze({ ...question, header: null })]) })
    expect(parseArguments(args)).toStrictEqual([question])
  })
})

describe('shapes that lose nothing', () => {
  const asked = [{ ...question, options: [{ label: 'SQLite' }, { label: 'Postgres' }] }]

  test.each([
    ['questions as a JSON string', { questions: JSON.stringify(asked) }],
    ['questions as a JSON string with white space', { questions: `\n ${JSON.stringify(asked, null, 2)} ` }],
    ['options as a JSON string', { questions: [{ ...question, options: JSON.stringify(asked[0]?.options) }] }],
    [
      'options as a JSON string in a JSON string',
      {
        questions: JSON.stringify([{ ...question, options: JSON.stringify(['SQLite', 'Postgres']) }]),
      },
    ],
    ['bare strings as options', { questions: [{ ...question, options: ['SQLite', 'Postgres'] }] }],
    ['a bare string beside an object', { questions: [{ ...question, options: ['SQLite', { label: 'Postgres' }] }] }],
    ['one question without the array', { ...question, options: [{ label: 'SQLite' }, { label: 'Postgres' }] }],
    ['one question without the array, bare strings as options', { ...question, options: ['SQLite', 'Postgres'] }],
    ['one question in place of the array', { questions: asked[0] }],
    ['one question in place of the array, as a JSON string', { questions: JSON.stringify(asked[0]) }],
    [
      'null for absent fields',
      {
        questions: [
          {
            ...question,
            header: null,
            multi_select: null,
            options: [
              { label: 'SQLite', description: null },
              { label: 'Postgres', description: null },
            ],
          },
        ],
      },
    ],
  ])('reads %s', (_, args) => {
    expect(parseArguments(args)).toStrictEqual(asked)
  })

  test.each([[{}], [{ options: null }], [{ options: [] }], [{ options: '[]' }]])('reads %j as free text', (fields) => {
    expect(parseArguments({ questions: [{ ...question, ...fields }] })[0]?.options ?? []).toEqual([])
  })

  test.each([
    [{ multiSelect: true }, true],
    [{ multiSelect: false }, false],
    [{ multiSelect: null }, undefined],
    [{ multi_select: null, multiSelect: true }, true],
    [{ multi_select: false, multiSelect: true }, false],
    [{ multi_select: true, multiSelect: 'no' }, true],
  ])('reads %j, the published spelling first', (fields, expected) => {
    expect(parseArguments({ questions: [{ ...question, ...fields }] })[0]?.multiSelect).toBe(expected)
  })

  test('takes the list where both it and a single question are given', () => {
    expect(parseArguments({ id: 'x', question: 'X?', questions: [question] })).toStrictEqual([question])
  })
})

describe('everything else', () => {
  test.each([
    ['null', null, 'the arguments must be an object, got null'],
    ['a string', 'ask', 'the arguments must be an object, got "ask"'],
    ['a bare list', [question], 'the arguments must be an object, got [{"id":"db","question":"Which database?"}]'],
    ['nothing', {}, 'questions must be an array, but is missing'],
    ['null for the list', { questions: null }, 'questions must be an array, got null'],
    ['a number for the list', { questions: 3 }, 'questions must be an array, got 3'],
    [
      'text that does not parse',
      { questions: '[{"id":' },
      'questions must be an array, got text that does not parse as one: "[{\\"id\\":"',
    ],
    [
      'text that parses to something else',
      { questions: '"x"' },
      'questions must be an array, got text that does not parse as one: "\\"x\\""',
    ],
    ['a question of text', { questions: ['Which?'] }, 'questions[0] must be an object, got "Which?"'],
    [
      'a single question without an id',
      { question: 'Ship?', options: ['Ship'] },
      'questions[0].id must be a string, but is missing',
    ],
  ])('is refused: %s', (_, args, fault) => {
    expect(faultsOf(args)).toEqual([fault])
  })

  test.each([
    [{ id: undefined }, 'questions[0].id must be a string, but is missing'],
    [{ id: null }, 'questions[0].id must be a string, got null'],
    [{ id: 7 }, 'questions[0].id must be a string, got 7'],
    [{ question: ['Which?'] }, 'questions[0].question must be a string, got ["Which?"]'],
    [{ header: 1 }, 'questions[0].header must be a string, got 1'],
    [{ options: 'A, B' }, 'questions[0].options must be an array, got text that does not parse as one: "A, B"'],
    [{ options: { label: 'A' } }, 'questions[0].options must be an array, got {"label":"A"}'],
    [{ options: [{}] }, 'questions[0].options[0].label must be a string, but is missing'],
    [{ options: [1] }, 'questions[0].options[0] must be an object, got 1'],
    [
      { options: ['A', { label: 'B', description: {} }] },
      'questions[0].options[1].description must be a string, got {}',
    ],
    [{ multi_select: 'yes' }, 'questions[0].multi_select must be true or false, got "yes"'],
    [{ multiSelect: 1 }, 'questions[0].multi_select must be true or false, got 1'],
  ])('is refused: %j', (fields, fault) => {
    expect(faultsIn(fields)).toEqual([fault])
  })

  test('is refused with all its faults, each once, under the code of the tool runtime', () => {
    const wrong = { id: 1, question: null, options: [1, { label: true }], multi_select: 0 }
    const args = { questions: [wrong, null, question] }
    expect(faultsOf(args)).toEqual([
      'questions[0].id must be a string, got 1',
      'questions[0].question must be a string, got null',
      'questions[0].options[0] must be an object, got 1',
      'questions[0].options[1].label must be a string, got true',
      'questions[0].multi_select must be true or false, got 0',
      'questions[1] must be an object, got null',
    ])
    expect(() => parseArguments(args)).toThrow(expect.objectContaining({ name: 'ToolArgsError', code: 'INVALID_ARGS' }))
  })

  test('is named in one short line, however long, deep or hostile it is', () => {
    let deep: unknown = 'x'
    for (let depth = 0; depth < 200_000; depth++) deep = [deep]
    const hostile = '\u001b]0;x\u0007\r\n\u009b31m\u2028\u2029\u202e\u007f'
    for (const value of [deep, 'x'.repeat(1e6), Array(1e5).fill('y'), { [hostile]: hostile }, '😀'.repeat(100)]) {
      const [fault = '', ...others] = faultsIn({ multi_select: value })
      expect(others).toEqual([])
      expect(fault.length).toBeLessThan(160)
      expect(fault).not.toMatch(/[\p{Cc}\u2028\u2029\p{Bidi_Control}\p{Cs}]/u)
    }
    expect(faultsIn({ header: [hostile] })).toEqual([
      'questions[0].header must be a string, got '
        + '["\\u001b]0;x\\u0007\\r\\n\\u009b31m\\u2028\\u2029\\u202e\\u007f"]',
    ])
  })

  test('cannot reach a prototype', () => {
    const args: unknown = JSON.parse(`{"__proto__":{"questions":[]},"questions":[
      {"__proto__":{"header":1,"polluted":1},"id":"a","question":"A?",
        "options":[{"__proto__":{"description":1},"label":"x"}]}
    ]}`)
    expect(parseArguments(args)).toStrictEqual([{ id: 'a', question: 'A?', options: [{ label: 'x' }] }])
    expect(faultsOf(JSON.parse('{"__proto__":{"questions":[]}}'))).toEqual([
      'questions must be an array, but is missing',
    ])
    expect({}).not.toHaveProperty('polluted')
  })
})

describe('whatever comes', () => {
  /** Values near the vocabulary, with a chance of anything at each place. */
  const near = fc.letrec((tie) => {
    const odd = fc.oneof({ weight: 6, arbitrary: fc.string() }, { weight: 1, arbitrary: fc.jsonValue() })
    const listOf = (item: fc.Arbitrary<unknown>) =>
      fc.oneof(
        { weight: 4, arbitrary: fc.array(item, { maxLength: 4 }) },
        { weight: 1, arbitrary: fc.array(item, { maxLength: 4 }).map((list) => JSON.stringify(list)) },
        { weight: 1, arbitrary: odd },
      )
    return {
      option: fc.oneof(odd, fc.record({ label: odd, description: odd, ['__proto__']: odd }, { requiredKeys: [] })),
      question: fc.oneof(
        { weight: 1, arbitrary: odd },
        {
          weight: 5,
          arbitrary: fc.record(
            {
              id: odd,
              question: odd,
              header: odd,
              options: listOf(tie('option')),
              multi_select: fc.oneof(fc.boolean(), odd),
              multiSelect: fc.oneof(fc.boolean(), odd),
            },
            { requiredKeys: ['id'] },
          ),
        },
      ),
      call: fc.oneof(tie('question'), fc.record({ questions: listOf(tie('question')) })),
    }
  }).call

  const line = /^(the arguments|questions[\w[\].]*) must be .+, (got .+|but is missing)$/

  /** Whether reading ends as it may: in questions of the right types, or in faults, each on one line and once. */
  function endsWell(args: unknown): boolean {
    const faults = faultsOf(args)
    if (faults.length > 0) return faults.every((fault) => line.test(fault)) && new Set(faults).size === faults.length
    return parseArguments(args).every(({ id, question: text, options = [] }) =>
      [id, text, ...options.map(({ label }) => label)].every((value) => typeof value === 'string'),
    )
  }

  test('ends in questions or in a ToolArgsError, for anything', () => {
    const anything = fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true })
    fc.assert(
      fc.property(anything, (args) => {
        expect(endsWell(args)).toBe(true)
      }),
    )
  })

  test('ends in questions or in a ToolArgsError, for what is nearly right', () => {
    const ends = new Set<boolean>()
    fc.assert(
      fc.property(near, (args) => {
        ends.add(faultsOf(args).length > 0)
        expect(endsWell(args)).toBe(true)
      }),
      { numRuns: 1000 },
    )
    expect(ends).toEqual(new Set([true, false]))
  })

  test('is read alike as a list and as JSON text of it', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.jsonValue(), near)), (list) => {
        const text = JSON.stringify(list)
        expect(faultsOf({ questions: text })).toEqual(faultsOf({ questions: JSON.parse(text) }))
      }),
    )
  })
})
