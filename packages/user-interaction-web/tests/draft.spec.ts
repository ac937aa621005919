/** Drafts: what is shown as chosen is what would be sent, and no text is ever lost. */
import { checkAnswer } from '@deepseek-ai/dsh-user-interaction'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  answerOf,
  begin,
  createDraft,
  type Draft,
  draftOf,
  isUntouched,
  itemOf,
  leave,
  pick,
  replyOf,
  saidTo,
  skip,
  type,
  unsentOf,
} from '../src/page/draft.ts'

const single = { id: 's', question: '?', options: [{ label: 'a, b' }, { label: 'c' }, { label: 'd' }] }
const multi = { ...single, id: 'm', multiSelect: true }
const open = { id: 't', question: '?' }
const nothing = saidTo(createDraft([single]), 0)

describe('a draft', () => {
  it('chooses nothing by itself', () => {
    expect(itemOf(single, nothing)).toEqual({ id: 's', selected: [] })
  })

  it('toggles options of a multi-select and sends them in option order', () => {
    const said = [2, 0, 2, 1].reduce((before, option) => pick(multi, before, option), nothing)
    expect(itemOf(multi, said)).toEqual({ id: 'm', selected: ['a, b', 'c'] })
  })

  it('takes up what was entered earlier as it was entered, marks it, and marks nothing that was not', () => {
    const questions = [single, multi, open]
    const answer = {
      answers: [
        { id: 't', selected: [], custom: ' two\nlines ' },
        { id: 'm', selected: ['d', 'a, b'], custom: 'bsd' },
      ],
    }
    const draft = draftOf(questions, answer)
    expect(answerOf(questions, draft).answers).toEqual([
      { id: 's', selected: [] },
      { id: 'm', selected: ['a, b', 'd'], custom: 'bsd' },
      { id: 't', selected: [], custom: ' two\nlines ' },
    ])
    expect(draft.said.map(({ earlier }) => earlier)).toEqual([undefined, true, true])
    expect(draft.said.every(({ skipped, aside }) => !skipped && !aside)).toBe(true)
    expect([isUntouched(draft), isUntouched(draftOf(questions, { answers: [] }))]).toEqual([false, true])
  })

  it('is no longer from earlier once it is changed', () => {
    const said = saidTo(draftOf([multi], { answers: [{ id: 'm', selected: ['c'] }] }), 0)
    for (const next of [
      pick(multi, said, 1),
      pick(multi, said, 0),
      type(multi, said, 'x'),
      skip(said),
      skip(skip(said)),
    ]) {
      expect(next.earlier).toBeUndefined()
    }
  })

  it('keeps words beside the options of a multi-select', () => {
    const said = pick(multi, type(multi, pick(multi, nothing, 2), 'bsd'), 0)
    expect(itemOf(multi, said)).toEqual({ id: 'm', selected: ['a, b', 'd'], custom: 'bsd' })
  })

  it('lets words take the place of the option of a single-select at once', () => {
    const said = type(single, pick(single, nothing, 1), 'x')
    expect(said.picked).toEqual([])
    expect(itemOf(single, said)).toEqual({ id: 's', selected: [], custom: 'x' })
  })

  it('lets an option take the place of words, and keeps them aside', () => {
    const said = pick(single, type(single, nothing, 'mine'), 1)
    expect(said).toMatchObject({ aside: true, text: 'mine' })
    expect(itemOf(single, said)).toEqual({ id: 's', selected: ['c'] })
    expect(itemOf(single, pick(single, said, 1))).toEqual({ id: 's', selected: [], custom: 'mine' })
  })

  it('skips without forgetting the words', () => {
    const skipped = skip(type(open, nothing, 'mine'))
    expect(itemOf(open, skipped)).toEqual({ id: 't', selected: [] })
    expect(itemOf(open, skip(skipped))).toEqual({ id: 't', selected: [], custom: 'mine' })
  })

  it('sends words untrimmed, and white space not at all', () => {
    expect(itemOf(open, type(open, nothing, ' \n')).custom).toBeUndefined()
    expect(itemOf(open, type(open, nothing, ' a \n')).custom).toBe(' a \n')
  })

  it('says nothing by a beginning alone, and has what stood before it when it is left', () => {
    for (const question of [single, multi]) {
      const before = pick(question, nothing, 1)
      const begun = begin(question, before, 'c, but ')
      for (const text of ['c, but ', 'c, but', ' c, but \n']) {
        const said = type(question, begun, text)
        expect(itemOf(question, said).custom).toBeUndefined()
        expect(leave(said)).toEqual(before)
        expect(pick(question, said, 0)).toEqual(pick(question, before, 0))
        expect(skip(said)).toEqual(skip(before))
        expect(begin(question, said, 'd, but ').text).toBe('d, but ')
        const draft = { ...createDraft([question]), said: [said] }
        expect(unsentOf(draft, undefined)).toEqual([])
      }
      const more = type(question, begun, 'c, but later')
      expect([itemOf(question, more).custom, leave(more)]).toEqual(['c, but later', more])
    }
    expect(isUntouched({ ...createDraft([single]), said: [begin(single, nothing, 'c, but ')] })).toBe(true)
    expect(begin(single, type(single, nothing, ' mine'), 'c, but ').text).toBe('c, but mine')
  })

  it('replies with one text to the question that is up and skips the others', () => {
    const questions = [single, open, multi]
    const draft: Draft = { ...createDraft(questions), at: 1, reply: 'no to all' }
    const expected = [
      { id: 's', selected: [] },
      { id: 't', selected: [], custom: 'no to all' },
      { id: 'm', selected: [] },
    ]
    expect(replyOf(questions, draft).answers).toEqual(expected)
    expect(replyOf(questions, { ...draft, at: 3 }).answers[2]).toMatchObject({ custom: 'no to all' })
  })

  it('knows every text that is not in the answer', () => {
    const draft: Draft = { ...createDraft([open, open]), reply: 'r' }
    const typed = { ...draft, said: [type(open, nothing, 'sent'), type(open, nothing, 'kept')] }
    expect(unsentOf(typed, { answers: [{ id: 't', selected: [], custom: 'sent' }] })).toEqual(['kept', 'r'])
    expect(unsentOf(typed, undefined)).toEqual(['sent', 'kept', 'r'])
  })

  it('is an answer that the seam takes, and has what it shows, whatever is done in whatever order', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('pick' as const), option: fc.nat({ max: 2 }) }),
      fc.record({ kind: fc.constant('type' as const), text: fc.string() }),
      fc.record({ kind: fc.constant('skip' as const) }),
    )
    fc.assert(
      fc.property(fc.constantFrom(single, multi), fc.array(step), (question, steps) => {
        const said = steps.reduce((before, next) => {
          if (next.kind === 'pick') return pick(question, before, next.option)
          return next.kind === 'type' ? type(question, before, next.text) : skip(before)
        }, nothing)
        const item = itemOf(question, said)
        expect(checkAnswer([question], { answers: [item] }).answers).toEqual([item])
        expect(item.selected).toEqual(said.picked.map((index) => question.options[index]?.label))
        const last = steps.findLast(({ kind }) => kind === 'type')
        expect(said.text).toBe(last?.kind === 'type' ? last.text : '')
        if (said.skipped) expect(item).toEqual({ id: question.id, selected: [] })
      }),
    )
  })
})
