import { describe, expect, it, onTestFinished } from 'vitest'
import { Screen } from '../src/terminal.ts'

async function screenOf(bytes: string, options = {}): Promise<Screen> {
  const screen = new Screen({ columns: 20, rows: 4, lineFeeds: true, ...options })
  onTestFinished(() => screen.dispose())
  await screen.write(bytes)
  return screen
}

const untouched = {
  title: '',
  clipboard: undefined,
  alternate: false,
  cursor: { column: 0, row: 0, visible: true, style: 0 },
  scrollRegion: '1;4',
  bells: 0,
  commands: [],
  modes: {
    applicationCursorKeysMode: false,
    applicationKeypadMode: false,
    bracketedPasteMode: false,
    insertMode: false,
    mouseTrackingMode: 'none',
    originMode: false,
    reverseWraparoundMode: false,
    sendFocusMode: false,
    synchronizedOutputMode: false,
    wraparoundMode: true,
  },
}

describe('a screen', () => {
  it('shows the visible rows as text, and keeps what scrolled away', async () => {
    const screen = await screenOf('one\ntwo\nthree   \nfour\n\u001b[1mfive\u001b[0m\n')
    expect(screen.text()).toBe('three\nfour\nfive')
    expect(screen.transcript()).toBe('one\ntwo\nthree\nfour\nfive')
  })

  it('puts lines that wrapped at the edge together again in the transcript', async () => {
    const screen = await screenOf('a line of more than twenty columns\nnext')
    expect(screen.text()).toBe('a line of more than\ntwenty columns\nnext')
    expect(screen.transcript()).toBe('a line of more than twenty columns\nnext')
  })

  it('tells how a cell looks', async () => {
    const screen = await screenOf('\u001b[1;31mr\u001b[0;4;48;2;255;128;0mo\u001b[0;7;2mi\u001b[0mn数')
    expect(screen.cell(0, 0)).toEqual({
      text: 'r',
      foreground: 'palette:1',
      background: 'default',
      bold: true,
      dim: false,
      underline: false,
      inverse: false,
    })
    expect(screen.cell(1, 0)).toMatchObject({ text: 'o', background: 'rgb:ff8000', bold: false, underline: true })
    expect(screen.cell(2, 0)).toMatchObject({ text: 'i', dim: true, inverse: true })
    expect(screen.cell(3, 0)).toMatchObject({ text: 'n', foreground: 'default', background: 'default', inverse: false })
    expect(screen.cell(4, 0).text).toBe('数')
    expect(() => screen.cell(20, 0)).toThrow('there is no cell at column 20, row 0')
  })

  it('is in its first state until a program changes it', async () => {
    expect(await (await screenOf('')).state()).toEqual(untouched)
  })

  it.each([
    ['the title', '\u001b]0;mine\u0007', { title: 'mine' }],
    ['the clipboard', '\u001b]52;c;ZXZpbA==\u0007', { clipboard: 'c;ZXZpbA==' }],
    ['the alternate screen', '\u001b[?1049h', { alternate: true }],
    ['the cursor', '\u001b[?25l\u001b[5 q\u001b[2;3H', { cursor: { column: 2, row: 1, visible: false, style: 5 } }],
    ['what scrolls', '\u001b[2;3r', { scrollRegion: '2;3' }],
    ['the bell', '\u0007\u0007', { bells: 2 }],
    [
      'colours, links and notices',
      '\u001b]4;1;red\u0007\u001b]8;;http://x\u0007\u001b]9;hi\u0007',
      { commands: [4, 8, 9] },
    ],
    [
      'a mode',
      '\u001b[?2004h\u001b[?1h',
      { modes: { ...untouched.modes, bracketedPasteMode: true, applicationCursorKeysMode: true } },
    ],
    ['the mouse', '\u001b[?1003h', { modes: { ...untouched.modes, mouseTrackingMode: 'any' } }],
  ])('tells that a program changed %s', async (_, bytes, changed) => {
    expect(await (await screenOf(bytes)).state()).toMatchObject(changed)
  })

  it('answers a program what it asks, and keeps its own questions to itself', async () => {
    const replies: string[] = []
    const screen = new Screen({}, (reply) => replies.push(reply))
    onTestFinished(() => screen.dispose())
    await screen.state()
    void screen.write('ab\u001b[6n')
    await screen.state()
    expect(replies).toEqual(['\u001b[1;3R'])
  })

  it('takes another size', async () => {
    const screen = await screenOf('a line of more than twenty columns\n')
    screen.resize(40, 4)
    expect(screen.text()).toBe('a line of more than twenty columns')
  })
})
