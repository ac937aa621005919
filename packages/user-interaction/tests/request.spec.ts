/** Reading a request: what no surface could show is refused with its path; the rest travels copied and frozen. */
import type { Agent } from '@deepseek-ai/dsh-agent'
import { type AskUserQuestionRequest, isUserInteractionError } from '@deepseek-ai/dsh-user-interaction'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRequest } from '../src/request.ts'

const question = { id: 'a', question: 'Pick', options: [{ label: 'x' }, { label: 'y' }] }
const other = { id: 'b', question: 'Why?' }

function faultOf(request: unknown): string {
  try {
    parseRequest(request)
  } catch (error) {
    if (isUserInteractionError(error)) return `${error.code}: ${error.message}`
    throw error
  }
  return 'no fault'
}

/** A request whose one question has these fields too. */
const asking = (fields: object) => ({ questions: [{ ...question, ...fields }] })

describe('parseRequest', () => {
  it.each([
    ['nothing', undefined, 'the request must be an object, got undefined'],
    ['null', null, 'the request must be an object, got null'],
    ['a string', 'Go on?', 'the request must be an object, got a string'],
    ['a function', () => {}, 'the request must be an object, got a function'],
    ['an array', [question], 'the request must be an object, got an array'],
    ['no questions', {}, 'questions must be an array, got undefined'],
    ['one question bare', { questions: question }, 'questions must be an array, got an object'],
    ['questions as JSON', { questions: '[]' }, 'questions must be an array, got a string'],
    ['a question as text', { questions: ['Go on?'] }, 'questions[0] must be an object, got a string'],
    ['a hole', { questions: Array.from({ length: 1 }) }, 'questions[0] must be an object, got undefined'],
    ['null for a question', { questions: [question, null] }, 'questions[1] must be an object, got null'],
    ['an id twice', { questions: [question, question] }, 'questions[1].id repeats questions[0].id'],
    ['an id twice, far apart', { questions: [question, other, question] }, 'questions[2].id repeats questions[0].id'],
  ])('refuses %s, naming path, expectation and what came', (_what, request, fault) => {
    expect(faultOf(request)).toBe(`BAD_REQUEST: ${fault}`)
  })

  it.each([
    ['agent', 'main', 'an agent, got a string'],
    ['agent', null, 'an agent, got null'],
    ['signal', new AbortController(), 'an AbortSignal, got an object'],
    ['signal', null, 'an AbortSignal, got null'],
    ['key', 1, 'a string, got a number'],
    ['deadlineMs', '5m', 'a positive finite number, got a string'],
    ['deadlineMs', 0, 'a positive finite number, got 0'],
    ['deadlineMs', -1, 'a positive finite number, got -1'],
    ['deadlineMs', NaN, 'a positive finite number, got NaN'],
    ['deadlineMs', Infinity, 'a positive finite number, got Infinity'],
    ['deadlineMs', null, 'a positive finite number, got null'],
  ])('refuses a request whose %s is %s', (key, value, fault) => {
    expect(faultOf({ questions: [question], [key]: value })).toBe(`BAD_REQUEST: ${key} must be ${fault}`)
  })

  it.each([
    ['id', undefined, 'must be a string, got undefined'],
    ['id', 1, 'must be a string, got a number'],
    ['id', '', 'must show something, got a blank string'],
    ['id', ' \t', 'must show something, got a blank string'],
    ['question', undefined, 'must be a string, got undefined'],
    ['question', '\n\u3000', 'must show something, got a blank string'],
    ['question', '\u001b[2J\u200b\u202e', 'must show something, got a blank string'],
    ['detail', ['1'], 'must be a string, got an array'],
    ['detail', null, 'must be a string, got null'],
    ['header', 7, 'must be a string, got a number'],
    ['multiSelect', 'true', 'must be a boolean, got a string'],
    ['multiSelect', null, 'must be a boolean, got null'],
    ['options', null, 'must be an array, got null'],
    ['options', { x: 1 }, 'must be an array, got an object'],
    ['intent', 'plan-review', 'must be an object, got a string'],
    ['intent', null, 'must be an object, got null'],
  ])('refuses a question whose %s is %j', (key, value, fault) => {
    expect(faultOf(asking({ [key]: value }))).toBe(`BAD_REQUEST: questions[0].${key} ${fault}`)
  })

  it.each([
    ['a bare label', ['x'], 'options[0] must be an object, got a string'],
    ['no label', [{ description: 'x' }], 'options[0].label must be a string, got undefined'],
    ['a blank label', [{ label: 'x' }, { label: ' ' }], 'options[1].label must show something, got a blank string'],
    ['1 for a text', [{ label: 'x', description: 1 }], 'options[0].description must be a string, got a number'],
  ])('refuses options with %s', (_what, options, fault) => {
    expect(faultOf(asking({ options }))).toBe(`BAD_REQUEST: questions[0].${fault}`)
  })

  it.each(['x', ' x', 'x\n\u00a0'])('refuses two labels that are equal but for their ends: x and %j', (again) => {
    const options = ['x', 'y', again].map((label) => ({ label }))
    expect(faultOf(asking({ options }))).toBe(
      'BAD_REQUEST: questions[0].options[2].label repeats questions[0].options[0].label',
    )
  })

  it.each([
    [{ kind: 'poll', approve: 'x' }, 'kind must be "plan-review", got a string'],
    [{ approve: 'x' }, 'kind must be "plan-review", got undefined'],
    [{ kind: 'plan-review' }, 'approve must be a string, got undefined'],
    [{ kind: 'plan-review', approve: 1 }, 'approve must be a string, got a number'],
  ])('refuses the intent %j', (intent, fault) => {
    expect(faultOf(asking({ detail: 'plan', intent }))).toBe(`BAD_REQUEST: questions[0].intent.${fault}`)
  })

  it.each([
    ['only knows when it has aborted', { aborted: false }],
    ['cannot be let go of again', { aborted: false, addEventListener: () => {} }],
  ])('refuses a signal that %s', (_what, signal) => {
    expect(faultOf({ questions: [question], signal })).toBe('BAD_REQUEST: signal must be an AbortSignal, got an object')
  })

  it.each([
    ['no', 'plan', 'whose approve label "no" names none of its options'],
    ['yes ', 'plan', 'whose approve label "yes " names none of its options'],
    ['', 'plan', 'whose approve label "" names none of its options'],
    ['no', undefined, 'whose approve label "no" names none of its options'],
    ['yes', undefined, 'without the detail it reviews'],
    ['yes', '', 'without the detail it reviews'],
  ])('refuses an intent that approves %j of one option "yes", with the detail %j', (approve, detail, fault) => {
    const intent = { kind: 'plan-review', approve }
    const review = { id: 'q', question: 'Go on?', detail, options: [{ label: 'yes' }], intent }
    expect(faultOf({ questions: [review] })).toBe(`BAD_INTENT: question q declares intent plan-review ${fault}`)
  })

  it('refuses an intent on a question without options', () => {
    const intent = { kind: 'plan-review', approve: 'yes' }
    expect(faultOf({ questions: [{ id: 'q', question: 'Go on?', detail: 'plan', intent }] })).toBe(
      'BAD_INTENT: question q declares intent plan-review whose approve label "yes" names none of its options',
    )
  })

  it('looks for faults of form everywhere before it looks at any intent', () => {
    const intent = { kind: 'plan-review', approve: 'no' }
    expect(faultOf({ questions: [{ ...question, intent }, { id: 'b' }] })).toMatch(/^BAD_REQUEST: questions\[1\]/)
    expect(faultOf({ questions: [{ ...question, intent }], key: 1 })).toMatch(/^BAD_REQUEST: key/)
  })

  it('takes many options, long texts, one single option and a deadline of any finite length', () => {
    const many = Array.from({ length: 2000 }, (_, index) => ({ label: `${index}` }))
    const long = 'a long story '.repeat(100_000)
    expect(faultOf({ questions: [{ id: 'm', question: long, detail: long, options: many }] })).toBe('no fault')
    expect(faultOf(asking({ options: [{ label: 'the only one' }] }))).toBe('no fault')
    expect(faultOf({ questions: [question], deadlineMs: Number.MAX_VALUE, key: '' })).toBe('no fault')
    expect(faultOf({ questions: [question], deadlineMs: Number.MIN_VALUE })).toBe('no fault')
  })

  it('takes labels that differ in anything but their ends, and ids in any script', () => {
    const options = ['Yes', 'yes', 'y es', 'é', 'e\u0301'].map((label) => ({ label }))
    expect(faultOf(asking({ options }))).toBe('no fault')
    expect(faultOf(asking({ id: '问题 1' }))).toBe('no fault')
  })

  it('counts empty options, header, detail and description as absent', () => {
    const parsed = parseRequest({
      questions: [
        { id: 'a', question: 'Why?', options: [], header: '', detail: '' },
        {
          id: 'b',
          question: 'Which?',
          options: [{ label: 'x', description: '' }],
          header: ' ',
          detail: '\n',
        },
      ],
    })
    expect(parsed).toStrictEqual({
      questions: [
        { id: 'a', question: 'Why?' },
        { id: 'b', question: 'Which?', options: [{ label: 'x' }] },
      ],
    })
  })

  it('keeps every text byte for byte', () => {
    const text = '  \u001b[31mred\u001b[0m\r\n中文\u202e  '
    const options = [{ label: text, description: text }]
    const all = { id: text, question: text, header: text, detail: text, options }
    expect(parseRequest({ questions: [all] }).questions[0]).toStrictEqual(all)
  })

  it('hands on signal and agent as they are, and nothing that was not given', () => {
    const { signal } = new AbortController()
    const agent = { id: 'main' } as unknown as Agent
    const parsed = parseRequest({ questions: [question], signal, agent, key: 'call-1', deadlineMs: 5 })
    expect(parsed.signal).toBe(signal)
    expect(parsed.agent).toBe(agent)
    expect(parsed).toMatchObject({ key: 'call-1', deadlineMs: 5 })
    const bare = parseRequest({ questions: [question], signal: undefined, agent: undefined, key: undefined })
    expect(Object.keys(bare)).toEqual(['questions'])
  })

  it('drops every key outside the vocabulary', () => {
    const intent = { kind: 'plan-review', approve: 'x' }
    const clean = { id: 'a', question: 'Pick', detail: 'plan', options: [{ label: 'x' }], intent }
    const noisy = {
      ...clean,
      value: 1,
      recommended: true,
      options: [{ label: 'x', preview: '…' }],
      intent: { ...intent, by: 'me' },
    }
    expect(parseRequest({ questions: [noisy], timeout: 1, onAnswer: () => {} })).toStrictEqual({ questions: [clean] })
  })

  it('freezes all it copied, and leaves the caller free to change its own', () => {
    const own = asking({ detail: 'p', intent: { kind: 'plan-review', approve: 'x' } })
    const parsed = parseRequest(own)
    expect(unfrozen(parsed)).toEqual([])
    expect(unfrozen(own).length).toBeGreaterThan(0)
    const [first] = own.questions
    if (first) first.question = 'Something else?'
    own.questions.pop()
    expect(parsed.questions).toMatchObject([{ question: 'Pick' }])
  })

  it('throws nothing but its own errors, whatever comes', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(faultOf(value)).toBeTypeOf('string')
        expect(faultOf({ questions: value })).toBeTypeOf('string')
        expect(faultOf({ questions: [value] })).toBeTypeOf('string')
        expect(faultOf(asking({ options: [value] }))).toBeTypeOf('string')
      }),
    )
  })

  it('reads its own result as it is', () => {
    const request: AskUserQuestionRequest = { questions: [question, { id: 'b', question: 'Why?' }], key: 'k' }
    expect(parseRequest(parseRequest(request))).toStrictEqual(parseRequest(request))
  })
})

/** The paths of all objects within `value` that could still be changed. */
function unfrozen(value: unknown, path = '$'): string[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, part]) => unfrozen(part, `${path}.${key}`))
  return Object.isFrozen(value) ? inner : [path, ...inner]
}
