/** The agent whose questions survive it, killed with a real signal: on lines, and on the page. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openTerminal } from '@deepseek-ai/dsh-testkit/terminal'
import { readJournal } from '@deepseek-ai/dsh-user-interaction-journal'
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { executablePath, needsChromium, openContext, openPage } from '../../user-interaction-web/tests/chromium.ts'

const program = fileURLToPath(new URL('../agent-loop/survive.ts', import.meta.url))

/** Where the agent's lives leave what the next one finds. */
function lifelong(): string {
  const folder = mkdtempSync(join(tmpdir(), 'survive-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'life')
}

/** One life of the agent, on a terminal. */
function live(folder: string, where = 'lines') {
  const terminal = openTerminal(process.execPath, ['--import', 'tsx', program, folder, where])
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

/** The page that a life of the agent serves, in a new tab of a person's browser. */
async function visit(browser: BrowserContext, life: ReturnType<typeof live>): Promise<Page> {
  await life.waitFor(/http:\S+\n/)
  const [address = ''] = /http:\S+/.exec(life.text()) ?? []
  const tab = await openPage(browser, address)
  await tab.locator('.card').waitFor()
  return tab
}

describe.skipIf(!executablePath)(`on the page${needsChromium}`, () => {
  it(
    'finds half an answer that was typed before the agent was killed, and sends it once',
    { timeout: 60_000 },
    async () => {
      const folder = lifelong()
      const journal = join(folder, 'asks.jsonl')
      const browser = await openContext()
      onTestFinished(() => browser.close())

      const first = live(folder, 'page')
      const before = await visit(browser, first)
      await before.locator('.option', { hasText: 'Postgres' }).locator('input').click()
      await before.locator('.step').nth(1).click()
      await before.locator('textarea').fill('it has many')
      await vi.waitFor(async () =>
        expect(JSON.stringify((await readJournal(journal)).entries)).toContain('it has many'),
      )
      await first.close('SIGKILL')

      const second = live(folder, 'page')
      const tab = await visit(browser, second)
      await tab.locator('.earlier').first().waitFor()
      expect(await tab.locator('.option', { hasText: 'Postgres' }).locator('input').isChecked()).toBe(true)
      expect((await readJournal(journal)).entries.map(({ state }) => state)).toEqual(['replaced', 'open'])
      await tab.locator('.step').nth(1).click()
      expect(await tab.locator('textarea').inputValue()).toBe('it has many')
      await tab.locator('textarea').fill('it has many writers')
      await tab.locator('.step.end').click()
      await tab.locator('.primary').click()
      await second.waitFor('Done: Postgres, because it has many writers')
      await expect(second.exit).resolves.toEqual({ code: 0 })
      expect((await readJournal(journal)).entries.map(({ state }) => state)).toEqual(['replaced', 'delivered'])
    },
  )
})
