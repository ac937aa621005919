/** Real programs on real terminals. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { encodeKey, encodePaste } from '../src/keys.ts'
import { openTerminal, type Terminal, type TerminalOptions } from '../src/terminal.ts'

function open(script: string, options?: TerminalOptions): Terminal {
  const terminal = openTerminal(process.execPath, ['-e', script], options)
  onTestFinished(async () => void (await terminal.close('SIGKILL')))
  return terminal
}

/** Shows each chunk that it reads as JSON, in raw mode, until it reads a q. */
const echo = `
  process.stdin.setRawMode(true).setEncoding('utf8').on('data', (keys) => {
    if (keys === 'q') return process.exit(3)
    console.log(JSON.stringify(keys))
  })
  console.log('ready')`

describe('a program on a virtual terminal', () => {
  it('is on a terminal of the size it was given', async () => {
    const terminal = open(
      'const { stdin, stdout, env } = process; console.log(...[stdin.isTTY, stdout.columns, stdout.rows, env.TERM].map(String))',
      {
        columns: 60,
        rows: 12,
      },
    )
    expect(await terminal.exit).toEqual({ code: 0 })
    expect(terminal.text()).toBe('true 60 12 xterm-256color')
    expect(terminal.written).toBe('true 60 12 xterm-256color\r\n')
  })

  it('reads what is typed, pressed and pasted, and is waited for', async () => {
    const terminal = open(echo)
    await terminal.waitFor('ready')
    terminal.type('für 审计')
    await terminal.waitFor('"für 审计"')
    terminal.press('up', 'enter')
    await terminal.waitFor('"\\u001b[A\\r"')
    terminal.paste('one\r\ntwo')
    expect(await terminal.waitFor(/one.rtwo/)).toContain('"one\\rtwo"')
    terminal.type('q')
    expect(await terminal.exit).toEqual({ code: 3 })
  })

  it('gets the keys and pastes that it has asked for', async () => {
    const terminal = open(`process.stdout.write('\\x1b[?1h\\x1b[?2004h');${echo}`)
    await terminal.waitFor('ready')
    terminal.press('down')
    await terminal.waitFor('"\\u001bOB"')
    terminal.paste('one\ntwo')
    await terminal.waitFor('"\\u001b[200~one\\rtwo\\u001b[201~"')
    expect((await terminal.state()).modes['bracketedPasteMode']).toBe(true)
  })

  it('gets answers from the terminal', async () => {
    const terminal = open(`${echo}; process.stdout.write('ab\\x1b[6n')`)
    expect(await terminal.waitFor('R"')).toContain('"\\u001b[2;3R"')
  })

  it('hears that the terminal has another size', async () => {
    const terminal = open(`process.stdout.on('resize', () => console.log(process.stdout.columns));${echo}`)
    await terminal.waitFor('ready')
    terminal.resize(30, 10)
    expect(await terminal.waitFor('\n30')).toBe('ready\n30')
  })

  it('hears that the terminal was closed', async () => {
    const terminal = open(echo)
    await terminal.waitFor('ready')
    expect(await terminal.close()).toEqual({ code: 0, signal: 1 })
    terminal.type('x')
  })

  it('gets the environment and the folder that it was given', async () => {
    const terminal = open('console.log(process.cwd(), process.env.MINE, process.env.HOME)', {
      cwd: '/',
      env: { MINE: 'x' },
    })
    await terminal.exit
    expect(terminal.text()).toBe('/ x undefined')
  })
})

describe('waiting', () => {
  it('ends in words that show the screen when the program has ended', async () => {
    const terminal = open('console.log("bye")')
    await expect(terminal.waitFor('hello')).rejects.toThrow(
      'the program has ended with 0; waited for hello; the screen:\nbye',
    )
  })

  it('ends in words when patience does', async () => {
    const terminal = open(echo, { patienceMs: 20 })
    await expect(terminal.waitFor(() => false)).rejects.toThrow('20 ms have passed')
  })
})

describe('keys', () => {
  it('are the bytes of a terminal', () => {
    const keys = ['enter', 'shift-tab', 'escape', 'backspace', 'f5', 'ctrl-c', 'ctrl-a', 'left', 'home'] as const
    expect(keys.map((key) => encodeKey(key, false))).toEqual([
      '\r',
      '\u001b[Z',
      '\u001b',
      '\u007f',
      '\u001b[15~',
      '\u0003',
      '\u0001',
      '\u001b[D',
      '\u001b[H',
    ])
    expect(encodeKey('home', true)).toBe('\u001bOH')
    expect(encodePaste('a\r\nb\nc', true)).toBe('\u001b[200~a\rb\rc\u001b[201~')
  })
})
