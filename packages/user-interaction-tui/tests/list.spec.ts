/** Choosing at a list: what keys do, and what they do not. */
import { describe, expect, test } from 'vitest'
import { Desk } from './desk.ts'
import { files, keys, pair, paste, store, targets, why } from './questions.ts'

const { down, up, enter, end, escape, ctrlC, tab } = keys

describe('keys that were on their way when the form appeared', () => {
  test('commit nothing, and the form tells that they were not used', async () => {
    const desk = new Desk()
    const ask = await desk.ask([store], { atOnce: true })
    expect(await desk.burst('umbers 2\r')).toContain('! Keys pressed as this appeared were not used.')
    expect(ask.outcome()).toBe('open')
    expect(await desk.look()).toContain('> ( ) 1. Files')
  })

  test('go on not counting until 400 ms have passed without any', async () => {
    const desk = new Desk()
    const ask = await desk.ask([store], { atOnce: true })
    for (let round = 0; round < 5; round++) {
      desk.clock.pass(399)
      await desk.burst('2\r')
    }
    expect(ask.outcome()).toBe('open')
    desk.clock.pass(400)
    await desk.burst('2\r')
    expect(await ask.ended).toEqual([{ id: 'a', selected: ['SQLite'] }])
  })

  test('may still be the Ctrl-C that was meant for what came before: nothing is chosen', async () => {
    const desk = new Desk()
    const ask = await desk.ask([store], { atOnce: true })
    await desk.burst(ctrlC)
    expect(await ask.ended).toMatchObject({ code: 'ASK_CANCELLED' })
  })
})

describe('a word that is typed at a list', () => {
  const words = ['o', 'yes', 'no', 'ok', 'nn', 'rm -rf', 'please check the numbers 2', 'not now / later', '1st', 'jkno']

  test.each(words)('neither chooses nor becomes an answer by its Enter, however it arrives: %s', async (word) => {
    for (const pieces of [[`${word}\r`], [...word, enter], [word, enter]]) {
      const desk = new Desk()
      const ask = await desk.ask([store, why])
      for (const piece of pieces) {
        desk.clock.pass(120)
        await desk.burst(piece)
      }
      expect(await desk.look()).toMatch(/\[[?+] Which store\]/)
      await desk.type(ctrlC)
      expect(await ask.ended).toMatchObject({ code: 'ASK_CANCELLED' })
      expect(await desk.look()).not.toContain('Files,')
    }
  })

  test('says so at its Enter, and only another one, after a while, takes the row', async () => {
    const desk = new Desk()
    const ask = await desk.ask([store])
    await desk.burst('yes')
    expect(await desk.burst(enter, enter)).toContain('! ')
    expect(ask.outcome()).toBe('open')
    expect(await desk.type('x', enter)).toContain('! Letters mean nothing here')
    await desk.type(enter)
    expect(await ask.ended).toEqual([{ id: 'a', selected: ['Files'] }])
  })

  test('does nothing by any of its characters once one of them has meant nothing', async () => {
    const desk = new Desk()
    await desk.ask([store])
    const before = await desk.look()
    expect(await desk.burst('xjjn/2 ')).toBe(before)
  })

  test('does not count any more once the list is used', async () => {
    const desk = new Desk()
    const ask = await desk.ask([store])
    await desk.burst(`oo${down}${enter}`)
    expect(await ask.ended).toEqual([{ id: 'a', selected: ['SQLite'] }])
  })
})

describe('a digit', () => {
  test('marks its row visibly, and only Enter goes on; one beyond the options does nothing', async () => {
    const desk = new Desk()
    const ask = await desk.ask([store])
    const before = await desk.look()
    expect(await desk.type('9', '0', '4')).toBe(before)
    expect(await desk.type('2')).toContain('> (*) 2. SQLite')
    expect(await desk.type('3')).toContain('  ( ) 2. SQLite\n> (*) 3. Redis')
    expect(ask.outcome()).toBe('open')
    await desk.type(enter)
    expect(await ask.ended).toEqual([{ id: 'a', selected: ['Redis'] }])
  })

  test('checks and unchecks where several may be chosen, and never sends', async () => {
    const desk = new Desk()
    const ask = await desk.ask([targets])
    expect(await desk.type('1', '3')).toContain('  [x] 1. linux\n  [ ] 2. mac\n> [x] 3. win')
    expect(await desk.type('1')).toContain('> [ ] 1. linux')
    expect(ask.outcome()).toBe('open')
    await desk.type(enter)
    expect(await ask.ended).toEqual([{ id: 'm', selected: ['win'] }])
  })
})

