import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import { expect, test } from 'vitest'
import { advance, beginSession, draftsOf, type Session, type Step } from '../src/session.ts'

const db: AskUserQuestionItem = { id: 'db', question: 'Which?', options: [{ label: 'SQLite' }, { label: 'Postgres' }] }
const checks: AskUserQuestionItem = {
  id: 'checks',
  question: 'Which?',
  multiSelect: true,
  options: [{ label: 'Unit' }, { label: 'Lint' }, { label: 'Other' }],
}
const why: AskUserQuestionItem = { id: 'why', question: 'Why?' }

/** Feeds lines until the end or the last of them; the last step is the result. */
function walk(questions: AskUserQuestionItem[], ...lines: string[]): Step {
  let session: Session = beginSession(questions)
  let step: Step = { kind: 'question', session }
  for (const line of lines) {
    step = advance(session, line)
    if (step.kind === 'answered' || step.kind === 'cancelled') return step
    ;({ session } = step)
  }
  return step
}

function answersOf(step: Step): unknown {
  return step.kind === 'answered' ? step.answer.answers : step.kind
}

function sessionOf(step: Step): Session {
  if (!('session' in step)) throw new Error(`a walk that is ${step.kind} stands nowhere`)
  return step.session
}

test('goes through the questions in order, a line each', () => {
  expect(answersOf(walk([db, checks, why], '2', '1,2', 'after the audit'))).toEqual([
    { id: 'db', selected: ['Postgres'] },
    { id: 'checks', selected: ['Unit', 'Lint'] },
    { id: 'why', selected: [], custom: 'after the audit' },
  ])
})

test('keeps the other answers when one question is skipped', () => {
  expect(answersOf(walk([db, checks, why], '1', '/skip', 'now'))).toEqual([
    { id: 'db', selected: ['SQLite'] },
    { id: 'checks', selected: [] },
    { id: 'why', selected: [], custom: 'now' },
  ])
})

test('stays at a question until a line answers it', () => {
  const step = walk([db, why], '', '3', '/text')
  expect(step).toMatchObject({ kind: 'again', session: { at: 0 } })
  expect(answersOf(walk([db, why], '', '3', '/text', '1', 'x'))).toEqual([
    { id: 'db', selected: ['SQLite'] },
    { id: 'why', selected: [], custom: 'x' },
  ])
})

test('goes back to the question before, keeps its answer as a draft, and lets a new one replace it', () => {
  const back = walk([db, checks, why], '1', '2', '/back')
  expect(back).toMatchObject({ kind: 'question', session: { at: 1 } })
  expect(draftsOf(sessionOf(back))).toEqual([
    { id: 'db', selected: ['SQLite'] },
    { id: 'checks', selected: ['Lint'] },
  ])
  expect(answersOf(walk([db, checks, why], '1', '2', '/back', '/back', '2', '/skip', 'x'))).toEqual([
    { id: 'db', selected: ['Postgres'] },
    { id: 'checks', selected: [] },
    { id: 'why', selected: [], custom: 'x' },
  ])
})

test('has nothing before the first question', () => {
  expect(walk([db, why], '/back')).toMatchObject({ kind: 'again', fault: { kind: 'first-question' } })
})

test('ends with the whole request when it is cancelled, wherever that is typed', () => {
  for (const lines of [['/cancel'], ['1', '/cancel'], ['1', '3', '/cancel'], ['/reply', '/cancel']]) {
    expect(walk([db, checks, why], ...lines)).toEqual({ kind: 'cancelled' })
  }
})

test('takes several lines as one text, byte for byte, commands and numbers included', () => {
  const lines = ['line one', '', '  1 error', '/skip', '..', '2']
  expect(answersOf(walk([why, db], '/multi', ...lines, '.', '2'))).toEqual([
    { id: 'why', selected: [], custom: lines.join('\n') },
    { id: 'db', selected: ['Postgres'] },
  ])
  expect(answersOf(walk([db], '/multi', 'both', 'in turn', '.'))).toEqual([
    { id: 'db', selected: [], custom: 'both\nin turn' },
  ])
})

