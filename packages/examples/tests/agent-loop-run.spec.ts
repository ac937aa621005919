import { fileURLToPath } from 'node:url'
import { openTerminal } from '@deepseek-ai/dsh-testkit/terminal'
import { expect, it, onTestFinished } from 'vitest'

/** The command of the example, on a terminal. */
function run() {
  const terminal = openTerminal(process.execPath, [
    '--import',
    'tsx',
    fileURLToPath(new URL('../agent-loop/run.ts', import.meta.url)),
  ])
  onTestFinished(() => terminal.close().then(() => {}))
  return terminal
}

it('asks in the terminal and goes on with what was answered', async () => {
  const terminal = run()
  await terminal.waitFor('Which database should the service use?')
  await terminal.waitFor('Answer:')
  terminal.type('2\r')
  await terminal.waitFor('You chose: Postgres')
  await expect(terminal.exit).resolves.toEqual({ code: 0 })
})

it("takes one's own words", async () => {
  const terminal = run()
  await terminal.waitFor('Answer:')
  terminal.type('a text file\r')
  await terminal.waitFor('You chose: a text file')
  await expect(terminal.exit).resolves.toEqual({ code: 0 })
})

it('stops the turn at Ctrl+C and ends', async () => {
  const terminal = run()
  await terminal.waitFor('Answer:')
  terminal.press('ctrl-c')
  await terminal.waitFor('The turn was stopped.')
  await expect(terminal.exit).resolves.toEqual({ code: 0 })
})
