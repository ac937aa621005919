/** The agent whose questions survive it, killed with a real signal: on lines, and on the page. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openTerminal } from '@deepseek-ai/dsh-testkit/terminal'
import { readJournal } from '@deepseek-ai/dsh-user-interaction-journal'
import { chromium, type Page } from 'playwright-core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

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

const usual = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = usual.find((path) => path !== undefined && existsSync(path))
const needs = executablePath ? '' : ' (skipped: install Chromium, or name it in the variable CHROMIUM)'

/** The page that a life of the agent serves, in a tab of a person's browser. */
async function visit(tab: Page, life: ReturnType<typeof live>): Promise<void> {
  await life.waitFor(/http:\/\/127\.0\.0\.1:\d+\/\?k=[\w-]+/)
  const [address = ''] = /http:\S+/.exec(life.text().replaceAll('\n', '')) ?? []
  await tab.goto(address)
  await tab.locator('.card').waitFor()
}

describe.skipIf(!executablePath)(`on the page${needs}`, () => {
  it(
    'finds half an answer that was typed before the agent was killed, and sends it once',
    { timeout: 60_000 },
    async () => {
      const folder = lifelong()
      const journal = join(folder, 'asks.jsonl')
      const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
      const browser = await chromium.launch({ ...(executablePath && { executablePath }), args })
      onTestFinished(() => browser.close())
      const tab = await browser.newPage()

      const first = live(folder, 'page')
      await visit(tab, first)
      await tab.locator('.option', { hasText: 'Postgres' }).locator('input').click()
      await tab.locator('.step').nth(1).click()
      await tab.locator('textarea').fill('it has many')
      await vi.waitFor(async () =>
        expect(JSON.stringify((await readJournal(journal)).entries)).toContain('it has many'),
      )
      await first.close('SIGKILL')

      const second = live(folder, 'page')
      await visit(tab, second)
      await tab.locator('.earlier').first().waitFor()
      expect(await tab.locator('.option', { hasText: 'Postgres' }).locator('input').isChecked()).toBe(true)
      expect((await readJournal(journal)).entries.map(({ state }) => state)).toEqual(['replaced', 'open'])
      await tab.locator('.step').nth(1).click()
      expect(await tab.locator('textarea').inputValue()).toBe('it has many')
      await tab.locator('textarea').fill('it has many writers')
      await tab.locator('.step.end').click()
      // A click at once would count as meant for what was there before.
      await tab.evaluate(() => {
        const now = performance.now.bind(performance)
        performance.now = () => now() + 1000
      })
      await tab.locator('.primary').click()
      await second.waitFor('Done: Postgres, because it has many writers')
      await expect(second.exit).resolves.toEqual({ code: 0 })
      expect((await readJournal(journal)).entries.map(({ state }) => state)).toEqual(['replaced', 'delivered'])
    },
  )
})
