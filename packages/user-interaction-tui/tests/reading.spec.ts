/** What is read before it is sent, and what the hints leave in sight. */
import { describe, expect, test } from 'vitest'
import { endingOf, renderEnding } from '../src/receipt.ts'
import { beginForm } from '../src/form/opening.ts'
import { messages } from '../src/lang.ts'
import { renderMarkdown } from '../src/markdown.ts'
import { textOf } from '../src/style.ts'
import { Desk } from './desk.ts'
import { batch, keys, pair, store, targets, why } from './questions.ts'

const { enter, tab, escape, ctrlR, pageDown } = keys

const long = Array.from({ length: 40 }, (_, index) => `w${String(index).padStart(3, '0')}`).join(' ')

describe('a review that does not fit', () => {
  test('says what is above and below, and Enter reads on to the last word before it sends', async () => {
    const desk = new Desk({ columns: 20, rows: 6 })
    const ask = await desk.ask([pair('a', 'Cache?', 'On', 'Off'), pair('b', 'Logs?', 'On', 'Off'), why])
    let screen = await desk.type(enter, enter, long, enter)
    expect(screen).toBe(
      `\
 + 1  + 2  + 3 [Rev…
This is what will b…
^ + Logs: On
  + Why: "w000 w001…
> Send
Enter read on Ctrl-C`.replace(/^.*\n/, screen.slice(0, screen.indexOf('\n') + 1)),
    )
    const seen = new Set<string>()
    for (let page = 0; page < 60 && !screen.includes('Enter send'); page++) {
      expect(ask.outcome()).toBe('open')
      screen = await desk.type(enter)
      for (const [word] of screen.matchAll(/w\d{3}|Cache: On/g)) seen.add(word)
    }
    expect([...seen].toSorted()).toEqual(['Cache: On', ...long.split(' ')])
    expect(screen).toContain('> Send')
    await desk.type(enter)
    expect(await ask.ended).toMatchObject([{ selected: ['On'] }, { selected: ['On'] }, { custom: long }])
  })

  test('is not sent by an Enter that is held down through it', async () => {
    const desk = new Desk({ columns: 20, rows: 6 })
    const ask = await desk.ask([store, why])
    await desk.type(enter, long, enter)
    desk.clock.pass(1000)
    for (let time = 0; time < 90; time++) {
      await desk.burst(enter)
      desk.clock.pass(33)
    }
    expect(ask.outcome()).toBe('open')
  })

  test('is left by an arrow as before: Enter then goes to the question', async () => {
    const desk = new Desk({ columns: 20, rows: 6 })
    await desk.ask([store, why])
    await desk.type(enter, long, enter)
    expect(await desk.type(enter, keys.up)).toContain('Enter go there')
  })
})

test('Tab stays at the review, as Right does at an end; Shift-Tab goes back', async () => {
  const desk = new Desk()
  await desk.ask([store, why])
  const review = await desk.type(tab, tab)
  expect(review).toContain('[Review]')
  expect(await desk.type(tab, tab)).toBe(review)
  expect(await desk.type(keys.back)).toContain('[- Why]')
})

describe('the hints', () => {
  const exit = /Esc|Ctrl-C/

  test.each([
    [80, 24],
    [40, 12],
    [20, 6],
  ])('name a way out at %ix%i, wherever the person is', async (columns, rows) => {
    for (const lang of ['en', 'zh'] as const) {
      const desk = new Desk({ columns, rows, lang })
      await desk.ask([batch[0] ?? store, targets, why])
      const ways = [
        [],
        ['n'],
        ['x', escape],
        [tab],
        [' '],
        [keys.end],
        ['bsd'],
        [enter],
        [tab],
        ['text'],
        [tab],
        [ctrlR],
        ['all', enter],
      ]
      for (const way of ways) expect((await desk.type(...way)).split('\n').at(-1), String(way)).toMatch(exit)
    }
  })

  test('tell of a reply to all only where there is more than one question', async () => {
    const desk = new Desk({ columns: 200 })
    await desk.ask([store])
    expect(await desk.look()).toMatch(/Esc dismiss {3}n yes, but\.\.\. {3}1-9 mark {3}Ctrl-C cancel$/)
    const several = new Desk({ columns: 200 })
    await several.ask([store, why])
    expect(await several.look()).toMatch(/Ctrl-C cancel {3}Ctrl-R reply instead$/)
  })
})

test('a row that fills the window keeps its last cell when it is drawn again', async () => {
  const desk = new Desk({ columns: 20, rows: 6 })
  await desk.ask([why, store])
  await desk.type('text', enter)
  expect(await desk.type(enter)).toContain('\nThis is what will b…\n')
})

describe('an ask that another surface has ended', () => {
  test.each([
    ['en', 'web', 'Answered on the page.', 'Dismissed on the page.'],
    ['en', 'tui', 'Answered on the terminal.', 'Dismissed on the terminal.'],
    ['en', 'stdio', 'Answered on the terminal.', 'Dismissed on the terminal.'],
    ['en', 'constructor', 'Answered on constructor.', 'Dismissed on constructor.'],
    ['zh', 'web', '已在网页上回答。', '已在网页上取消。'],
    ['zh', 'phone', '已在 phone 上回答。', '已在 phone 上取消。'],
  ] as const)('says where, in words: %s %s', (lang, surface, answered, dismissed) => {
    const text = messages[lang]
    const state = beginForm([why], {}, 0)
    const said = (code: string): string[] => renderEnding(endingOf({ code, surface }), state, text)
    expect(said('ASK_ABORTED')).toEqual([answered])
    expect(said('ASK_CANCELLED')).toEqual([dismissed])
  })
})

test.each([
  ['see [a link](http://example.com/x_(y)) there', 'see a link (http://example.com/x_(y)) there'],
  ['[http://a.b](http://a.b)', 'http://a.b'],
  ['![alt](pic.png) and [no link] (x)', 'alt (pic.png) and [no link] (x)'],
])('a link is readable: %s', (text, shown) => {
  expect(renderMarkdown(text, 80).map(textOf)).toEqual([shown])
})

test('a plan is read by pages of all its rows, and back', async () => {
  const desk = new Desk({ columns: 40, rows: 12 })
  const lines = Array.from({ length: 23 }, (_, index) => `- step ${String(index + 1).padStart(2, '0')}`)
  const intent = { kind: 'plan-review' as const, approve: 'Files' }
  await desk.ask([{ ...store, detail: lines.join('\n'), intent }])
  const seen = new Set<string>()
  let pages = 0
  for (let before = ''; before !== (await desk.look()); pages++) {
    before = await desk.look()
    const steps = [...before.matchAll(/step \d\d/g)].map(([step]) => step)
    expect(steps.length).toBeGreaterThan(1)
    for (const step of steps) seen.add(step)
    await desk.burst(pageDown)
  }
  expect(seen.size).toBe(23)
  expect(pages).toBeLessThan(8)
  for (let page = 0; page < pages; page++) await desk.burst(keys.pageUp)
  expect(await desk.look()).toContain('step 01')
})
