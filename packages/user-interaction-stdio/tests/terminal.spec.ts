/** A real terminal: a person types at a pseudo-terminal and looks at its screen. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import { type IPty, spawn } from '@lydell/node-pty'
import { default as xterm } from '@xterm/headless'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Step } from './fixtures/program.ts'
import { programLine } from './program.ts'

const which: AskUserQuestionItem = { id: 'a', question: 'Which one?', options: [{ label: 'Alpha' }, { label: 'Beta' }] }
const why: AskUserQuestionItem = { id: 'why', question: 'Why?' }
const beta = [{ id: 'a', selected: ['Beta'] }]

/** A program at a terminal. */
class Desk {
  raw = ''
  readonly pty: IPty
  private readonly terminal: xterm.Terminal
  private readonly exit: Promise<number>
  private wake = (): void => {}

  constructor(plan: readonly Step[], env: NodeJS.ProcessEnv = {}, size: { cols?: number; typed?: string } = {}) {
    const [command, ...args] = programLine(plan)
    const { cols = 100, typed = '' } = size
    this.terminal = new xterm.Terminal({ cols, rows: 60, allowProposedApi: true })
    const plain = { ...process.env, NO_COLOR: '', TERM: 'xterm-256color', ...env } as Record<string, string>
    const cwd = fileURLToPath(new URL('..', import.meta.url))
    this.pty = spawn(command, args, { cols, rows: 60, cwd, env: plain })
    this.pty.write(typed)
    this.pty.onData((data) => {
      this.raw += data
      this.terminal.write(data, () => this.wake())
    })
    this.exit = new Promise((resolve) => this.pty.onExit(({ exitCode }) => resolve(exitCode)))
    onTestFinished(() => this.pty.kill('SIGKILL'))
  }

  /** The text of the screen. */
  screen(): string {
    const { active } = this.terminal.buffer
    const lines = Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString() ?? '')
    return lines
      .map((line) => line.trimEnd())
      .join('\n')
      .trimEnd()
  }

  /** Resolves once the screen ends with the text. */
  async shows(text: string): Promise<void> {
    const ended = this.exit.then((code) => Promise.reject(new Error(`it ended with ${code}:\n${this.screen()}`)))
    const shown = async (): Promise<void> => {
      while (!this.screen().endsWith(text)) await new Promise<void>((resolve) => (this.wake = resolve))
    }
    await Promise.race([shown(), ended])
  }

  /** Resolves once so much has been written, or the program has ended. */
  async changes(length: number): Promise<void> {
    const changed = async (): Promise<void> => {
      while (this.raw.length < length) await new Promise<void>((resolve) => (this.wake = resolve))
    }
    await Promise.race([changed(), this.exit])
  }

  /** The exit code. */
  end(): Promise<number> {
    return this.exit
  }
}

test("is asked, corrected and told what was sent, and types with the terminal's own editing", async () => {
  const desk = new Desk([{ questions: [which, why] }])
  await desk.shows('Answer:')
  desk.pty.write('3\r')
  await desk.shows('Nothing was taken from that line.\nAnswer:')
  desk.pty.write('1\u007f2\r')
  await desk.shows('/back /cancel /help\nAnswer:')
  desk.pty.write('审计之后\r')
  expect(await desk.end()).toBe(0)
  expect(desk.screen()).toBe(`
Question 1 of 2.
Which one?
  1. Alpha
  2. Beta
Type 1-2, a label or your own words. /skip /cancel /help
Answer: 3
3 is out of range: the options go from 1 to 2. Nothing was taken from that line.
Answer: 2
Noted: Beta

Question 2 of 2.
Why?
Type your answer. /skip /back /cancel /help
Answer: 审计之后

Sent:
  Which one: Beta
  Why: "审计之后"
[{"id":"a","selected":["Beta"]},{"id":"why","selected":[],"custom":"审计之后"}]`)
})

