/** Own words: the field in the list, text of several lines, pastes, wide and joined characters. */
import { describe, expect, test } from 'vitest'
import { Desk } from './desk.ts'
import { keys, pair, paste, store, targets, why } from './questions.ts'

const { down, up, enter, end, escape, tab, back, left, backspace, newline } = keys

describe('the row of own words', () => {
  test('takes digits, j, k, q and spaces as text', async () => {
    const desk = new Desk()
    const ask = await desk.ask([store])
    await desk.type(down, down, down, enter, '15:00 jkq n/', enter)
    expect(await ask.ended).toEqual([{ id: 'a', selected: [], custom: '15:00 jkq n/' }])
  })

  test.each([['hello brave new world'], ['jkn/ 123'], [' led by a blank']])(
    'begins with what is typed on it, whole and in order: %s',
    async (text) => {
      const desk = new Desk()
      const ask = await desk.ask([store])
      await desk.type(end + text + enter)
      expect(await ask.ended).toEqual([{ id: 'a', selected: [], custom: text }])
    },
  )

  test('shows at once that it replaces the one choice, and that emptying it brings the choice back', async () => {
    const desk = new Desk()
    const ask = await desk.ask([store])
    await desk.type('2', end)
    expect(await desk.type('x')).toContain('  ( ) 2. SQLite\n  ( ) 3. Redis\n> (*)    x')
    expect(await desk.type(backspace)).toContain('  (*) 2. SQLite')
    expect(await desk.type('y', up, ' ')).toContain('> (*) 3. Redis\n  ( )    y')
    await desk.type(enter)
    expect(await ask.ended).toEqual([{ id: 'a', selected: ['Redis'] }])
  })

  test('changes nothing while it is empty', async () => {
    const desk = new Desk()
    const ask = await desk.ask([targets])
    expect(await desk.type(' ', end, enter, enter)).toContain('> [x] 1. linux')
    expect(await desk.look()).toContain('Nothing was typed, so nothing has changed.')
    await desk.type(enter)
    expect(await ask.ended).toEqual([{ id: 'm', selected: ['linux'] }])
  })

  test('stands beside the choices of several, and can be unchecked and edited again', async () => {
    const desk = new Desk()
    let ask = await desk.ask([targets])
    expect(await desk.type(' ', end, enter, 'bsd', enter)).toContain(
      '  [x] 1. linux\n  [ ] 2. mac\n  [ ] 3. win\n> [x]    bsd',
    )
    expect(await desk.type(' ')).toContain('> [ ]    bsd')
    await desk.type(up, enter)
    expect(await ask.ended).toEqual([{ id: 'm', selected: ['linux'] }])
    ask = await desk.ask([targets])
    await desk.type('1', end, 'bsd', enter, '!', enter, enter)
    expect(await ask.ended).toEqual([{ id: 'm', selected: ['linux'], custom: 'bsd!' }])
  })

  test('is left by the arrows and by Esc with its text kept', async () => {
    const desk = new Desk()
    await desk.ask([store])
    expect(await desk.type(end, 'kept', up)).toContain('> ( ) 3. Redis\n  (*)    kept')
    expect(await desk.type(down, '!', escape)).toContain('> (*)    kept!')
  })
})

test('keeps the text of each question apart, empty at first, there again on coming back', async () => {
  const desk = new Desk()
  const ask = await desk.ask([
    pair('a', 'Name?', 'x', 'y'),
    pair('b', 'Owner?', 'p', 'q'),
    pair('c', 'Three?', 'x', 'y'),
  ])
  expect(await desk.type(end, 'draft-one', tab)).not.toContain('draft-one')
  expect(await desk.type(end, enter)).not.toContain('draft-one')
  await desk.type('two', tab, end, 'three', back, back)
  expect(await desk.look()).toContain('> (*)    draft-one')
  await desk.type('!', tab, tab, tab, enter)
  expect(await ask.ended).toEqual([
    { id: 'a', selected: [], custom: 'draft-one!' },
    { id: 'b', selected: [], custom: 'two' },
    { id: 'c', selected: [], custom: 'three' },
  ])
})

