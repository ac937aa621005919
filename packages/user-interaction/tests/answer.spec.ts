/** Reading and checking answers: what a caller gets, and what no provider can smuggle past the seam. */
import {
  answerOf,
  type AskUserQuestionItem,
  checkAnswer,
  isConsent,
  isUserInteractionError,
  UserInteractionError,
} from '@deepseek-ai/dsh-user-interaction'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { yesNo } from './boot.ts'

const single: AskUserQuestionItem = { id: 'a', question: 'Pick', options: [{ label: 'x' }, { label: 'y' }] }
const colours = [{ label: 'red, green' }, { label: ' blue ' }, { label: 'x' }]
const multi: AskUserQuestionItem = { id: 'm', question: 'Pick some', multiSelect: true, options: colours }
const free: AskUserQuestionItem = { id: 'f', question: 'Why?' }

const check = (answers: unknown, questions = [single, multi, free]) => checkAnswer(questions, { answers }).answers

function faultOf(answer: unknown, questions = [single, multi, free]): string {
  try {
    checkAnswer(questions, answer)
  } catch (error) {
    if (isUserInteractionError(error, 'BAD_ANSWER')) return error.message
    throw error
  }
  return 'no fault'
}

describe('checkAnswer', () => {
  it('returns a copy in asked order with the three known keys', () => {
    const selected = ['x']
    const item = { id: 'a', selected, custom: undefined, mood: 'good' }
    const given = { answers: [{ id: 'f', selected: [], custom: 'why not' }, item], surface: 'tui' }
    const answer = checkAnswer([single, multi, free], given)
    expect(answer).toStrictEqual({
      answers: [
        { id: 'a', selected: ['x'] },
        { id: 'f', selected: [], custom: 'why not' },
      ],
    })
    expect(answer.answers[0]).not.toBe(item)
    expect(answer.answers[0]?.selected).not.toBe(selected)
  })

  it('hands labels on byte for byte, never joined or split', () => {
    const both = { id: 'm', selected: [' blue ', 'red, green'] }
    expect(check([both])).toEqual([both])
    expect(faultOf({ answers: [{ id: 'm', selected: ['blue'] }] })).toMatch(/one of the labels/)
    expect(faultOf({ answers: [{ id: 'm', selected: ['red', 'green'] }] })).toMatch(/one of the labels/)
    expect(faultOf({ answers: [{ id: 'm', selected: ['red, green, x'] }] })).toMatch(/one of the labels/)
  })

  it('lets typed text override the choice of a single-select', () => {
    expect(check([{ id: 'a', selected: ['x'], custom: 'neither' }])).toStrictEqual([
      { id: 'a', selected: [], custom: 'neither' },
    ])
  })

  it('lets typed text stand beside the labels of a multi-select', () => {
    const both = { id: 'm', selected: ['x'], custom: 'and more' }
    expect(check([both])).toStrictEqual([both])
  })

  it('keeps a skipped question beside the answered ones, and leaves out what was left out', () => {
    expect(
      check([
        { id: 'm', selected: ['x'] },
        { id: 'a', selected: [] },
      ]),
    ).toStrictEqual([
      { id: 'a', selected: [] },
      { id: 'm', selected: ['x'] },
    ])
    expect(check([])).toEqual([])
  })

  it.each(['', ' ', '\n\t ', '\u3000\u00a0'])('takes a text of white space only, %j, for none', (custom) => {
    expect(check([{ id: 'a', selected: ['x'], custom }])).toStrictEqual([{ id: 'a', selected: ['x'] }])
    expect(check([{ id: 'f', selected: [], custom }])).toStrictEqual([{ id: 'f', selected: [] }])
  })

  it('hands any other text on untrimmed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (custom) => {
        const expected = custom.trim() === '' ? { id: 'f', selected: [] } : { id: 'f', selected: [], custom }
        expect(check([{ id: 'f', selected: [], custom }])).toStrictEqual([expected])
      }),
    )
    expect(check([{ id: 'f', selected: [], custom: '  two lines\n' }])[0]?.custom).toBe('  two lines\n')
  })

  it('has no closed set to check against where no options were offered', () => {
    expect(check([{ id: 'f', selected: ['anything'] }])).toEqual([{ id: 'f', selected: ['anything'] }])
    expect(check([{ id: 'e', selected: ['z'] }], [{ id: 'e', question: '?', options: [] }])).toHaveLength(1)
  })

  it('finds every label among many, and misses none', () => {
    const options = Array.from({ length: 500 }, (_, index) => ({ label: `option ${index}` }))
    const many: AskUserQuestionItem = { id: 'n', question: 'All?', multiSelect: true, options }
    const selected = options.map((option) => option.label)
    expect(check([{ id: 'n', selected }], [many])[0]?.selected).toEqual(selected)
    const more = [{ id: 'n', selected: [...selected, 'option 500'] }]
    expect(faultOf({ answers: more }, [many])).toMatch(/selected\[500\]/)
  })

  it.each([
    ['null', null, 'the answer must be an object, got null'],
    ['nothing', undefined, 'the answer must be an object, got undefined'],
    ['a string', 'x', 'the answer must be an object, got a string'],
    ['an array', [], 'the answer must be an object, got an array'],
    ['no answers', {}, 'answers must be an array, got undefined'],
    ['answers by id', { answers: { a: 'x' } }, 'answers must be an array, got an object'],
  ])('refuses %s, naming what it expected', (_what, answer, fault) => {
    expect(faultOf(answer)).toBe(`the provider gave an answer that does not fit: ${fault}`)
  })

  it.each([
    ['a bare label', 'x', 'must be an object, got a string'],
    ['a hole', undefined, 'must be an object, got undefined'],
    ['an unknown id', { id: 'zz', selected: ['x'] }, '.id must be the id of an asked question, got a string'],
    ['no id', { selected: ['x'] }, '.id must be the id of an asked question, got undefined'],
    ['an id twice', { id: 'f', selected: [] }, '.id repeats an earlier one'],
    ['no selected', { id: 'a' }, '.selected must be an array of labels, got undefined'],
    ['selected as a string', { id: 'a', selected: 'x' }, '.selected must be an array of labels, got a string'],
    ['an index for a label', { id: 'a', selected: [1] }, '.selected[0] must be a string, got a number'],
    ['z', { id: 'a', selected: ['z'] }, '.selected[0] must be one of the labels of question "a", got a string'],
    ['two labels of one choice', { id: 'a', selected: ['x', 'y'] }, '.selected must hold at most one label, got 2'],
    ['a label twice', { id: 'm', selected: ['x', 'x'] }, '.selected[1] repeats an earlier label'],
    ['custom as null', { id: 'a', selected: [], custom: null }, '.custom must be a string, got null'],
    ['custom as an object', { id: 'a', selected: [], custom: {} }, '.custom must be a string, got an object'],
  ])('refuses %s, naming the path', (_what, item, fault) => {
    const path = fault.startsWith('.') ? 'answers[1]' : 'answers[1] '
    expect(faultOf({ answers: [{ id: 'f', selected: [] }, item] })).toBe(
      `the provider gave an answer that does not fit: ${path}${fault}`,
    )
  })

  it.each([
    ['a text', { id: 'a', selected: ['hunter2'] }],
    ['an id', { id: 'hunter2', selected: [] }],
    ['a whole item', 'hunter2'],
    ['a number', { id: 'f', selected: [], custom: -40.25 }],
    ['a number for a label', { id: 'a', selected: [-40.25] }],
    ['a number for an id', { id: -40.25, selected: [] }],
  ])('never repeats what came: %s', (_what, item) => {
    expect(faultOf({ answers: [item] })).not.toMatch(/hunter2|40\.25/)
  })

  it('calls an answer that cannot be read a bad one, with the cause', () => {
    const cause = new TypeError('revoked')
    const evil = {
      get answers(): never {
        throw cause
      },
    }
    expect(() => checkAnswer([single], evil)).toThrow(expect.objectContaining({ code: 'BAD_ANSWER', cause }))
  })

  it('throws nothing but BAD_ANSWER, whatever comes', () => {
    fc.assert(
      fc.property(fc.anything(), (answer) => {
        expect(['no fault', expect.any(String)]).toContainEqual(faultOf(answer))
        expect(faultOf({ answers: answer })).toBeTypeOf('string')
        expect(faultOf({ answers: [answer] })).toBeTypeOf('string')
      }),
    )
  })
})