test('emphasises, but never moves the cursor; with NO_COLOR or ACCESSIBLE not even that', async () => {
  for (const env of [{}, { NO_COLOR: '1' }, { ACCESSIBLE: '1' }, { TERM: 'dumb' }]) {
    const desk = new Desk([{ questions: [which] }], env)
    await desk.shows('Answer:')
    desk.pty.write('2\r')
    await desk.end()
    const plain = ['1', '2', '22'].reduce((text, style) => text.replaceAll(`\u001b[${style}m`, ''), desk.raw)
    expect(plain === desk.raw).toBe(Object.keys(env).length > 0)
    // oxlint-disable-next-line no-control-regex
    expect(plain.replaceAll('\r\n', '\n')).not.toMatch(/[\u001b\r]/)
  }
})

test('pastes lines that answer the following questions of the same ask, and no other', async () => {
  const desk = new Desk([{ questions: [which, why] }, { questions: [which] }])
  await desk.shows('Answer:')
  desk.pty.write('2\rbecause\r1\r')
  await desk.shows(
    '  1\n\nWhich one?\n  1. Alpha\n  2. Beta\nType 1-2, a label or your own words. /skip /cancel /help\nAnswer:',
  )
  expect(desk.screen()).toContain('"because"}]\nNot sent, because it was typed before this question was there:\n  1\n')
  desk.pty.write('2\r')
  expect(await desk.end()).toBe(0)
  expect(desk.screen().endsWith(JSON.stringify(beta))).toBe(true)
})

describe('what is typed before a question is on the screen', () => {
  const early = 'Not sent, because it was typed before this question was there:'

  test.each([
    ['a line', '1\r', '  1\n'],
    ['several lines', '1\r1\r1\r', '  1\n  1\n  1\n'],
    ['half a line', '1', '  1\n'],
    ['a line and a half', '1\r1', '  1\n  1\n'],
  ])('does not answer the first one, and is shown as not sent: %s', async (_, typed, shown) => {
    const desk = new Desk([{ questions: [which] }], {}, { typed })
    await desk.shows('/skip /cancel /help\nAnswer:')
    expect(desk.screen()).toContain(`\n${early}\n${shown}\nWhich one?\n  1. Alpha\n`)
    expect(terminalModes(desk.pty)).toEqual(['echo', 'icanon', 'isig'])
    desk.pty.write('\r')
    await desk.shows('An empty line is no answer. Type one, or /skip to leave this question out.\nAnswer:')
    desk.pty.write('2\r')
    expect(await desk.end()).toBe(0)
    expect(desk.screen().endsWith(JSON.stringify(beta))).toBe(true)
  })

  test.each([
    ['lines', '1\r1\r', '\n1\n1\n', '  1\n  1\n'],
    ['half a line', '1', '\n1\n', '  1\n'],
  ])('does not answer one that comes after an answered one: %s', async (_, typed, echoed, shown) => {
    const desk = new Desk([{ questions: [which] }, { questions: [which], startOnHangup: true }])
    await desk.shows('Answer:')
    desk.pty.write('2\r')
    await desk.shows(JSON.stringify(beta))
    desk.pty.write(typed)
    await desk.shows(echoed.trimEnd())
    process.kill(desk.pty.pid, 'SIGHUP')
    await desk.shows('/skip /cancel /help\nAnswer:')
    expect(desk.screen()).toContain(`${JSON.stringify(beta)}${echoed}${early}\n${shown}\nWhich one?\n`)
    desk.pty.write('2\r')
    expect(await desk.end()).toBe(0)
    expect(desk.screen().endsWith(JSON.stringify(beta))).toBe(true)
  })

  test('is passed over in silence when it is only Enter', async () => {
    const desk = new Desk([{ questions: [which] }], {}, { typed: '\r\r' })
    await desk.shows('/skip /cancel /help\nAnswer:')
    expect(desk.screen()).not.toContain('Not sent')
  })
})