describe('a number of more than one digit', () => {
  test('marks its row, digit by digit, as long as nothing comes between', async () => {
    const desk = new Desk()
    const ask = await desk.ask([files(120)])
    expect(await desk.type('1')).toContain('> (*)   1. file-001')
    expect(await desk.type('5')).toContain('> (*)  15. file-015')
    expect(await desk.type('3')).toContain('> (*)   3. file-003')
    expect(await desk.type('1', down, '2')).toContain('> (*)   2. file-002')
    expect(await desk.burst(`${down}129`)).toContain('> (*)   9. file-009')
    expect(await desk.type(down, '1', '1', '9')).toContain('> (*) 119. file-119')
    expect(ask.outcome()).toBe('open')
    await desk.type(enter)
    expect(await ask.ended).toEqual([{ id: 'f', selected: ['file-119'] }])
  })

  test('takes back what its first digits checked where several may be chosen', async () => {
    const desk = new Desk()
    const ask = await desk.ask([{ ...files(20), multiSelect: true }])
    await desk.type('2', down, '1')
    expect(await desk.type('5')).toContain('> [x] 15. file-15')
    expect(await desk.type(up, '1', '5')).toContain('> [ ] 15. file-15')
    await desk.type(down, '2', '0', enter)
    expect(await ask.ended).toEqual([{ id: 'f', selected: ['file-02', 'file-20'] }])
  })
})

describe('a key without a meaning', () => {
  test.each([
    ['control keys', '\u0007\u0013\u0011\f\u0001\u0002\u0004\u000e\u0010\u0014\u0015\u0016\u0017\u0018\u0019\u001c'],
    ['function keys and arrows with Ctrl', '\u001bOP\u001b[15~\u001b[1;5C\u001b[1;5B\u001b[2~\u001b[3~'],
    ['letters', 'abcdefghilmopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'],
    [
      'answers of the terminal',
      '\u001b[?62;22c\u001b[?2026;2$y\u001b]11;rgb:1/2/3\u0007\u001bP1+r\u001b\\\u001b[12;3R\u001b[<0;3;4M',
    ],
    ['keys of the extended protocol', '\u001b[57362u\u001b[57441;2u\u001b[97;1:3u\u001b[13;1:3u\u001b[99;9u'],
  ])('changes nothing: %s', async (_, bytes) => {
    const desk = new Desk()
    const ask = await desk.ask([store])
    const before = await desk.look()
    expect(await desk.type(bytes)).toBe(before)
    expect(ask.outcome()).toBe('open')
  })
})

test('takes the forms of keys that extended terminals send', async () => {
  const desk = new Desk()
  let ask = await desk.ask([store])
  await desk.type('\u001b[B', '\u001b[13u')
  expect(await ask.ended).toEqual([{ id: 'a', selected: ['SQLite'] }])
  ask = await desk.ask([targets])
  expect(await desk.type('\u001b[50u\u001b[32;1u')).toContain('> [ ] 2. mac')
  expect(await desk.type('\u001b[27u')).toContain('Dismiss the question? Nothing will be sent.')
  expect(await desk.type('\u001b[27u')).not.toContain('Dismiss the question?')
  expect(await desk.type('\u001b[9u')).toContain('This is what will be sent:')
  expect(await desk.type('\u001b[9;2u')).toContain('> [ ] 2. mac')
  await desk.type('\u001b[57401u\u001b[57414u')
  expect(await ask.ended).toEqual([{ id: 'm', selected: ['mac'] }])
})

describe('Esc', () => {
  test('and an arrow in two pieces are the arrow', async () => {
    const desk = new Desk()
    const ask = await desk.ask([store])
    await desk.burst('\u001b')
    desk.clock.pass(20)
    await desk.burst('[B')
    await desk.type(enter)
    expect(await ask.ended).toEqual([{ id: 'a', selected: ['SQLite'] }])
  })

  test('alone acts within a tenth of a second: it asks, and only y dismisses', async () => {
    const desk = new Desk()
    const ask = await desk.ask([store])
    await desk.type('\u001b')
    desk.clock.pass(100)
    expect(await desk.look()).toContain('Dismiss the question? Nothing will be sent.')
    for (const key of [enter, 'n', ' ', down]) {
      expect(await desk.type(key)).toContain('> ( ) 1. Files')
      await desk.type(escape)
      expect(ask.outcome()).toBe('open')
    }
    await desk.type('y')
    expect(await ask.ended).toMatchObject({ code: 'ASK_CANCELLED' })
    expect(await desk.look()).toBe('Dismissed. Nothing was chosen and nothing was sent.')
  })
})

describe('several choices', () => {
  test('are dropped by Ctrl-C: there is no answer at all', async () => {
    const desk = new Desk()
    const ask = await desk.ask([targets])
    await desk.type(' ', ctrlC)
    expect(await ask.ended).toMatchObject({ code: 'ASK_CANCELLED' })
    expect(await desk.look()).toBe(`\
Dismissed. Nothing was chosen and nothing was sent.
Not sent:
  Which targets: linux`)
  })

  test('are not sent by Enter while there is none; the form says how to go on', async () => {
    const desk = new Desk()
    const ask = await desk.ask([targets])
    expect(await desk.type(enter)).toContain(
      '! Nothing is checked yet. Space checks a row; Tab leaves this question out.',
    )
    expect(ask.outcome()).toBe('open')
    await desk.type(tab, enter)
    expect(await ask.ended).toEqual([{ id: 'm', selected: [] }])
  })
})

