import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openTerminal } from '@deepseek-ai/dsh-testkit/terminal'
import { readJournal } from '@deepseek-ai/dsh-user-interaction-journal'
import { expect, it, onTestFinished, vi } from 'vitest'

const program = fileURLToPath(new URL('../agent-loop/survive.ts', import.meta.url))

/** Where the agent's lives leave what the next one finds. */
function lifelong(): string {
  const folder = mkdtempSync(join(tmpdir(), 'survive-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** One life of the agent, on a terminal. */
function live(folder: string) {
  const terminal = openTerminal(process.execPath, ['--import', 'tsx', program, folder])
  onTestFinished(() => terminal.close().then(() => {}))
  return terminal
}

it('finds what was entered before it was killed, filled in, and sends it once, when it is told to', async () => {
  const folder = lifelong()
  const journal = join(folder, 'asks.jsonl')
  const first = live(folder)
  await first.waitFor('Which database should the service use?')
  await first.waitFor('Answer:')
  first.type('2\r')
  await first.waitFor('Question 2 of 2.')
  await vi.waitFor(async () => expect((await readJournal(journal)).entries[0]?.draft).toBeDefined())
  await first.close('SIGKILL')
  expect((await readJournal(journal)).entries).toMatchObject([{ state: 'open', orphaned: true, agent: 'survivor' }])

  const second = live(folder)
  await second.waitFor('You were asked this before.')
  await second.waitFor('Your answer so far: Postgres.')
  expect((await readJournal(journal)).entries.map(({ state }) => state)).toEqual(['replaced', 'open'])
  second.type('/keep\r')
  await second.waitFor('Question 2 of 2.')
  second.type('it has many writers\r')
  await second.waitFor('Done: Postgres, because it has many writers')
  await expect(second.exit).resolves.toEqual({ code: 0 })

  expect((await readJournal(journal)).entries.map(({ state }) => state)).toEqual(['replaced', 'delivered'])
  const results = readFileSync(join(folder, 'survivor.session'), 'utf8').match(/"type":"tool\/result"/g)
  // That of the call that was cut off, and that of the one that was answered.
  expect(results).toHaveLength(2)
})
