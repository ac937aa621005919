/** "Yes, but": words that begin with a label, and words whose first letter was taken for its key. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { advance, type FormEvent } from '../src/form.ts'
import { beginForm } from '../src/form/opening.ts'
import { type FormState } from '../src/form/state.ts'
import { Desk } from './desk.ts'
import { keys, pair, store, targets, why } from './questions.ts'

const { down, up, enter, end, escape, tab, back, backspace, ctrlC } = keys

const enterKey: FormEvent = { kind: 'key', name: 'enter' }

/** A form after text that came letter by letter, each so long after the one before. */
function typed(state: FormState, text: string, gap: (index: number) => number, from = 0): [FormState, number] {
  let now = from
  let next = state
  for (const [index, letter] of [...text].entries()) {
    now += gap(index)
    next = advance(next, { kind: 'text', text: letter }, now)
  }
  return [next, now]
}

describe('a word whose first letter is the key', () => {
  const words = [
    'no',
    'not yet',
    'never',
    'no wait',
    'nope',
    'nah',
    'none of them',
    'nein',
    'nvm later',
    'né',
    'next one',
  ]

  test.each(words)('is not sent with the label in front, however slowly it comes: %s', (word) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 20, maxLength: 20 }), (gaps) => {
        const [state, now] = typed(beginForm([store], {}, 0), word, (index) => gaps[index] ?? 600, 400)
        expect(advance(state, enterKey, now + 600).outcome).toBeUndefined()
      }),
    )
  })

  test('is asked about, and goes out by another Enter after a look', async () => {
    const desk = new Desk()
    const ask = await desk.ask([store])
    expect(await desk.type('n', 'o', enter)).toContain('! Is "Files, o" your answer? Enter again: yes. Esc: back.')
    expect(await desk.burst(enter, enter)).toContain('! Is "Files, o" your answer?')
    expect(ask.outcome()).toBe('open')
    await desk.type(enter)
    expect(await ask.ended).toEqual([{ id: 'a', selected: [], custom: 'Files, o' }])
  })

  test('is taken back by Esc: the list is as it was, and the words are kept unmarked', async () => {
    const desk = new Desk()
    const ask = await desk.ask([store])
    await desk.type('2', up, 'n', 'o', enter)
    expect(await desk.type(escape)).toContain('> ( ) 1. Files\n  (*) 2. SQLite\n  ( ) 3. Redis\n  ( )    Files, o')
    await desk.type(enter)
    expect(await ask.ended).toEqual([{ id: 'a', selected: ['Files'] }])
  })

  test('is asked about at the list too, once its field was left', async () => {
    const desk = new Desk()
    const ask = await desk.ask([{ ...targets, options: [{ label: 'linux' }, { label: 'mac' }] }])
    expect(await desk.type('n', 'o', enter)).toContain('> [x]    linux, o')
    expect(await desk.type(enter)).toContain('! Is "linux, o" your answer?')
    expect(ask.outcome()).toBe('open')
    await desk.type(escape)
    expect(await desk.look()).toContain('> [ ] 1. linux')
  })

  test.each([['but run the tests first'], [' only on staging'], ['不过先备份'], ['with WAL on']])(
    'is not what other words are taken for: %s',
    async (added) => {
      const desk = new Desk()
      const ask = await desk.ask([store])
      await desk.type('n', added, enter)
      expect(await ask.ended).toEqual([{ id: 'a', selected: [], custom: `Files, ${added}` }])
    },
  )
})

describe('a label with nothing behind it', () => {
  test.each([
    ['Esc', [escape]],
    ['Up', [up]],
    ['Tab and back', [tab, back]],
    ['Esc after a Backspace', [backspace, escape]],
    ['Esc after two', [backspace, backspace, escape]],
    ['Esc after more blanks', ['  ', escape]],
    ['a reply that is not written', [keys.ctrlR, escape]],
  ])('is no draft: what was there is there again after %s', async (_, way) => {
    const desk = new Desk()
    const ask = await desk.ask([store, why])
    await desk.type('2', up)
    const rows = (screen: string): string[] => screen.match(/\(.\) .*/g) ?? []
    const before = await desk.look()
    const after = await desk.type('n', ...way)
    expect(rows(after)).toEqual(rows(before))
    expect(after).toContain('(*) 2. SQLite')
    expect(after).not.toContain('Files,')
    await desk.type(ctrlC)
    expect(await ask.ended).toMatchObject({ code: 'ASK_CANCELLED' })
    expect(await desk.look()).not.toContain('Files')
  })

  test.each([
    ['en', targets, 'linux,'],
    ['zh', { ...targets, options: [{ label: '值班同事' }, { label: '所有人' }] }, '值班同事，'],
  ] as const)('is no answer at the review, nor sent: %s', async (lang, question, start) => {
    const desk = new Desk({ lang })
    const ask = await desk.ask([question])
    expect(await desk.type('n')).toContain(`> [ ]    ${start}`)
    expect(await desk.type(backspace, enter)).toContain('! ')
    expect(await desk.type(tab)).not.toContain(start)
    await desk.type(enter)
    expect(await ask.ended).toEqual([{ id: 'm', selected: [] }])
  })

  test('leaves other words as they were', async () => {
    const desk = new Desk()
    await desk.ask([store])
    await desk.type(end, 'mine', up, up)
    expect(await desk.type('n')).toContain('> (*)    SQLite, mine')
    expect(await desk.type(escape)).toContain('> ( ) 2. SQLite\n  ( ) 3. Redis\n  (*)    mine')
  })
})

test('after letters a Space marks nothing until it is pressed again, and Enter has to be as well', async () => {
  const desk = new Desk()
  const ask = await desk.ask([store])
  await desk.burst('yes')
  expect(await desk.type(' ')).toContain('! Letters mean nothing here. Space again marks the row with >.')
  expect(await desk.look()).toContain('> ( ) 1. Files')
  expect(await desk.type(enter)).toContain('! Letters mean nothing here. Enter again')
  expect(ask.outcome()).toBe('open')
  await desk.burst('oo')
  expect(await desk.type(' ', ' ')).toContain('> (*) 1. Files')
})

describe('a Space on words that are there', () => {
  const more = ' and more'

  test.each([[store], [targets]])('goes on with them, letter by letter, and none is lost', async (question) => {
    const desk = new Desk()
    const ask = await desk.ask([question])
    await desk.type(end, 'my words', escape)
    for (const letter of more) {
      desk.clock.pass(80)
      await desk.burst(letter)
    }
    expect(await desk.look()).toMatch(/> .[*x]. {4}my words and more/)
    await desk.type(enter, enter)
    expect(await ask.ended).toEqual([{ id: question.id, selected: [], custom: 'my words and more' }])
  })

  test('unmarks them where several may be chosen, and nothing is added by moving on', async () => {
    const desk = new Desk()
    await desk.ask([targets])
    expect(await desk.type(end, 'bsd', escape, ' ')).toContain('> [ ]    bsd')
    expect(await desk.type(up, down, ' ')).toContain('> [x]    bsd')
  })
})

test('a digit on the empty row of own words marks its option; one of no option is text', async () => {
  const desk = new Desk()
  const ask = await desk.ask([pair('a', 'Cache?', 'On', 'Off')])
  expect(await desk.type(end, '2')).toContain('> (*) 2. Off\n  ( )    Your own words')
  expect(await desk.type(end, '7')).toContain('> (*)    7')
  await desk.type(enter)
  expect(await ask.ended).toEqual([{ id: 'a', selected: [], custom: '7' }])
})