test('moves with j and k, and not past the ends', async () => {
  const desk = new Desk()
  await desk.ask([store])
  expect(await desk.type('k')).toContain('> ( ) 1. Files')
  expect(await desk.type('jj')).toContain('> ( ) 3. Redis')
  expect(await desk.type('k')).toContain('> ( ) 2. SQLite')
  expect(await desk.type(end, down)).toContain('> ( )    Your own words')
})

test('marks with Space and takes the mark back; Enter chooses the row that has the focus', async () => {
  const desk = new Desk()
  const ask = await desk.ask([store])
  expect(await desk.type(' ')).toContain('> (*) 1. Files')
  expect(await desk.type(' ')).toContain('> ( ) 1. Files')
  await desk.type(' ', down, enter)
  expect(await ask.ended).toEqual([{ id: 'a', selected: ['SQLite'] }])
})

describe('"yes, but"', () => {
  test('opens the text with the label in it, and sends it as text', async () => {
    const desk = new Desk()
    const ask = await desk.ask([store])
    expect(await desk.type(down, 'n')).toContain('  ( ) 2. SQLite\n  ( ) 3. Redis\n> ( )    SQLite,')
    await desk.type('with WAL on', enter)
    expect(await ask.ended).toEqual([{ id: 'a', selected: [], custom: 'SQLite, with WAL on' }])
  })

  test('keeps what was typed before', async () => {
    const desk = new Desk()
    await desk.ask([store])
    await desk.type(end, 'on disk', up, 'n')
    expect(await desk.look()).toContain('> (*)    Redis, on disk')
    await desk.type(up, 'n')
    expect(await desk.look()).toContain('> (*)    Redis, on disk')
  })
})

describe('a filter', () => {
  test('shows what matches, keeps own words in reach, and goes with Esc', async () => {
    const desk = new Desk({ rows: 12, columns: 60 })
    const ask = await desk.ask([files(40)])
    expect(await desk.type('/', '3', '9')).toContain('/39  1 of 40\n> ( ) 39. file-39\n  ( )     Your own words')
    expect(await desk.type('x')).toContain('No option has that in it.')
    await desk.type(keys.backspace, enter)
    expect(ask.outcome()).toBe('open')
    expect(await desk.type(' ')).toContain('> (*) 39. file-39')
    expect(await desk.type('1')).toContain('> (*) 39. file-39')
    expect(await desk.type(escape)).toContain('more above')
    await desk.type(enter)
    expect(await ask.ended).toEqual([{ id: 'f', selected: ['file-39'] }])
  })
})

describe('more rows than the screen has', () => {
  test('can all be reached, with marks, and no frame is higher than the screen', async () => {
    const desk = new Desk({ columns: 40, rows: 12 })
    const ask = await desk.ask([files(40)])
    expect(await desk.look()).toContain('more below')
    for (let step = 1; step < 40; step++) {
      const screen = await desk.type(down)
      expect(screen).toContain(`> ( ) ${String(step + 1).padStart(2)}. file-${String(step + 1).padStart(2, '0')}`)
      expect(screen.split('\n').length).toBeLessThanOrEqual(12)
      expect(screen).toMatch(/^\? The agent asks\nWhich file\?\n/)
    }
    expect(await desk.look()).toMatch(/\^ \d+ more above/)
    await desk.type(enter)
    expect(await ask.ended).toEqual([{ id: 'f', selected: ['file-40'] }])
  })

  test('are reached by pages and ends too', async () => {
    const desk = new Desk({ columns: 40, rows: 12 })
    await desk.ask([files(2000)])
    expect(await desk.type(keys.pageDown)).toContain('> ( )    6. file-0006')
    expect(await desk.type(end, up)).toContain('> ( ) 2000. file-2000')
    expect(await desk.type(keys.pageUp)).toContain('> ( ) 1995. file-1995')
    expect(await desk.type(keys.home)).toContain('> ( )    1. file-0001')
  })
})

test('goes to another question with Tab and the arrows, and comes back to the choice', async () => {
  const desk = new Desk()
  const ask = await desk.ask([pair('a', 'Cache?', 'On', 'Off'), pair('b', 'Logs?', 'On', 'Off')])
  await desk.type(enter, keys.back)
  expect(await desk.look()).toContain('> (*) 1. On')
  expect(await desk.look()).toContain('[+ Cache] ? Logs')
  await desk.type(down, enter, enter, enter)
  expect(await ask.ended).toEqual([
    { id: 'a', selected: ['Off'] },
    { id: 'b', selected: ['On'] },
  ])
})

test('takes a paste at the list as own words, and sends nothing', async () => {
  const desk = new Desk()
  const ask = await desk.ask([store])
  expect(await desk.type(paste('one\rtwo\r'))).toContain('> (*)    one\n         two')
  expect(ask.outcome()).toBe('open')
})
