/** The command in a real terminal, typed by hand. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTerminal } from './pty.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'terminal-'))
  const question = { id: 'db', question: 'Which database?', options: ['Postgres', 'SQLite'] }
  await writeFile(join(folder, 'q.json'), JSON.stringify(question))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const questions = (): string => join(folder, 'q.json')

describe('in a terminal', () => {
  it('shows the question, takes what is typed, and prints the answer', async () => {
    const terminal = openTerminal(`$ASK ${questions()}; echo "rc=$?"`)
    await terminal.shows('Answer:')
    terminal.type('2\r')
    expect(await terminal.ended).toBe(0)
    expect(terminal.screen()).toMatch(`Which database?
  1. Postgres
  2. SQLite
`)
    expect(terminal.screen()).toContain('{"answers":[{"id":"db","selected":["SQLite"]}]}\nrc=0')
  })

  it('lets the answer be corrected on the line before it is sent', async () => {
    const terminal = openTerminal(`$ASK -q 'Why?' --plain`)
    await terminal.shows('Answer:')
    terminal.type('becuase\u007f\u007f\u007f\u007f\u007fcause\r')
    expect(await terminal.ended).toBe(0)
    expect(terminal.screen()).toMatch(/\nbecause$/)
  })

  it('asks there while standard input carries the questions', async () => {
    const terminal = openTerminal(`cat ${questions()} | $ASK; echo "rc=$?"`)
    await terminal.shows('Answer:')
    terminal.type('1\r')
    await terminal.ended
    expect(terminal.screen()).toContain('{"answers":[{"id":"db","selected":["Postgres"]}]}\nrc=0')
  })

  it('asks there while standard input carries data, and leaves the data to the others', async () => {
    const terminal = openTerminal(`printf 'data\\n' | { $ASK ${questions()} --plain; echo "rc=$?"; cat; }`)
    await terminal.shows('Answer:')
    terminal.type('1\r')
    await terminal.ended
    expect(terminal.screen()).toMatch(/Postgres\nrc=0\ndata$/)
  })

  it('asks there while standard output is a variable of the shell', async () => {
    const terminal = openTerminal(`choice=$($ASK ${questions()} --plain); echo "rc=$? got=$choice"`)
    await terminal.shows('Answer:')
    terminal.type('2\r')
    await terminal.ended
    expect(terminal.screen()).toMatch(/rc=0 got=SQLite$/)
  })

  it('leaves no terminal open to a build', async () => {
    const terminal = openTerminal(`cat ${questions()} | $ASK; echo "rc=$?"`, { CI: 'true' })
    await terminal.ended
    expect(terminal.screen()).toMatch(/with CI set no terminal is opened[^]*rc=3$/)
  })

  it('speaks the language of the terminal', async () => {
    const terminal = openTerminal(`$ASK ${questions()}; echo "rc=$?"`, { LANG: 'zh_CN.UTF-8' })
    await terminal.shows('回答：')
    terminal.type('/cancel\r')
    await terminal.ended
    expect(terminal.screen()).toMatch(/已取消：没有选择任何选项。\nrc=1$/)
  })
})

describe('Ctrl-C in a terminal', () => {
  it.each([
    ['at standard input', ''],
    ['at the controlling terminal', `cat ${'$Q'} | `],
  ])('ends with 130 and leaves the terminal as it was: %s', async (_, feed) => {
    const file = feed ? '' : questions()
    const line = `trap : INT; before=$(stty -g < /dev/tty); ${feed.replace('$Q', questions())}$ASK ${file}; rc=$?; `
    const terminal = openTerminal(`${line}[ "$before" = "$(stty -g < /dev/tty)" ] && echo "rc=$rc same"`)
    await terminal.shows('Answer:')
    terminal.type('half an answ\u0003')
    await terminal.ended
    expect(terminal.screen()).toMatch(/rc=130 same$/)
    expect(terminal.screen()).toContain('You stopped it: nothing was chosen.')
    expect(terminal.screen()).not.toContain('withdrawn')
    expect(terminal.screen()).not.toContain('"answers"')
  })
})

it('ends with 3 on Ctrl-D, nothing chosen', async () => {
  const terminal = openTerminal(`$ASK ${questions()}; echo "rc=$?"`)
  await terminal.shows('Answer:')
  terminal.type('\u0004')
  await terminal.ended
  expect(terminal.screen()).toMatch(/Answer: ?\nThe input ended before an answer: nothing was chosen\.\nrc=3$/)
})

describe('keys typed before the question is on the screen', () => {
  it.each([
    ['a whole line', '1\r'],
    ['two lines', '1\rYes\r'],
    ['half a line', '1'],
    ['half a label', 'Ye'],
  ])('confirm nothing and are shown as not sent: %s', async (_, typed) => {
    const terminal = openTerminal(`$ASK --provider stdio --confirm 'Deploy?' && echo deploying; echo "rc=$?"`)
    terminal.type(typed)
    await terminal.shows('Answer:')
    const [first = ''] = typed.split('\r')
    expect(terminal.screen()).toMatch(
      new RegExp(
        `\\nNot sent, because it was typed before this question was there:\\n  ${first}\\n[^]*\\nDeploy\\?\\n`,
      ),
    )
    terminal.type('\r')
    await terminal.shows('An empty line is no answer.')
    terminal.type('2\r')
    await terminal.ended
    expect(terminal.screen()).toMatch(/Not confirmed: only the option Yes is a yes\.\nrc=1$/)
    expect(terminal.screen()).not.toContain('deploying')
  })

  it('still leave the question to be answered', async () => {
    const terminal = openTerminal(`$ASK --provider stdio --confirm 'Deploy?' && echo deploying`)
    terminal.type('2\r')
    await terminal.shows('Answer:')
    terminal.type('Yes\r')
    await terminal.ended
    expect(terminal.screen()).toMatch(
      /Answer: Yes\n\{"answers":\[\{"id":"confirm","selected":\["Yes"\]\}\]\}\ndeploying$/,
    )
  })
})

it('shows an answer twice at most: as it was typed, and as it is printed', async () => {
  const terminal = openTerminal(`$ASK --provider stdio -q 'Why?'`)
  await terminal.shows('Answer:')
  terminal.type('because\r')
  await terminal.ended
  expect(terminal.screen().split('because')).toHaveLength(3)
})

it('waits no longer than the screen says where CI is set, also at a terminal', async () => {
  const terminal = openTerminal(`$ASK -q 'Why?'; echo "rc=$?"`, { CI: '1' })
  await terminal.shows('Answer:')
  expect(terminal.screen()).toMatch(
    /^CI is set: without a line on standard input within 30 seconds this ends with 3\.\n/,
  )
  terminal.type('because\r')
  await terminal.ended
  expect(terminal.screen()).toMatch(/rc=0$/)
})
