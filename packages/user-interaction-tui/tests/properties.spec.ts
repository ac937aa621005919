/** What holds for every sequence of keys. */
import { checkAnswer, type AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { advance, type FormEvent } from '../src/form.ts'
import { beginForm } from '../src/form/opening.ts'
import { answerOf, type FormState } from '../src/form/state.ts'
import { messages } from '../src/lang.ts'
import { layoutOf } from '../src/layout.ts'
import { renderForm } from '../src/render.ts'
import { textOf } from '../src/style.ts'
import { widthOf } from '../src/width.ts'

const questions: readonly AskUserQuestionItem[] = [
  {
    id: 'a',
    header: 'Store',
    question: 'Which store should it be, of all that there are?',
    detail:
      '# Why\n\nBecause **it** is `so`:\n- one 数据库 of many, described at some length\n- two\n\n```\ncode 👩‍👩‍👧‍👦\n```',
    options: [
      { label: 'Files (Recommended)', description: 'Nothing to run. '.repeat(12) },
      { label: 'ℹ️ info' },
      { label: '👨‍👩‍👧 family' },
      { label: '一个非常非常长的选项标签，它不会在一行里放得下，所以必须换行显示' },
    ],
    intent: { kind: 'plan-review', approve: 'Files (Recommended)' },
  },
  {
    id: 'm',
    question: 'Which of them?',
    multiSelect: true,
    options: Array.from({ length: 30 }, (_, i) => ({ label: `row ${i}` })),
  },
  { id: 'why', question: 'Why?' },
]

const text = fc.oneof(
  fc.constantFrom(' ', 'j', 'k', 'n', '/', '1', '2', '9', 'x', '数', '👩‍💻', 'two words'),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
)
const moves = [
  'up',
  'down',
  'left',
  'right',
  'home',
  'end',
  'pageup',
  'pagedown',
  'tab',
  'escape',
  'backspace',
  'delete',
  'newline',
  'f5',
]
const quiet: fc.Arbitrary<FormEvent> = fc.oneof(
  text.filter((piece) => !/[yYｙ]/u.test(piece)).map((piece) => ({ kind: 'text' as const, text: piece })),
  text
    .filter((piece) => !/[yYｙ]/u.test(piece))
    .map((piece) => ({ kind: 'paste' as const, text: `${piece}\n${piece}` })),
  fc.constantFrom(...moves).map((name) => ({ kind: 'key' as const, name })),
  fc.constant({ kind: 'key' as const, name: 'tab', shift: true }),
  fc.constantFrom('r', 'u', 'k', 'w', 'a', 's', 'q', 'z').map((name) => ({ kind: 'key' as const, name, ctrl: true })),
  fc.record({
    kind: fc.constant('resize' as const),
    columns: fc.integer({ min: 0, max: 120 }),
    rows: fc.integer({ min: 0, max: 40 }),
  }),
  fc.constant({ kind: 'focus' as const, focused: false }),
)
const enter: fc.Arbitrary<FormEvent> = fc.constant({ kind: 'key' as const, name: 'enter' })
const any = fc.oneof({ weight: 3, arbitrary: quiet }, { weight: 2, arbitrary: enter })

/** Every state on the way, each key well after the one before. */
function walk(events: readonly FormEvent[], asked = questions): FormState[] {
  const states = [beginForm(asked, { columns: 80, rows: 24 }, 0)]
  for (const [index, event] of events.entries()) {
    const last = states.at(-1)
    if (last) states.push(advance(last, event, (index + 1) * 1000))
  }
  return states
}

describe('whatever the keys', () => {
  test('nothing settles without Enter or a confirmation', () => {
    fc.assert(
      fc.property(fc.array(quiet, { maxLength: 40 }), (events) => {
        expect(walk(events).at(-1)?.outcome).toBeUndefined()
      }),
    )
  })

  test('an answer always passes the check of the seam, as it is', () => {
    fc.assert(
      fc.property(fc.array(any, { maxLength: 60 }), (events) => {
        const { outcome } = walk(events).at(-1) ?? {}
        if (outcome?.kind !== 'answered') return
        expect(checkAnswer(questions, outcome.answer)).toEqual(outcome.answer)
        expect(outcome.answer.answers.map(({ id }) => id)).toEqual(questions.map(({ id }) => id))
      }),
    )
  })

  // oxlint-disable-next-line vitest/expect-expect -- within the property
  test('a mark appears only on the row that has the focus, and is on the screen when it does', () => {
    fc.assert(
      fc.property(fc.array(any, { maxLength: 40 }), (events) => {
        const states = walk(events)
        for (const [index, state] of states.entries()) {
          const before = states[index - 1]
          if (!before) continue
          for (const [q, draft] of state.drafts.entries()) {
            const fresh = [...draft.checked].filter((one) => !before.drafts[q]?.checked.has(one))
            // A burst of text may hold several keys; each marks the row that it moved to.
            if (fresh.length === 1) expect([draft.focus, before.drafts[q]?.focus]).toContain(fresh[0])
            if (fresh.length > 0) expect(before.at).toBe(q)
          }
        }
      }),
    )
  })

  // oxlint-disable-next-line vitest/expect-expect -- within the property
  test('what was typed is changed by nothing but editing it where it stands', () => {
    fc.assert(
      fc.property(fc.array(any, { maxLength: 40 }), (events) => {
        const states = walk(events)
        for (const [index, state] of states.entries()) {
          const before = states[index - 1]
          if (!before) continue
          for (const [q, draft] of state.drafts.entries()) {
            if (draft.words.text !== before.drafts[q]?.words.text) expect(before.at).toBe(q)
          }
        }
      }),
    )
  })

  test('no row is wider and no frame higher than the screen, and the row with the focus is in it', () => {
    fc.assert(
      fc.property(
        fc.array(any, { maxLength: 30 }),
        fc.integer({ min: 1, max: 90 }),
        fc.integer({ min: 1, max: 40 }),
        (events, columns, rows) => {
          for (const state of walk([...events, { kind: 'resize', columns, rows }]).slice(-1)) {
            if (state.outcome) continue
            const frame = renderForm({ ...state, text: messages.zh }, { agent: 'a 数 name', waiting: 3, leftMs: 1000 })
            expect(frame.rows.length).toBeLessThanOrEqual(rows)
            for (const line of frame.rows) if (columns >= 6) expect(widthOf(textOf(line))).toBeLessThanOrEqual(columns)
            if (frame.cursor) expect(frame.cursor.row).toBeLessThan(frame.rows.length)
            if (state.mode === 'list' && rows >= 4)
              expect(frame.rows.some((line) => textOf(line).startsWith('>'))).toBe(true)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  test('after 400 ms without a key, and not before, the first key counts', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 399 }), { minLength: 1, maxLength: 20 }), (gaps) => {
        let state = beginForm(questions, {}, 0)
        let now = 0
        for (const gap of gaps) {
          now += gap
          state = advance(state, { kind: 'key', name: 'enter' }, now)
          expect(state.at).toBe(0)
          expect(state.drafts[0]?.checked.size).toBe(0)
        }
        expect(advance(state, { kind: 'key', name: 'enter' }, now + 400).at).toBe(1)
      }),
    )
  })
})

test('looks at no more of two thousand options than fit the screen', () => {
  let looked = 0
  const options = Array.from({ length: 2000 }, (_, index) => {
    return {
      get label() {
        looked++
        return `option ${index}`
      },
    }
  })
  const state = beginForm([{ id: 'f', question: 'Which?', options }], {}, 0)
  layoutOf(state)
  expect(looked).toBeLessThan(100)
})

describe('what is sent', () => {
  const multi: AskUserQuestionItem = {
    id: 'm',
    question: 'Which?',
    multiSelect: true,
    options: labelled('p', 'q', 'r'),
  }
  const single: AskUserQuestionItem = { id: 's', question: 'Which one?', options: labelled('x', 'y', 'z') }
  const asked = [single, multi, { id: 'why', question: 'Why?' }]
  const timed = fc.array(fc.tuple(any, fc.constantFrom(0, 30, 399, 400, 1000)), { maxLength: 50 })

  function labelled(...labels: readonly string[]): { label: string }[] {
    return labels.map((label) => ({ label }))
  }

  /** The labels that a screen shows as chosen, and the first of the own words that it does. */
  function chosenOn(state: FormState): string[] {
    const rows = renderForm({ ...state, size: { columns: 80, rows: 40 } }, { waiting: 0 }).rows.map(textOf)
    return rows.flatMap((line) => /^[> ] (?:\(\*\)|\[x\]) +(?:\d+\. )?(.*)$/u.exec(line)?.[1]?.trimEnd() ?? [])
  }

  function saidBy({ selected, custom }: { selected: readonly string[]; custom?: string }): string[] {
    const words = custom?.replace(/\s+/gu, ' ').trim()
    return [...selected, ...(words ? [words] : [])]
  }

  /** States with the time of each event; keys come as they come. */
  function play(
    events: readonly (readonly [FormEvent, number])[],
  ): { state: FormState; event: FormEvent; gap: number }[] {
    let now = 0
    let state = beginForm(asked, { columns: 80, rows: 40 }, now)
    return events.map(([event, gap]) => {
      now += gap
      const next = { state: (state = advance(state, event, now)), event, gap }
      return next
    })
  }

  // oxlint-disable-next-line vitest/expect-expect -- within the property
  test('is what the list of each question shows as chosen, at every moment', () => {
    fc.assert(
      fc.property(timed, (events) => {
        for (const { state } of play(events)) {
          const question = state.questions[state.at]
          if (state.outcome || state.mode !== 'list' || !question) continue
          const item = answerOf(state).answers[state.at]
          const { filter } = state.drafts[state.at] ?? { filter: '' }
          if (item && filter === '') expect(chosenOn(state)).toEqual(saidBy(item))
        }
      }),
      { numRuns: 200 },
    )
  })

  test('stands in the review as it is sent, and is sent by an Enter there or at the preview of a reply only', () => {
    fc.assert(
      fc.property(timed, (events) => {
        const steps = play(events)
        const last = steps.findIndex(({ state }) => state.outcome)
        const [before, after] = [steps[last - 1]?.state, steps[last]?.state]
        if (!before || after?.outcome?.kind !== 'answered') return
        expect(['review', 'preview']).toContain(before.mode)
        if (before.mode === 'review') expect(after.outcome.answer).toEqual(answerOf(before))
        else expect(after.outcome.answer.answers.some(({ custom }) => custom === before.reply.text)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  // oxlint-disable-next-line vitest/expect-expect -- within the property
  test('leaves by a key that commits after 400 ms without any, or by the silence after a second one', () => {
    fc.assert(
      fc.property(timed, (events) => {
        const steps = play(events)
        const at = steps.findIndex(({ state }) => state.outcome)
        const { state, event, gap } = steps[at] ?? {}
        if (state?.outcome?.kind !== 'answered' || gap === undefined || !event) return
        const opened = steps[at - 1]?.state.guard
        const silent = steps[at - 1]?.state.doubtUntil !== undefined
        if (opened) expect(gap).toBeGreaterThanOrEqual(silent ? 120 : 400)
        if (!silent) expect(event).toMatchObject({ kind: 'key', name: 'enter' })
      }),
      { numRuns: 200 },
    )
  })
})