test('keeps a question, its options and the prompt together on a screen of forty columns and twelve rows', async () => {
  const folder = new URL('../../examples/questions/', import.meta.url)
  for (const file of readdirSync(folder)) {
    const { questions } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { questions: unknown[] }
    const desk = new Desk([{ questions: questions as AskUserQuestionItem[] }], {}, { cols: 40 })
    for (const _ of questions) {
      await desk.shows('Answer:')
      const block = desk.screen().trim().split('\n\n').at(-1) ?? ''
      expect(block).toMatch(/^(?:Question \d|\[)[^]*Answer:$/)
      expect(block.split('\n').length).toBeLessThanOrEqual(12)
      const before = desk.raw.length
      desk.pty.write('/skip\r')
      await desk.changes(before + 20)
    }
    expect(await desk.end()).toBe(0)
  }
})

test('ends the input with Ctrl-D, which is no answer', async () => {
  const desk = new Desk([{ questions: [which] }])
  await desk.shows('Answer:')
  desk.pty.write('\u0004')
  expect(await desk.end()).toBe(0)
  expect(desk.screen()).toContain(`Answer:
The input ended before an answer. Nothing was chosen and nothing was sent.
`)
})

describe('an ask that is aborted at a terminal', () => {
  test('lets the process end though the terminal stays open', async () => {
    const desk = new Desk([{ questions: [which], abortOn: 'SIGUSR2' }])
    await desk.shows('Answer:')
    process.kill(desk.pty.pid, 'SIGUSR2')
    expect(await desk.end()).toBe(0)
    expect(desk.screen()).toContain('Answer:\nThe question was withdrawn. Nothing was chosen and nothing was sent.\n')
  })

  test('takes with it what was typed and not entered: Enter does not send it to the next one', async () => {
    const desk = new Desk([{ questions: [which], abortOn: 'SIGUSR2' }, { questions: [which] }])
    await desk.shows('Answer:')
    desk.pty.write('1')
    await desk.shows('Answer: 1')
    process.kill(desk.pty.pid, 'SIGUSR2')
    await desk.shows('/skip /cancel /help\nAnswer:')
    expect(desk.screen()).toContain('Not sent, because it was typed for a question that is gone:\n  1\n\nWhich one?\n')
    desk.pty.write('\r')
    await desk.shows('An empty line is no answer. Type one, or /skip to leave this question out.\nAnswer:')
    expect(terminalModes(desk.pty)).toEqual(['echo', 'icanon', 'isig'])
    desk.pty.write('2\r')
    expect(await desk.end()).toBe(0)
    expect(desk.screen().endsWith(JSON.stringify(beta))).toBe(true)
  })

  test('takes with it the lines that are typed before the next one is shown', async () => {
    const desk = new Desk([
      { questions: [which], abortOn: 'SIGUSR2' },
      { questions: [which], startOnHangup: true },
    ])
    await desk.shows('Answer:')
    process.kill(desk.pty.pid, 'SIGUSR2')
    await desk.shows('before the user answered"}')
    desk.pty.write('1\r1\r')
    await desk.shows('}\n1\n1')
    process.kill(desk.pty.pid, 'SIGHUP')
    await desk.shows('/skip /cancel /help\nAnswer:')
    expect(desk.screen()).toContain(`
1
1
Not sent, because it was typed for a question that is gone:
  1
  1

Which one?
`)
    desk.pty.write('2\r')
    expect(await desk.end()).toBe(0)
    expect(desk.screen().endsWith(JSON.stringify(beta))).toBe(true)
  })
})

/** Which of the modes of an ordinary terminal are on. */
function terminalModes(pty: IPty): string[] {
  const settings = execFileSync('stty', ['-a', '-F', (pty as IPty & { ptsName: string }).ptsName]).toString()
  return ['echo', 'icanon', 'isig'].filter((mode) => new RegExp(`(?<![-\\w])${mode}\\b`).test(settings))
}