test('has two ways out of several lines, each on a line of its own', () => {
  expect(walk([why, db], '/multi', 'x', '/cancel')).toEqual({ kind: 'cancelled' })
  const back = walk([why, db], '/multi', 'x', ' /back ')
  expect(back).toMatchObject({ kind: 'question', session: { at: 0 } })
  expect(draftsOf(sessionOf(back))).toEqual([])
  expect(answersOf(walk([why], '/multi', 'say /cancel or /back', '.'))).toMatchObject([
    { custom: 'say /cancel or /back' },
  ])
})

test('explains the commands and stays where it is', () => {
  expect(walk([db, why], '1', '/help')).toMatchObject({ kind: 'help', session: { at: 1 } })
  expect(walk([db], '/reply', '/help')).toMatchObject({ kind: 'help', session: { entry: { kind: 'reply' } } })
})

test('goes on taking lines when there is no text yet', () => {
  expect(walk([why], '/multi', '.')).toMatchObject({ kind: 'again', fault: { kind: 'lines-missing' } })
  expect(answersOf(walk([why], '/multi', ' ', '.', 'x', '.'))).toEqual([{ id: 'why', selected: [], custom: ' \nx' }])
})

test('counts lines that are still being taken as drafts', () => {
  expect(draftsOf(sessionOf(walk([db, why], '1', '/multi', 'a', 'b')))).toEqual([
    { id: 'db', selected: ['SQLite'] },
    { id: 'why', selected: [], custom: 'a\nb' },
  ])
})

test('answers the whole request with one text and says which drafts that replaced', () => {
  const replied = walk([db, checks, why], '1', '/reply wrong questions')
  expect(replied).toMatchObject({ kind: 'answered', replied: true, unsent: [{ id: 'db', selected: ['SQLite'] }] })
  expect(answersOf(replied)).toEqual([
    { id: 'db', selected: [] },
    { id: 'checks', selected: [], custom: 'wrong questions' },
    { id: 'why', selected: [] },
  ])
  expect(walk([db, checks, why], '1', '/reply', 'wrong questions')).toEqual(replied)
  expect(answersOf(walk([db, why], '/reply', '/multi', 'wrong', 'questions', '.'))).toEqual([
    { id: 'db', selected: [], custom: 'wrong\nquestions' },
    { id: 'why', selected: [] },
  ])
})

test('says nothing of other questions when a reply answers the only one', () => {
  expect(walk([db], '/reply neither')).toMatchObject({ kind: 'answered', replied: false })
})

test('takes the words for "other" instead of its label, beside what else was chosen', () => {
  expect(walk([checks], '1,3')).toMatchObject({ kind: 'entry', began: true, entry: { kind: 'other', label: 'Other' } })
  expect(answersOf(walk([checks], '1,3', '2'))).toEqual([{ id: 'checks', selected: ['Unit'], custom: '2' }])
  expect(answersOf(walk([checks], '3', '', 'by hand'))).toEqual([{ id: 'checks', selected: [], custom: 'by hand' }])
  expect(answersOf(walk([checks], '3', '/multi', 'a', 'b', '.'))).toMatchObject([{ selected: [], custom: 'a\nb' }])
  expect(answersOf(walk([checks], '3', '/reply no'))).toEqual([{ id: 'checks', selected: [], custom: 'no' }])
})

test('leads back from an entry to its question, which is asked anew', () => {
  for (const leave of ['/back', '/skip']) {
    expect(walk([db, checks], '1', '1,3', leave)).toMatchObject({ kind: 'question', session: { at: 1 } })
    expect(answersOf(walk([db, checks], '1', '/reply', leave, '2'))).toEqual([
      { id: 'db', selected: ['SQLite'] },
      { id: 'checks', selected: ['Lint'] },
    ])
  }
})

test('takes nothing from a line with bytes that are no UTF-8, at a question or among several lines', () => {
  for (const lines of [['caf\ufffd'], ['/multi', 'caf\ufffd'], ['/text caf\ufffd']]) {
    const step = walk([why], ...lines)
    expect(step).toMatchObject({ kind: 'again', fault: { kind: 'not-text' } })
    expect(draftsOf(sessionOf(step))).toEqual([])
  }
})
