/** Keys that come before the person can have seen what they do: held down, bouncing, in a burst, pasted without marks. */
import { describe, expect, test } from 'vitest'
import { Desk } from './desk.ts'
import { keys, pair, paste, store, targets, why } from './questions.ts'

const { down, enter, end, escape, tab, back, ctrlC, ctrlR } = keys

/** Three questions of which the last has no options. */
const three = [pair('a', 'Cache?', 'On', 'Off'), pair('b', 'Logs?', 'On', 'Off'), why]

/** Presses a key so often, at the rate of a keyboard that repeats it. */
async function hold(desk: Desk, key: string, times: number, delayMs = 500): Promise<string> {
  await desk.burst(key)
  desk.clock.pass(delayMs)
  for (let time = 1; time < times; time++) {
    await desk.burst(key)
    desk.clock.pass(33)
  }
  return desk.look()
}

describe('Enter', () => {
  test.each([250, 399, 500, 660, 900])(
    'held down goes on once, whatever the keyboard waits first: %i ms',
    async (delayMs) => {
      const desk = new Desk()
      const ask = await desk.ask(three)
      expect(await hold(desk, enter, 60, delayMs)).toContain('[? Logs]')
      expect(ask.outcome()).toBe('open')
      await desk.type(ctrlC)
    },
  )

  test('pressed twice at a time of one’s own is two', async () => {
    const desk = new Desk()
    await desk.ask(three)
    await desk.burst(enter)
    desk.clock.pass(450)
    await desk.burst(enter)
    desk.clock.pass(150)
    expect(await desk.look()).toContain('[? Why]')
  })

  test.each([
    ['the next question', three, [enter], '[? Logs]'],
    ['a question reached with Tab', three, [tab], '[? Logs]'],
    ['a question come back to', three, [enter, back], '[+ Cache]'],
    ['the review', [why], ['x', tab], 'This is what will be sent:'],
    ['the review after the last answer', three, [enter, enter, 'x', enter], '[Review]'],
    ['a reply’s preview', [store], [ctrlR, 'words', enter], 'Only this will be sent:'],
    ['the list behind a field', [targets], [' ', end, 'words', enter], '> [x]    words'],
    ['the list behind a filter', [store], ['/', 'redis', enter], '> ( ) 3. Redis'],
    ['a question that was to be dismissed', [store], [escape, escape], '> ( ) 1. Files'],
  ])('does nothing before 400 ms without a key: %s', async (_, questions, way, shown) => {
    const desk = new Desk()
    const ask = await desk.ask(questions)
    expect(await desk.type(...way)).toContain(shown)
    for (const gap of [0, 10, 399]) {
      desk.clock.pass(gap)
      expect(await desk.burst(enter)).toContain(shown)
      expect(await desk.look()).toContain('! Too soon')
    }
    expect(ask.outcome()).toBe('open')
    const before = await desk.look()
    expect(await desk.type(enter)).not.toBe(before)
  })
})

describe('dismissing', () => {
  test.each([['y'], ['Y'], ['yes\r'], ['y\ry\r']])('takes nothing that was on its way: Esc %s', async (more) => {
    const desk = new Desk()
    const ask = await desk.ask([store])
    await desk.burst(escape, ...more)
    expect(ask.outcome()).toBe('open')
    await desk.type(escape, 'y')
    await desk.type(escape, 'y')
    expect(await ask.ended).toMatchObject({ code: 'ASK_CANCELLED' })
  })

  test('is not done by Esc Esc y in one go', async () => {
    const desk = new Desk()
    const ask = await desk.ask([store])
    await desk.burst(escape, escape, 'y')
    expect(ask.outcome()).toBe('open')
  })

  test('by Ctrl-C needs no time at all, wherever it is', async () => {
    for (const way of [[], [enter], [tab], [escape], [ctrlR, 'x', enter]]) {
      const desk = new Desk()
      const ask = await desk.ask(three, { atOnce: true })
      if (way.length > 0) await desk.type(...way)
      await desk.burst(ctrlC)
      expect(await ask.ended).toMatchObject({ code: 'ASK_CANCELLED' })
    }
  })
})

test('lines pasted without marks answer one question at most', async () => {
  const desk = new Desk()
  const ask = await desk.ask([why, { id: 'b', question: 'Owner?' }, { id: 'c', question: 'When?' }])
  for (const line of ['one', 'two', 'three', 'four']) await desk.burst(`${line}\r`)
  expect(await desk.look()).toContain('[+ Owner]')
  expect(ask.outcome()).toBe('open')
})

test('what is typed at once in a field that has just come is kept, and waits for an Enter', async () => {
  const desk = new Desk()
  const ask = await desk.ask([pair('a', 'Cache?', 'On', 'Off'), why])
  await desk.type(enter)
  expect(await desk.burst('because', enter)).toContain('> (*)    because')
  await desk.type(enter, enter)
  expect(await ask.ended).toMatchObject([{ selected: ['On'] }, { custom: 'because' }])
})

test('"yes, but" takes its words after a moment, and sends no bare label', async () => {
  const desk = new Desk()
  const ask = await desk.ask([store])
  await desk.type('n')
  expect(await desk.type(enter)).toContain('! Add your words after the label')
  expect(ask.outcome()).toBe('open')
  await desk.type('not yet', enter)
  expect(await ask.ended).toEqual([{ id: 'a', selected: [], custom: 'Files, not yet' }])
})

test('words that had been unmarked show as chosen before Enter sends them', async () => {
  const desk = new Desk()
  const ask = await desk.ask([store])
  expect(await desk.type('draft'.replace(/^/, end), keys.up, ' ')).toContain('> (*) 3. Redis\n  ( )    draft')
  expect(await desk.type(down, enter)).toContain('  ( ) 3. Redis\n> (*)    draft')
  await desk.type(enter)
  expect(await ask.ended).toEqual([{ id: 'a', selected: [], custom: 'draft' }])
})

test('a paste at the list is text, and its Enter sends what shows', async () => {
  const desk = new Desk()
  const ask = await desk.ask([store])
  await desk.type('2', `${paste('words')}\r`)
  expect(await ask.ended).toEqual([{ id: 'a', selected: [], custom: 'words' }])
})