describe('a field', () => {
  test('moves its cursor with Left, Right, Home and End, and changes no question by that', async () => {
    const desk = new Desk()
    const ask = await desk.ask([why, { id: 'b', question: 'Owner?' }])
    await desk.type('abc', left, left, 'X', keys.home, '<', end, '>', enter)
    expect(await desk.look()).toContain('Owner?')
    await desk.type(tab, enter)
    expect(await ask.ended).toMatchObject([
      { id: 'why', custom: '<aXbc>' },
      { id: 'b', selected: [] },
    ])
  })

  test.each([
    ['Ctrl-U', 'one two', '\u0015x', 'x'],
    ['Ctrl-K', 'one two', '\u0001\u000bx', 'x'],
    ['Ctrl-W', 'one two  ', '\u0017x', 'one x'],
    ['Alt-B and Alt-D', 'one two', '\u001bb\u001bdx', 'one x'],
    ['Ctrl-Left', 'one two', '\u001b[1;5Dx', 'one xtwo'],
    ['Alt-Backspace', 'one two', '\u001b\u007fx', 'one x'],
    ['Delete', 'one', '\u001b[H\u001b[3~', 'ne'],
    ['Alt-Enter', 'one', '\u001b\rtwo', 'one\ntwo'],
    ['Shift-Enter', 'one', '\u001b[13;2utwo', 'one\ntwo'],
    ['Ctrl-J', 'one', '\ntwo', 'one\ntwo'],
    ['Up and Down between lines', 'one\ntwo', '\u001b[A!\u001b[B!', 'one!\ntwo!'],
  ])('is edited as people expect: %s', async (_, text, bytes, result) => {
    const desk = new Desk()
    const ask = await desk.ask([why])
    await desk.type(text, bytes, enter)
    expect(await ask.ended).toEqual([{ id: 'why', selected: [], custom: result }])
  })

  test('stays open while it is empty, and says how to leave the question out', async () => {
    const desk = new Desk()
    const ask = await desk.ask([pair('a', 'Cache?', 'On', 'Off'), why])
    await desk.type(enter)
    expect(await desk.type(enter)).toContain('! Type an answer, or press Tab to leave this question out.')
    expect(await desk.type('  ', enter)).toContain('! Type an answer, or press Tab')
    expect(ask.outcome()).toBe('open')
    await desk.type(tab, enter)
    expect(await ask.ended).toEqual([
      { id: 'a', selected: ['On'] },
      { id: 'why', selected: [] },
    ])
  })

  test('keeps a long text in sight around the cursor', async () => {
    const desk = new Desk({ columns: 40, rows: 12 })
    await desk.ask([why])
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`)
    expect(await desk.type(lines.join(newline))).toContain('line 30')
    expect(await desk.type(...Array.from({ length: 29 }, () => up))).toContain('line 1\n')
  })
})

describe('a paste', () => {
  test('goes in whole, its line ends as line feeds, and does not send', async () => {
    const desk = new Desk()
    const ask = await desk.ask([why])
    await desk.type(paste('one\r\ntwo\rthree\n\tfour'))
    expect(ask.outcome()).toBe('open')
    await desk.type(enter)
    expect(await ask.ended).toEqual([{ id: 'why', selected: [], custom: 'one\ntwo\nthree\n\tfour' }])
  })

  test('is one paste however it is cut, and an Enter behind it in the same piece sends', async () => {
    const bytes = `${paste('long text, 词 👩‍💻')}\r`
    for (let cut = 1; cut < bytes.length; cut++) {
      const desk = new Desk()
      const ask = await desk.ask([why])
      await desk.burst(bytes.slice(0, cut), bytes.slice(cut))
      const outcome = ask.outcome()
      // A cut within a character leaves halves that no terminal would send.
      if (/[\ud800-\udbff]$/.test(bytes.slice(0, cut))) continue
      expect(outcome).toEqual([{ id: 'why', selected: [], custom: 'long text, 词 👩‍💻' }])
    }
  })

  test('that never ends is over after a while, and Ctrl-C works again', async () => {
    const desk = new Desk()
    const ask = await desk.ask([why])
    await desk.burst('\u001b[200~half')
    desk.clock.pass(2000)
    expect(await desk.look()).toContain('half')
    await desk.type(keys.ctrlC)
    expect(await ask.ended).toMatchObject({ code: 'ASK_CANCELLED' })
  })

  test.each([
    ['at once', ['\u001b[200~half', '\u0003']],
    ['in the same piece', ['\u001b[200~half\u0003']],
    ['within its end', ['\u001b[200~half\u001b[20', '\u0003']],
    ['as an extended terminal sends it', ['\u001b[200~half', '\u001b[99;5u']],
  ])('that has not ended is ended by the first Ctrl-C: %s', async (_, pieces) => {
    const desk = new Desk()
    const ask = await desk.ask([why])
    await desk.burst(...pieces)
    expect(await ask.ended).toMatchObject({ code: 'ASK_CANCELLED' })
    expect(await desk.look()).toContain('Not sent:\n  Why: half')
  })

  test('may hold what Ctrl-C sends, as long as it goes on behind it', async () => {
    const desk = new Desk()
    const ask = await desk.ask([why])
    await desk.burst(paste('a\u0003b'), enter)
    expect(await ask.ended).toEqual([{ id: 'why', selected: [], custom: 'ab' }])
  })

  test('is text and never obeyed', async () => {
    const desk = new Desk()
    const ask = await desk.ask([why])
    await desk.type(paste('a\u001b[31mred\u0007\u001b]0;title\u0007\u202eb'), enter)
    expect(await ask.ended).toEqual([{ id: 'why', selected: [], custom: 'aredb' }])
    expect(desk.bytes).not.toContain('\u001b[31m')
  })
})

describe('characters of more than one unit or cell', () => {
  test('go as a whole with Backspace', async () => {
    const desk = new Desk()
    const ask = await desk.ask([why])
    for (const emoji of ['😀', '👩‍💻', '🇩🇪', '👍🏽', 'e\u0301', '确', 'ℹ️'])
      await desk.type(`hi ${emoji}`, backspace, '\u0015')
    await desk.type('hi 👩‍💻', backspace, enter)
    expect(await ask.ended).toEqual([{ id: 'why', selected: [], custom: 'hi ' }])
  })

  test('are passed as a whole by the cursor, whose column is the width of what stands before it', async () => {
    const desk = new Desk()
    const ask = await desk.ask([{ id: 'n', question: '名称？' }])
    await desk.type('数据库')
    const start = 9
    expect((await desk.screen.state()).cursor).toMatchObject({ column: start + 6, visible: true })
    await desk.type(left, left)
    expect((await desk.screen.state()).cursor).toMatchObject({ column: start + 2 })
    await desk.type('x', enter)
    expect(await ask.ended).toEqual([{ id: 'n', selected: [], custom: '数x据库' }])
  })

  test('arrive whole when their bytes come in pieces', async () => {
    const desk = new Desk()
    const ask = await desk.ask([{ ...store, id: 'n' }])
    await desk.type(end, enter, '確認', new Uint8Array([0xe7, 0xa2]), new Uint8Array([0xba, 0xe8, 0xaa, 0x8d]), enter)
    expect(await ask.ended).toEqual([{ id: 'n', selected: [], custom: '確認確認' }])
  })
})

describe('where only options are an answer', () => {
  test('there is no row for words, and nothing begins any', async () => {
    const desk = new Desk({ onlyOptions: true })
    const ask = await desk.ask([store, why])
    const before = await desk.look()
    expect(before).not.toContain('Your own words')
    expect(before).not.toContain('yes, but')
    expect(await desk.type('n', paste('pasted'), keys.ctrlR)).toBe(before)
    expect(await desk.type(end)).toContain('> ( ) 3. Redis')
    expect(await desk.type('/', 'nothing', enter, 'x', enter, ' ')).toContain('[? Which store]')
    await desk.type(escape, keys.home, enter, 'text where there are none', enter, enter)
    expect(await ask.ended).toEqual([
      { id: 'a', selected: ['Files'] },
      { id: 'why', selected: [], custom: 'text where there are none' },
    ])
  })
})

test('leaves out what whoever asks says itself: receipt and ending, and never what was not sent', async () => {
  const desk = new Desk({ receipt: false, endings: false })
  const answered = await desk.ask([store])
  await desk.type(enter)
  await answered.ended
  expect(await desk.look()).toBe('')
  const aborted = await desk.ask([why])
  await desk.type('half')
  aborted.pending.end()
  expect(await desk.look()).toBe('Not sent:\n  Why: half')
})
