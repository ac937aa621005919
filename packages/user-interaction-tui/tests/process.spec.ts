/** A real process at a real terminal: answered, ended from without and within, and the terminal as it was. */
import { execFileSync } from 'node:child_process'
import type { Terminal } from '@deepseek-ai/dsh-testkit/terminal'
import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import { describe, expect, test } from 'vitest'
import type { Plan } from './fixtures/program.ts'
import { openProgram } from './pty.ts'

const which: AskUserQuestionItem = {
  id: 'a',
  question: 'Which store?',
  options: [{ label: 'Files' }, { label: 'SQLite' }],
}
const targets: AskUserQuestionItem = {
  id: 'm',
  question: 'Which targets?',
  multiSelect: true,
  options: [{ label: 'linux' }, { label: 'mac' }, { label: 'win' }],
}
const why: AskUserQuestionItem = { id: 'why', question: 'Why?' }

/** Waits until the form has been quiet for as long as keys do not count. */
async function ready(terminal: Terminal, text: string): Promise<void> {
  await terminal.waitFor(text)
  await new Promise((resolve) => setTimeout(resolve, 500))
}

/** The process that asks, found by what it was told. */
function pidOf(mark: string): number {
  const found = execFileSync('pgrep', ['-f', mark]).toString().trim().split('\n').map(Number)
  const pid = found.find((one) => {
    try {
      return execFileSync('ps', ['-o', 'comm=', '-p', String(one)])
        .toString()
        .startsWith('node')
    } catch {
      // The shell of a test that has ended.
      return false
    }
  })
  if (!pid) throw new Error(`no process was told ${mark}`)
  return pid
}

let runs = 0

/** Starts the program with a mark by which its process is found. */
function start(
  plan: Plan,
  room?: Parameters<typeof openProgram>[1],
): { terminal: Terminal; signal: (name: NodeJS.Signals) => void } {
  const mark = `mark-${process.pid}-${++runs}`
  const terminal = openProgram({ ...plan, config: { ...plan.config, mark } } as Plan, room)
  return { terminal, signal: (name) => void process.kill(pidOf(mark), name) }
}

async function expectSane(terminal: Terminal): Promise<void> {
  const { cursor, modes } = await terminal.state()
  expect(cursor.visible).toBe(true)
  expect(modes['bracketedPasteMode']).toBe(false)
  expect(modes['sendFocusMode']).toBe(false)
  expect(modes['wraparoundMode']).toBe(true)
}

test('takes a batch: a choice corrected after going back, several with words beside them, one skipped', async () => {
  const { terminal } = start({ asks: [[which, targets, why]] })
  await ready(terminal, 'Which store?')
  terminal.press('enter')
  await ready(terminal, '[? Which targets]')
  terminal.type(' ')
  terminal.press('end')
  terminal.type('bsd, 也要')
  terminal.press('enter')
  await ready(terminal, '> [x]    bsd, 也要')
  terminal.press('enter')
  await terminal.waitFor('[? Why]')
  terminal.press('shift-tab', 'shift-tab')
  await ready(terminal, '[+ Which store]')
  terminal.press('down', 'enter')
  await terminal.waitFor('[? Why]')
  terminal.press('tab')
  await ready(terminal, 'This is what will be sent:')
  terminal.press('enter')
  expect(await terminal.exit).toMatchObject({ code: 0 })
  expect(terminal.text()).toBe(`\
Sent to the agent:
  Which store: SQLite
  Which targets: linux; "bsd, 也要"
  Why: (skipped)
{"answers":[{"id":"a","selected":["SQLite"]},{"id":"m","selected":["linux"],"cus
tom":"bsd, 也要"},{"id":"why","selected":[]}]}
RESULT {"answers":[{"id":"a","selected":["SQLite"]},{"id":"m","selected":["linux
"],"custom":"bsd, 也要"},{"id":"why","selected":[]}]}
LISTENERS 0
rc=0 same`)
  await expectSane(terminal)
})

