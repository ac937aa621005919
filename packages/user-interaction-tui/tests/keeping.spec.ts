/** What was entered before, what is kept meanwhile, and an answer that has to last before it is called sent. */
import { type AskUserQuestionAnswer, UserInteractionError } from '@deepseek-ai/dsh-user-interaction'
import { describe, expect, test } from 'vitest'
import { Desk } from './desk.ts'
import { keys, store, targets, why } from './questions.ts'

const { ctrlC, down, end, enter, tab } = keys

/** A keeper whose last word the test has. */
function keeper() {
  const given: AskUserQuestionAnswer[] = []
  let settle: { keep: () => void; refuse: (error: unknown) => void } = { keep() {}, refuse() {} }
  return {
    given,
    commit: (answer: AskUserQuestionAnswer) => {
      given.push(answer)
      return new Promise<void>((keep, refuse) => (settle = { keep, refuse }))
    },
    keep: () => settle.keep(),
    refuse: (error: unknown) => settle.refuse(error),
  }
}

describe('an answer that has to last', () => {
  test('is called sent only when it does, and says meanwhile that it is being saved', async () => {
    const desk = new Desk()
    const { commit, given, keep } = keeper()
    const ask = await desk.ask([store], {}, { commit })
    const saving = await desk.type(down, enter)
    expect(saving).toBe(`\
? The agent asks

Which store?

  ( ) 1. Files
> (*) 2. SQLite
  ( ) 3. Redis
  ( )    Your own words

Saving… Ctrl-C no longer takes it back.`)
    expect(given).toEqual([{ answers: [{ id: 'a', selected: ['SQLite'] }] }])
    expect(ask.outcome()).toBe('open')
    keep()
    expect(await ask.ended).toEqual([{ id: 'a', selected: ['SQLite'] }])
    expect(await desk.look()).toContain('Sent to the agent:\n  Which store: SQLite')
    expect(desk.listeners()).toBe(0)
    expect(desk.clock.running).toBe(0)
  })

  test('is changed by no key while it is being saved, and is drawn anew in another window', async () => {
    const desk = new Desk()
    const { commit, given, keep } = keeper()
    const ask = await desk.ask([store], {}, { commit })
    const saving = await desk.type(down, enter)
    expect(await desk.type(down, enter, ctrlC, keys.escape, 'y', 'some words', enter)).toBe(saving)
    expect(await desk.resize(40, 12)).toContain('Saving…')
    keep()
    expect(await ask.ended).toEqual([{ id: 'a', selected: ['SQLite'] }])
    expect(given).toHaveLength(1)
  })

  test('leaves Ctrl-C to whoever has taken it over', async () => {
    let interrupts = 0
    const desk = new Desk({ onInterrupt: () => void interrupts++ })
    const { commit } = keeper()
    await desk.ask([store], {}, { commit })
    await desk.type(enter, ctrlC)
    expect(interrupts).toBe(1)
  })

  test('keeps the form open with the reason when it was not a good one', async () => {
    const desk = new Desk()
    const { commit, given, keep, refuse } = keeper()
    const ask = await desk.ask([store], {}, { commit })
    await desk.type(enter)
    refuse(new UserInteractionError('BAD_ANSWER', 'answers[0] does not fit'))
    const open = await desk.look()
    expect(open).toContain('! Not sent: answers[0] does not fit')
    expect(open).toContain('> (*) 1. Files')
    await desk.type(down, enter)
    keep()
    expect(await ask.ended).toEqual([{ id: 'a', selected: ['SQLite'] }])
    expect(given).toHaveLength(2)
  })

  test('says that nothing was sent when it could not be kept, and leaves the words readable', async () => {
    const desk = new Desk()
    const { commit, refuse } = keeper()
    const ask = await desk.ask([why], {}, { commit })
    await desk.type('a long thought', enter)
    const full = new Error('no space left')
    refuse(full)
    expect(await ask.ended).toBe(full)
    expect(await desk.look()).toBe(`\
Your answer could not be kept, so nothing was sent.
Not sent:
  Why: a long thought`)
    expect(desk.listeners()).toBe(0)
  })

  test.each([
    ['the ask', (_: Desk, finish: () => void) => finish()],
    ['the provider', (desk: Desk) => desk.provider.close()],
  ])('counts as sent when it was kept although %s was ended meanwhile', async (_, finish) => {
    const desk = new Desk()
    const { commit, keep } = keeper()
    const ask = await desk.ask([store], {}, { commit })
    await desk.type(enter)
    finish(desk, () => ask.pending.end('ASK_EXPIRED'))
    expect(await desk.look()).toContain('Saving…')
    keep()
    expect(await ask.ended).toEqual([{ id: 'a', selected: ['Files'] }])
    expect(await desk.look()).toContain('Sent to the agent:')
  })

  test('counts as not sent when the ask ended before it was kept', async () => {
    const desk = new Desk()
    const { commit, refuse } = keeper()
    const ask = await desk.ask([store], {}, { commit })
    await desk.type(enter)
    ask.pending.end('ASK_EXPIRED')
    refuse(ask.pending.signal.reason)
    expect(await ask.ended).toBe(ask.pending.signal.reason)
    expect(await desk.look()).toContain('The time is up. Nothing was chosen and nothing was sent.')
  })
})