describe('answerOf', () => {
  it('finds the item, and reads a missing one as skipped', () => {
    const answer = { answers: [{ id: 'a', selected: ['x'] }] }
    expect(answerOf(answer, 'a')).toBe(answer.answers[0])
    expect(answerOf(answer, 'b')).toStrictEqual({ id: 'b', selected: [] })
  })
})

describe('isConsent', () => {
  const consent = (item: object) => isConsent({ answers: [{ id: 'a', selected: [], ...item }] }, 'a', 'Yes')

  it('is true for exactly that one label', () => {
    expect(consent({ selected: ['Yes'] })).toBe(true)
  })

  it.each([
    ['another label', { selected: ['No'] }],
    ['the label in other case', { selected: ['yes'] }],
    ['the label with a space', { selected: ['Yes '] }],
    ['two labels', { selected: ['Yes', 'No'] }],
    ['the label with text beside it', { selected: ['Yes'], custom: 'but wait' }],
    ['the label typed by hand', { custom: 'Yes' }],
    ['a skip', {}],
    ['an answer to another question', { id: 'b', selected: ['Yes'] }],
  ])('is false for %s', (_what, item) => {
    expect(consent(item)).toBe(false)
  })

  it('is false for two items with the one id, and for none', () => {
    const item = { id: 'a', selected: ['Yes'] }
    expect(isConsent({ answers: [item, item] }, 'a', 'Yes')).toBe(false)
    expect(isConsent({ answers: [] }, 'a', 'Yes')).toBe(false)
  })

  it('is false for what every failure leaves in the hand', () => {
    expect(new UserInteractionError('ASK_EXPIRED')).not.toHaveProperty('answers')
    expect(isConsent(checkAnswer([yesNo()], { answers: [{ id: 'a', selected: [] }] }), 'a', 'Yes')).toBe(false)
  })
})
