/** The command with its form: where it is drawn, and what comes out of it. */
import { describe, expect, it } from 'vitest'
import { openTerminal, type Terminal } from './pty.ts'

const redraws = { ACCESSIBLE: '' }

/** Waits until the form is up and has been quiet for as long as keys do not count. */
async function ready(terminal: Terminal, text: string): Promise<void> {
  await terminal.shows(text)
  await new Promise((resolve) => setTimeout(resolve, 500))
}

const two = `$ASK -q 'Which database?' -o Postgres -o SQLite`

describe('on a terminal', () => {
  it('asks in a form, leaves a receipt and the terminal as it was, and prints the answer', async () => {
    const line = `before=$(stty -a); ${two} -q 'Why?'; rc=$?; [ "$before" = "$(stty -a)" ] && echo "rc=$rc same"`
    const terminal = openTerminal(line, redraws)
    await ready(terminal, '> ( ) 1. Postgres')
    terminal.type('\u001b[B\r')
    await ready(terminal, '[? Why]')
    terminal.type('because\r')
    await ready(terminal, '> Send')
    terminal.type('\r')
    await terminal.ended
    expect(terminal.screen()).toBe(`\
Sent to the agent:
  Which database: SQLite
  Why: "because"
{"answers":[{"id":"q1","selected":["SQLite"]},{"id":"q2","selected":[],"custom":"because"}]}
rc=0 same`)
  })

  it('does so while standard input carries data and standard output is a variable of the shell', async () => {
    const terminal = openTerminal(`printf 'data\\n' | { choice=$(${two} --plain); echo "got=$choice"; cat; }`, redraws)
    await ready(terminal, '> ( ) 1. Postgres')
    terminal.type('\r')
    await terminal.ended
    expect(terminal.screen()).toMatch(/got=Postgres\ndata$/)
  })

  it('ends with 1 when it is dismissed, with nothing on standard output', async () => {
    const terminal = openTerminal(`out=$(${two}); echo "rc=$? out=$out"`, redraws)
    await ready(terminal, '> ( ) 1. Postgres')
    terminal.type('\u001b')
    await ready(terminal, 'Dismiss the question?')
    terminal.type('y')
    await terminal.ended
    expect(terminal.screen()).toMatch(/nothing was chosen\.\nrc=1 out=$/i)
  })

  it('ends with 130 at Ctrl-C, as anywhere else', async () => {
    const terminal = openTerminal(`out=$(${two}); echo "rc=$? out=$out"`, redraws)
    await ready(terminal, '> ( ) 1. Postgres')
    terminal.type('\u0003')
    await terminal.ended
    expect(terminal.screen()).toMatch(/rc=130 out=$/)
  })

  it('runs a command when the form appears, which is told nothing of the question', async () => {
    const terminal = openTerminal(
      `file=$(mktemp); ${two} --on-ask "echo called > $file"; cat "$file"; rm "$file"`,
      redraws,
    )
    await ready(terminal, '> ( ) 1. Postgres')
    terminal.type('\r')
    await terminal.ended
    expect(terminal.screen()).toMatch(/\}\ncalled$/)
  })

  it('takes nothing but an option for --confirm', async () => {
    const terminal = openTerminal(`$ASK --confirm 'Deploy?'; echo "rc=$?"`, redraws)
    await ready(terminal, '1. Yes')
    expect(terminal.screen()).not.toContain('Your own words')
    terminal.type('\r')
    await terminal.ended
    expect(terminal.screen()).toMatch(/rc=0$/)
  })

  it('expires, and leaves the terminal as it was', async () => {
    const line = `before=$(stty -a); ${two} --deadline 500ms; rc=$?; [ "$before" = "$(stty -a)" ] && echo "rc=$rc same"`
    const terminal = openTerminal(line, redraws)
    await terminal.ended
    expect(terminal.screen()).toMatch(/rc=4 same$/)
  })
})

it.each([
  ['a file', '2>"$file"; cat "$file"'],
  ['a pipe', '2>&1 >"$file" | cat; cat "$file"'],
])('asks on the terminal when standard error is %s: whoever types there sees what is asked', async (_, rest) => {
  const line = `file=$(mktemp); before=$(stty -a); ${two} ${rest}; rm "$file"; [ "$before" = "$(stty -a)" ] && echo same`
  const terminal = openTerminal(line, redraws)
  await ready(terminal, '> ( ) 1. Postgres')
  terminal.type('\u001b[B\r')
  await terminal.ended
  expect(terminal.screen()).toContain('Which database: SQLite')
  expect(terminal.screen()).toContain('{"answers":[{"id":"q1","selected":["SQLite"]}]}')
  expect(terminal.screen()).toMatch(/same$/)
})

it('asks in lines where it was told to, although standard error is a file', async () => {
  const asked = 'until grep -q Answer: "$file"; do sleep 0.1; done; echo asked >/dev/tty'
  const line = `file=$(mktemp); { ${asked}; } & ${two} --provider stdio 2>"$file"; rm "$file"`
  const terminal = openTerminal(line, redraws)
  await terminal.shows('asked')
  terminal.type('2\r')
  await terminal.ended
  expect(terminal.screen()).toContain('{"answers":[{"id":"q1","selected":["SQLite"]}]}')
})

describe('asks in lines', () => {
  it.each([
    ['with ACCESSIBLE', '', { ACCESSIBLE: '1' }],
    ['with TERM=dumb', '', { ACCESSIBLE: '', TERM: 'dumb' }],
    ['when standard error is a pipe and the terminal is dumb', ' 2>&1 | cat', { ACCESSIBLE: '', TERM: 'dumb' }],
  ])('%s', async (_, more, env) => {
    const terminal = openTerminal(two + more, env)
    await terminal.shows('Answer:')
    terminal.type('2\r')
    await terminal.ended
    expect(terminal.screen()).toContain('{"answers":[{"id":"q1","selected":["SQLite"]}]}')
  })

  it('with CI, unless it is told to draw a form', async () => {
    const lines = openTerminal(two, { ...redraws, CI: 'true' })
    await lines.shows('Answer:')
    const form = openTerminal(two.replace('$ASK', '$ASK --provider tui'), { ...redraws, CI: 'true' })
    await form.shows('> ( ) 1. Postgres')
    expect(lines.screen()).not.toContain('> ( )')
  })
})