describe('another surface that has the answer', () => {
  test.each([
    ['en', 'Answered on the page.\nNot sent:\n  Why: half a thought'],
    ['zh', '已在网页上回答。\n没有发送：\n  Why: half a thought'],
  ] as const)('is named in the receipt, whoever tells endings: %s', async (lang, said) => {
    const desk = new Desk({ lang, endings: false })
    const ask = await desk.ask([why])
    await desk.type('half a thought')
    ask.pending.end('ASK_ABORTED', 'web')
    await ask.ended
    expect(await desk.look()).toBe(said)
  })

  test('is named as well to whoever sends a moment later', async () => {
    const desk = new Desk()
    const { commit, refuse } = keeper()
    const ask = await desk.ask([store], {}, { commit })
    await desk.type(enter)
    refuse(new UserInteractionError('ASK_ABORTED', 'answered elsewhere', { surface: 'web' }))
    await ask.ended
    expect(await desk.look()).toBe('Answered on the page.\nNot sent:\n  Which store: Files')
  })
})

describe('what was entered before', () => {
  const draft = {
    answers: [
      { id: 'a', selected: [], custom: 'Postgres, as before' },
      { id: 'm', selected: ['mac'], custom: 'bsd' },
      { id: 'why', selected: [], custom: 'two\nlines' },
    ],
  }

  test.each([
    ['en', 'Entered earlier, not sent yet.'],
    ['zh', '这是之前填写的，还没有发送。'],
  ] as const)('is filled in and says so, at each question and before it is sent: %s', async (lang, said) => {
    const desk = new Desk({ lang })
    const ask = await desk.ask([store, targets, why], {}, { draft })
    const first = await desk.look()
    expect(first).toContain('> (*)    Postgres, as before')
    expect(first).toContain(said)
    const second = await desk.type(tab)
    expect(second).toContain('  [x] 2. mac')
    expect(second).toContain('  [x]    bsd')
    expect(second).toContain(said)
    expect(await desk.type(tab)).toContain(said)
    expect(await desk.type(tab)).toContain(said)
    expect(ask.outcome()).toBe('open')
    await desk.type(enter)
    expect(await ask.ended).toEqual(draft.answers)
  })

  test('is not sent by time, nor by keys that were on their way', async () => {
    const desk = new Desk()
    const ask = await desk.ask([why], { atOnce: true }, { draft })
    await desk.burst(enter, enter)
    desk.clock.pass(100_000)
    expect(await desk.look()).toContain('two\n         lines')
    expect(ask.outcome()).toBe('open')
  })

  test('is no longer called earlier once the question has another answer', async () => {
    const desk = new Desk()
    await desk.ask([store], {}, { draft: { answers: [{ id: 'a', selected: ['SQLite'] }] } })
    expect(await desk.type(down, keys.up)).toContain('Entered earlier')
    expect(await desk.type('3')).not.toContain('Entered earlier')
  })

  test('is said in a small window until the first key, and then gives its row back', async () => {
    const desk = new Desk({ columns: 40, rows: 6 })
    await desk.ask([store], {}, { draft: { answers: [{ id: 'a', selected: ['SQLite'] }] } })
    expect(await desk.look()).toContain('! Entered earlier, not sent yet.')
    expect(await desk.type(down)).not.toContain('Entered earlier')
  })

  test('is left out where it is no answer any more', async () => {
    const desk = new Desk({ onlyOptions: true })
    await desk.ask([store, targets], {}, { draft })
    expect(await desk.look()).not.toMatch(/Postgres|Entered earlier.*Which store/)
  })
})

test('keeps what is entered at each change, and only then', async () => {
  const desk = new Desk()
  const saved: AskUserQuestionAnswer[] = []
  await desk.ask([targets, why], {}, { saveDraft: (draft) => void saved.push(draft) })
  await desk.type(down, ' ', down, end, 'b', tab, 'x', '\u0007')
  const rest = { id: 'why', selected: [] }
  expect(saved.map(({ answers }) => answers)).toEqual([
    [{ id: 'm', selected: ['mac'] }, rest],
    [{ id: 'm', selected: ['mac'], custom: 'b' }, rest],
    [
      { id: 'm', selected: ['mac'], custom: 'b' },
      { id: 'why', selected: [], custom: 'x' },
    ],
  ])
})
