/** Small windows: everything can be read before it is sent, and a cut says that it is one. */
import { describe, expect, test } from 'vitest'
import { Desk } from './desk.ts'
import { keys, store, targets, why } from './questions.ts'

const { down, up, enter, tab, ctrlR, pageDown, pageUp, escape } = keys

const sizes = [
  [20, 6],
  [40, 12],
  [80, 24],
  [200, 60],
  [0, 0],
] as const

const words = (name: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${name}${String(index).padStart(3, '0')}`).join(' ')

/** All words that have been in sight on the way through pages, none of which is higher than the window. */
async function read(desk: Desk, rows: number, key: string): Promise<Set<string>> {
  const seen = new Set<string>()
  for (let page = 0; page < 250; page++) {
    const screen = await desk.look()
    expect(screen.split('\n').length).toBeLessThanOrEqual(rows || 24)
    for (const [word] of screen.matchAll(/[a-z]\d{3}/g)) seen.add(word)
    if ((await desk.burst(key)) === screen) break
  }
  return seen
}

const all = (...names: readonly [string, number][]): Set<string> =>
  new Set(names.flatMap(([name, count]) => words(name, count).split(' ')))

describe.each(sizes)('at %ix%i', (columns, rows) => {
  test('question, details and the option with the focus can be read to the last word, and back', async () => {
    const desk = new Desk({ columns, rows })
    const options = [{ label: words('l', 20), description: words('d', 60) }, { label: 'Patch' }]
    await desk.ask([{ id: 'a', question: words('q', 30), detail: words('t', 60), options }, why])
    const whole = all(['q', 30], ['t', 60], ['l', 20], ['d', 60])
    expect(await read(desk, rows, pageDown)).toEqual(whole)
    const back = await read(desk, rows, pageUp)
    expect(back.has('q000')).toBe(true)
  })

  test('an answer can be read to the last word at the review', async () => {
    const desk = new Desk({ columns, rows })
    await desk.ask([why, { ...store, options: [{ label: words('l', 50) }] }])
    await desk.type(words('w', 80), enter, enter)
    await desk.burst(up)
    expect([...(await read(desk, rows, pageDown))]).toEqual(expect.arrayContaining([...all(['l', 50])]))
    await desk.burst(up)
    expect([...(await read(desk, rows, pageDown))]).toEqual(expect.arrayContaining([...all(['w', 80])]))
  })

  test('a reply can be read to the last word, with what becomes of it, in its preview', async () => {
    const desk = new Desk({ columns, rows })
    await desk.ask([store, targets])
    await desk.type(ctrlR, words('r', 90), enter)
    expect(await read(desk, rows, pageDown)).toEqual(all(['r', 90]))
    expect((await desk.look()).replace(/\s+/g, ' ')).toMatch(/skipped\./)
    for (let row = 0; row < 200; row++) await desk.burst(up)
    expect(await desk.look()).toContain('r000')
  })

  test('what is asked before dismissing is there whole', async () => {
    const desk = new Desk({ columns, rows })
    await desk.ask([store, targets, why])
    const screen = (await desk.type(escape)).replace(/\s+/g, ' ')
    expect(screen).toContain('Dismiss all 3 questions? Nothing will be sent.')
    expect(screen).toContain('y dismiss')
  })
})

test('a cut row ends with an ellipsis where there is no row to say so', async () => {
  const desk = new Desk({ columns: 20, rows: 6 })
  await desk.ask([{ ...store, question: words('q', 20) }])
  expect(await desk.look()).toMatch(/^\S.*\n.*…\n/)
  expect(await desk.burst(pageDown)).toMatch(/^….*\n.*…\n/)
})

test('marks say how many of the rows out of sight are chosen', async () => {
  const desk = new Desk({ columns: 40, rows: 12 })
  const options = Array.from({ length: 30 }, (_, index) => ({ label: `row ${index}` }))
  await desk.ask([{ ...targets, options }])
  await desk.type(' ', down, ' ', keys.end)
  expect(await desk.look()).toMatch(/\^ \d+ more above, 2 chosen/)
  await desk.type(keys.home, '/', 'row 2')
  expect(await desk.look()).toContain('2 chosen elsewhere')
  expect(await desk.type(enter)).toContain('Esc clear')
})

test('a lone confirmation is not left out by Tab, and says nothing of it', async () => {
  const desk = new Desk({ onlyOptions: true })
  const ask = await desk.ask([store])
  const before = await desk.look()
  expect(before).not.toContain('Tab')
  expect(await desk.type(tab, keys.right)).toBe(before)
  await desk.type(enter)
  expect(await ask.ended).toEqual([{ id: 'a', selected: ['Files'] }])
})

test('a receipt shows a line end in somebody’s words', async () => {
  const desk = new Desk()
  const ask = await desk.ask([why])
  await desk.type(keys.home, '\u001b[200~2\n\u001b[201~', enter)
  expect(await ask.ended).toEqual([{ id: 'why', selected: [], custom: '2\n' }])
  expect(await desk.look()).toContain('Why: "2↵"\n{"answers":[{"id":"why","selected":[],"custom":"2\\n"}]}')
})

test('of very much that was not sent so much is printed that it can be found again', async () => {
  const desk = new Desk()
  await desk.ask([why])
  const lines = Array.from({ length: 3000 }, (_, index) => `line ${index + 1}`).join('\n')
  await desk.burst(`\u001b[200~${lines}\u001b[201~`, keys.ctrlC)
  const { length } = (await desk.look(), desk.screen.transcript().split('\n'))
  expect(length).toBeLessThan(40)
  expect(desk.screen.transcript()).toContain('Why: line 1\n')
  expect(desk.screen.transcript()).toContain('… and 2980 more lines')
})