describe('leaves the terminal as it was', () => {
  test('when it is dismissed with Ctrl-C, and nothing is chosen', async () => {
    const { terminal } = start({ asks: [[targets]] })
    await ready(terminal, 'Which targets?')
    terminal.type(' ')
    await terminal.waitFor('[x] 1. linux')
    terminal.press('ctrl-c')
    await terminal.exit
    expect(terminal.text()).toBe(`\
Dismissed. Nothing was chosen and nothing was sent.
Not sent:
  Which targets: linux
RESULT ASK_CANCELLED
LISTENERS 0
rc=0 same`)
    await expectSane(terminal)
  })

  test.each([
    ['abort', 'RESULT ASK_ABORTED', 0, 'The question was withdrawn.'],
    ['unload', 'RESULT PROVIDER_GONE', 0, 'The question was withdrawn.'],
    ['throw', 'something else went wrong', 1, ''],
    ['exit', '', 7, ''],
  ] as const)('when the program does this: %s', async (deed, result, code, said) => {
    const { terminal, signal } = start({ asks: [[why]], deed })
    await ready(terminal, 'Why?')
    terminal.type('half a thought')
    await terminal.waitFor('half a thought')
    signal('SIGUSR2')
    await terminal.exit
    expect(terminal.text()).toContain(result)
    expect(terminal.text()).toContain(said)
    expect(terminal.text()).toContain(`rc=${code} same`)
    if (said) expect(terminal.text()).toContain('Not sent:\n  Why: half a thought\n')
    await expectSane(terminal)
  })

  test('when the deadline passes', async () => {
    const { terminal } = start({ asks: [[which]], deadlineMs: 700 })
    await terminal.waitFor('The time is up.')
    await terminal.exit
    expect(terminal.text()).toMatch(/RESULT ASK_EXPIRED\nLISTENERS 0\nrc=0 same$/)
    await expectSane(terminal)
  })

  test.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGQUIT', 131],
    ['SIGINT', 130],
  ] as const)('when %s ends the process', async (name, code) => {
    const { terminal, signal } = start({ asks: [[which]] })
    await ready(terminal, 'Which store?')
    signal(name)
    await terminal.exit
    expect(terminal.text()).toContain(`rc=${code} same`)
    expect(terminal.text()).not.toContain('The agent asks')
    await expectSane(terminal)
  })
})

test('asks what comes second only after the first, and says meanwhile that it waits', async () => {
  const { terminal } = start({ asks: [[targets], [which]], together: true })
  await ready(terminal, '1 more waiting')
  terminal.type(' ')
  terminal.press('down', 'enter')
  await terminal.waitFor('RESULT {"answers":[{"id":"m","selected":["linux"]}]}')
  expect(terminal.text()).not.toContain('waiting')
  await ready(terminal, 'Which store?')
  terminal.press('down', 'enter')
  await terminal.exit
  expect(terminal.text()).toContain('RESULT {"answers":[{"id":"a","selected":["SQLite"]}]}\nLISTENERS 0\nrc=0 same')
})

test('shows what others write above the form, in whole lines, and keeps the form', async () => {
  const { terminal, signal } = start({ asks: [[which]], chatter: ['first line\nsecond ', 'half\nand an open end'] })
  await ready(terminal, 'Which store?')
  terminal.press('down')
  await terminal.waitFor('> ( ) 2. SQLite')
  signal('SIGUSR1')
  const whole = await terminal.waitFor(/^first line\nsecond half\n\? The agent asks\n[^]*Enter choose/)
  expect(whole).toContain('> ( ) 2. SQLite')
  terminal.press('enter')
  await terminal.exit
  expect(terminal.text()).toContain('first line\nsecond half\nSent to the agent:')
  expect(terminal.text()).toContain('and an open endRESULT {"answers":[{"id":"a","selected":["SQLite"]}]}')
})
