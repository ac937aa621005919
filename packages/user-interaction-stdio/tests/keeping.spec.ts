import type { AskUserQuestionAnswer } from '@deepseek-ai/dsh-user-interaction'
import { describe, expect, test } from 'vitest'
import { Seat, settle } from './seat.ts'

const db = { id: 'db', question: 'Which database?', options: [{ label: 'SQLite' }, { label: 'Postgres' }] }
const why = { id: 'why', question: 'Why?' }
const entered = (custom: string): AskUserQuestionAnswer => ({
  answers: [
    { id: 'db', selected: ['Postgres'] },
    { id: 'why', selected: [], custom },
  ],
})

describe('what was entered before', () => {
  test('stands as the answer, is told, and is sent by one word', async () => {
    const seat = new Seat()
    const { result } = seat.ask([db], {}, { draft: { answers: [{ id: 'db', selected: ['Postgres'] }] } })
    await settle()
    expect(seat.page.look())
      .toBe(`You were asked this before. What you entered then is filled in; it is sent only if you say so.

Which database?
  1. SQLite
  2. Postgres
Your answer so far: Postgres. /keep takes it, a new one replaces it.
Type 1-2, a label or your own words. /keep /skip /cancel /help
Answer: `)
    await seat.type('/keep\n')
    expect(await result).toEqual([{ id: 'db', selected: ['Postgres'] }])
  })

  test('is shown whole before the first of several questions, and one word sends all of it', async () => {
    const seat = new Seat()
    const { result } = seat.ask([db, why], {}, { draft: entered('for the writers') })
    await settle()
    expect(seat.page.look()).toContain(`it is sent only if you say so.
  Which database: Postgres
  Why: "for the writers"

Question 1 of 2.`)
    await seat.type('/keep\n')
    expect(await result).toEqual(entered('for the writers').answers)
  })

  test('is never taken by an empty line', async () => {
    const seat = new Seat()
    const { outcome } = seat.ask([db, why], {}, { draft: entered('x') })
    for (let line = 0; line < 4; line++) expect(await seat.type('\n')).toContain('An empty line is no answer.')
    expect(outcome()).toBe('open')
  })

  test('gives way to a new answer, question by question', async () => {
    const seat = new Seat()
    const { result } = seat.ask([db, why], {}, { draft: entered('for the writers') })
    await settle()
    expect(await seat.type('1\n')).toContain('Your answer so far: "for the writers".')
    await seat.type('/keep\n')
    expect(await result).toEqual([{ id: 'db', selected: ['SQLite'] }, entered('for the writers').answers[1]])
  })

  test('is taken up to the first question that has no answer, which is then asked', async () => {
    const seat = new Seat()
    const { outcome } = seat.ask([db, why], {}, { draft: { answers: [{ id: 'db', selected: ['SQLite'] }] } })
    await settle()
    expect(await seat.type('/keep\n')).toContain('Question 2 of 2.')
    expect(await seat.type('/keep\n')).toContain('There is no answer to keep yet.')
    expect(outcome()).toBe('open')
  })

  test('is left out where words are no answer any more', async () => {
    const seat = new Seat({ onlyOptions: true })
    seat.ask([db], {}, { draft: { answers: [{ id: 'db', selected: [], custom: 'MySQL' }] } })
    await settle()
    expect(seat.page.look()).not.toContain('MySQL')
  })
})

describe('what is entered', () => {
  test('is handed over after each question and each line of a longer text', async () => {
    const seat = new Seat()
    const saved: AskUserQuestionAnswer['answers'][] = []
    seat.ask([db, why], {}, { saveDraft: ({ answers }) => void saved.push(answers) })
    for (const line of ['2', '/multi', 'one', 'two']) await seat.type(`${line}\n`)
    expect(saved[0]).toEqual([{ id: 'db', selected: ['Postgres'] }])
    expect(saved.at(-1)).toEqual(entered('one\ntwo').answers)
  })

  test('is called sent only once it lasts', async () => {
    const seat = new Seat()
    let last = (): void => {}
    const { outcome } = seat.ask([db], {}, { commit: () => new Promise((resolve) => (last = resolve)) })
    expect(await seat.type('2\n')).not.toContain('Sent')
    expect(outcome()).toBe('open')
    last()
    await settle()
    expect(seat.page.look()).toContain('Sent:\n  Which database: Postgres\n')
    expect(outcome()).toEqual([{ id: 'db', selected: ['Postgres'] }])
  })

  test('is told as not sent when it could not be kept, and the ask fails with the reason', async () => {
    const seat = new Seat()
    const full = new Error('ENOSPC')
    const { result } = seat.ask([db], {}, { commit: () => Promise.reject(full) })
    expect(await seat.type('2\n')).toContain(
      'Your answer could not be written down, so nothing was sent.\nNot sent:\n  Which database: Postgres\n',
    )
    expect(await result).toBe(full)
  })

  test('counts as sent when it was kept while the ask was taken back', async () => {
    const seat = new Seat()
    let last = (): void => {}
    const { pending } = seat.ask([db], {}, { commit: () => new Promise((resolve) => (last = resolve)) })
    await seat.type('2\n')
    pending.end()
    await settle()
    expect(seat.page.look()).not.toContain('withdrawn')
    last()
    await settle()
    expect(seat.page.look()).toContain('Sent:')
  })

  test('counts as withdrawn when the ask was taken back before it was kept', async () => {
    const seat = new Seat()
    let fail = (_error: unknown): void => {}
    const { pending } = seat.ask([db], {}, { commit: () => new Promise((_resolve, reject) => (fail = reject)) })
    await seat.type('2\n')
    pending.end()
    fail(pending.signal.reason)
    await settle()
    expect(seat.page.look()).toContain('The question was withdrawn.')
  })
})
