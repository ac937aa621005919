/** The provider on its terminal: redraws, resizes, endings, and what it leaves behind. */
import { EventEmitter } from 'node:events'
import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { canRedraw, type TerminalOutput } from '../src/index.ts'
import { Desk, settle } from './desk.ts'
import { files, keys, pair, store, targets, why } from './questions.ts'

const { down, enter, end, ctrlC, tab } = keys

describe('a redraw', () => {
  test('touches only rows of the form: neither screen nor scrollback is ever cleared', async () => {
    const desk = new Desk()
    await desk.ask([files(40)])
    for (let step = 0; step < 30; step++) await desk.type(down)
    await desk.resize(40, 12)
    await desk.type(ctrlC)
    // oxlint-disable-next-line no-control-regex
    expect(desk.bytes).not.toMatch(/\u001b\[[23]J|\u001bc|\u001b\[H|\u001b\[\?1049/)
  })

  test('sends nothing for a key that changes nothing', async () => {
    const desk = new Desk()
    await desk.ask([store])
    await desk.look()
    const before = desk.bytes.length
    await desk.type('x', '\u0007')
    expect(desk.bytes.length).toBe(before)
  })

  test('is one piece: begun and ended as a synchronised update, with the edge closed meanwhile', async () => {
    const desk = new Desk()
    await desk.ask([store])
    const before = desk.bytes.length
    await desk.type(down)
    const frame = desk.bytes.slice(before)
    expect(frame.startsWith('\u001b[?2026h\u001b[?7l')).toBe(true)
    expect(frame.endsWith('\u001b[?7h\u001b[?2026l')).toBe(true)
  })
})

describe('a resize', () => {
  const sizes = [
    [100, 30],
    [40, 30],
    [18, 12],
    [30, 8],
    [100, 30],
    [200, 60],
    [24, 6],
    [100, 30],
  ] as const

  test.each([
    ['at a list', [targets], [' ', down]],
    [
      'in a field',
      [{ ...targets, id: 'field' }],
      [' ', end, 'some words that take more than one row of a narrow window, 数据库也是'],
    ],
    ['with details', [{ ...store, detail: 'A detail of some length that has to be wrapped.\n\n- and a list' }], [down]],
    ['at the review', [pair('a', 'Cache?', 'On', 'Off'), why], [enter, tab]],
  ])('leaves one form and no ghosts, and keeps focus, checks and text: %s', async (_, questions, pressed) => {
    const desk = new Desk({ columns: 100, rows: 30 })
    await desk.screen.write('above 1\r\nabove 2\r\n')
    await desk.ask(questions)
    const before = await desk.type(...pressed)
    for (const [columns, rows] of sizes) {
      const screen = await desk.resize(columns, rows)
      expect(screen.split('? The agent asks').length).toBeLessThanOrEqual(2)
      expect(screen.match(/Your own words|some words/g)?.length ?? 0).toBeLessThanOrEqual(1)
    }
    const form = before.slice(before.indexOf('? The agent asks'))
    expect((await desk.look()).endsWith(form)).toBe(true)
    await desk.type(ctrlC)
    expect(await desk.look()).not.toContain('The agent asks')
  })
})

describe('an ask that ends', () => {
  test('by its signal leaves no row and no listener, and the next one gets the very first key', async () => {
    const desk = new Desk()
    const aborted = await desk.ask([store])
    await desk.type(down)
    aborted.pending.end()
    expect(await aborted.ended).toMatchObject({ code: 'ASK_ABORTED' })
    expect(await desk.look()).toBe('The question was withdrawn. Nothing was chosen and nothing was sent.')
    expect(desk.listeners()).toBe(0)
    expect(desk.clock.running).toBe(0)
    const next = await desk.ask([store])
    await desk.type(enter)
    expect(await next.ended).toEqual([{ id: 'a', selected: ['Files'] }])
  })

  test('keeps what was typed for it readable, to the last word', async () => {
    const desk = new Desk()
    const ask = await desk.ask([store, why])
    await desk.type('2', tab, 'a long thought,\nin two lines')
    ask.pending.end('ASK_EXPIRED')
    expect(await desk.look()).toBe(`\
The time is up. Nothing was chosen and nothing was sent.
Not sent:
  Which store: SQLite
  Why: a long thought,
    in two lines`)
  })

  test('leaves as many listeners as there were, however often, and a terminal as it was', async () => {
    const desk = new Desk()
    for (let round = 0; round < 15; round++) {
      const answered = await desk.ask([store])
      expect(desk.input.isRaw).toBe(true)
      await desk.type(enter)
      await answered.ended
      const aborted = await desk.ask([store])
      aborted.pending.end()
      await aborted.ended
      expect(desk.listeners()).toBe(0)
      expect(desk.input.isRaw).toBe(false)
      expect(desk.input.isPaused()).toBe(true)
    }
    await desk.look()
    const { cursor, modes } = await desk.screen.state()
    expect(cursor.visible).toBe(true)
    expect(modes).toMatchObject({ bracketedPasteMode: false, sendFocusMode: false, wraparoundMode: true })
  })

  test('leaves a raw terminal raw and a flowing input flowing', async () => {
    const desk = new Desk()
    desk.input.setRawMode?.(true)
    desk.input.resume()
    const ask = await desk.ask([store])
    await desk.type(enter)
    await ask.ended
    expect(desk.input.isRaw).toBe(true)
    expect(desk.input.readableFlowing).toBe(true)
  })

  test('hands the next key to whoever reads the terminal after it', async () => {
    const desk = new Desk()
    const ask = await desk.ask([store])
    await desk.type(enter)
    await ask.ended
    let heard = ''
    desk.input.on('data', (chunk) => void (heard += String(chunk))).resume()
    await desk.type('h')
    expect(heard).toBe('h')
  })

  test('by Ctrl-C leaves the handlers of the host alone and ends no process', async () => {
    const desk = new Desk()
    const own = (): void => {}
    desk.host.on('SIGINT', own)
    const ask = await desk.ask([store])
    await desk.type(ctrlC)
    expect(await ask.ended).toMatchObject({ code: 'ASK_CANCELLED' })
    expect(desk.host.listeners('SIGINT')).toEqual([own])
    expect(desk.host.killed).toEqual([])
  })

  test('because the terminal has gone fails in words, and nobody can be asked any more', async () => {
    const desk = new Desk()
    const heard: boolean[] = []
    desk.provider.watchAnswerable((answerable) => heard.push(answerable))
    const ask = await desk.ask([store])
    await desk.hangUp()
    expect(await ask.ended).toMatchObject({
      code: 'PROVIDER_FAILED',
      message: 'the terminal gave no more keys before an answer',
    })
    await settle()
    expect(heard).toEqual([true, false])
    const next = await desk.ask([store])
    expect(await next.ended).toMatchObject({ code: 'PROVIDER_FAILED' })
  })
})

describe('a second ask', () => {
  test('waits behind the first and changes nothing of it', async () => {
    const desk = new Desk()
    const first = await desk.ask([targets])
    const before = await desk.type(' ', down)
    const second = await desk.ask([store], { atOnce: true })
    expect(await desk.look()).toBe(before)
    await desk.type(enter)
    expect(await first.ended).toEqual([{ id: 'm', selected: ['linux'] }])
    expect(await desk.look()).toContain('> ( ) 1. Files')
    desk.clock.pass(400)
    await desk.type(down, enter)
    expect(await second.ended).toEqual([{ id: 'a', selected: ['SQLite'] }])
  })

  test('shows in a counter as it comes and goes', async () => {
    let tell = (_count: number): void => {}
    const desk = new Desk({
      watchWaiting: (listener) => {
        tell = listener
        listener(1)
        return () => void (tell = () => {})
      },
    })
    await desk.ask([store])
    expect(await desk.look()).toContain('? The agent asks  1 more waiting')
    tell(0)
    expect(await desk.look()).not.toContain('waiting')
  })
})

describe('what others write meanwhile', () => {
  test('appears whole above the form: lines at once, a piece when its line ends or the form is gone', async () => {
    const desk = new Desk()
    const ask = await desk.ask([store])
    await desk.type(down)
    desk.output.write('a log line\nand a pie')
    expect(await desk.look()).toMatch(/^a log line\n *\? The agent asks\n/)
    desk.output.write('ce\n')
    expect(await desk.look()).toMatch(/^a log line\n *and a piece\n *\? The agent asks\n/)
    expect(await desk.look()).toContain('> ( ) 2. SQLite')
    desk.output.write('tail')
    await desk.type(enter)
    await ask.ended
    expect(await desk.look()).toMatch(/\{"answers":.*\}\n *tail$/)
    expect(Object.hasOwn(desk.output, 'write')).toBe(false)
  })

  test('goes to its own stream, which is given back', async () => {
    let text = ''
    const log = new Writable({
      write(chunk: Buffer, _encoding, done) {
        text += chunk.toString()
        done()
      },
    })
    const desk = new Desk({ alsoShown: [log as TerminalOutput] })
    const ask = await desk.ask([store])
    let called = false
    log.write(Buffer.from('数据\n'), () => void (called = true))
    await settle()
    expect([text, called]).toEqual(['数据\n', true])
    await desk.type(ctrlC)
    await ask.ended
    log.write('direct')
    expect(text).toBe('数据\ndirect')
  })

  test('in front of the form, on a line that had not ended, stays', async () => {
    const desk = new Desk()
    await desk.screen.write('Thinking...')
    await desk.ask([store])
    expect(await desk.look()).toMatch(/^Thinking\.\.\.\n\? The agent asks/)
  })
})

describe('a bell', () => {
  test.each([
    ['bell', '\u0007'],
    ['osc9', '\u001b]9;The agent has a question\u0007'],
  ] as const)('calls somebody whose terminal has no focus as the form opens: %s', async (notify, bytes) => {
    const desk = new Desk({ notify })
    await desk.ask([store], { atOnce: true })
    expect(desk.bytes).not.toContain(bytes)
    await desk.burst('\u001b[O')
    expect(desk.bytes).toContain(bytes)
    const once = desk.bytes.length
    await desk.burst('\u001b[O')
    expect(desk.bytes.length).toBe(once)
  })

  test('does not ring when it is off, nor for somebody who was there first', async () => {
    const off = new Desk({ notify: 'off' })
    await off.ask([store], { atOnce: true })
    await off.burst('\u001b[O')
    expect(off.bytes).not.toContain('\u0007')
    const left = new Desk()
    await left.ask([store])
    await left.burst(down, '\u001b[O')
    expect(left.bytes).not.toContain('\u0007')
  })
})

describe('a process that is stopped', () => {
  test('gives the terminal back, and has the form again when it goes on', async () => {
    const desk = new Desk()
    await desk.ask([store])
    const before = await desk.type(down)
    desk.host.emit('SIGTSTP')
    expect(desk.host.killed).toEqual(['4242 SIGTSTP'])
    expect(desk.input.isRaw).toBe(false)
    expect(await desk.look()).toBe(before)
    expect(desk.input.isRaw).toBe(true)
    expect(desk.bytes).toContain('\u001b[?2004l')
  })

  test('is stopped by Ctrl-Z as it would be without a form', async () => {
    const desk = new Desk()
    const ask = await desk.ask([store])
    await desk.type('\u001a')
    expect(desk.host.killed).toEqual(['0 SIGTSTP'])
    expect(desk.input.isRaw).toBe(false)
    expect(ask.outcome()).toBe('open')
  })
})

test.each(['SIGTERM', 'SIGHUP', 'SIGINT'])(
  'gives the terminal back before %s ends a process that does not handle it',
  async (signal) => {
    const desk = new Desk()
    await desk.ask([store])
    desk.host.emit(signal)
    expect(desk.input.isRaw).toBe(false)
    expect(desk.host.killed).toEqual([`4242 ${signal}`])
    expect(await desk.look()).toBe('')
  },
)

test('ends with PROVIDER_GONE when it is closed, and asks no more', async () => {
  const desk = new Desk()
  const ask = await desk.ask([store])
  desk.provider.close()
  desk.provider.close()
  expect(await ask.ended).toMatchObject({ code: 'PROVIDER_GONE' })
  expect(await (await desk.ask([store])).ended).toMatchObject({ code: 'PROVIDER_GONE' })
  expect(desk.listeners()).toBe(0)
})

test('runs what is to be run when a form opens, and tells it nothing', async () => {
  const heard: unknown[][] = []
  const desk = new Desk({ onAsk: (...args: unknown[]) => void heard.push(args) })
  await desk.ask([store])
  expect(heard).toEqual([[]])
})

describe('canRedraw', () => {
  const terminal = Object.assign(new EventEmitter(), { isTTY: true, setRawMode() {} }) as never
  const pipe = Object.assign(new EventEmitter(), { isTTY: false }) as never
  const poor = Object.assign(new EventEmitter(), { isTTY: true }) as never

  test.each([
    ['two terminals', terminal, terminal, {}, true],
    ['TERM=dumb', terminal, terminal, { TERM: 'dumb' }, false],
    ['ACCESSIBLE', terminal, terminal, { ACCESSIBLE: '1' }, false],
    ['no setRawMode', poor, terminal, {}, false],
    ['keys from a pipe', pipe, terminal, {}, false],
    ['a pipe to draw on', terminal, pipe, {}, false],
  ])('%s', (_, input, output, env, able) => {
    expect(canRedraw(input, output, env)).toBe(able)
  })
})
