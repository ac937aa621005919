/** In Chromium: from `ask()` to the card on the screen, and from the click to the answer in the caller. */
import { existsSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'
import { type Figure } from '../../../scripts/bench/report.ts'
import { type File, type Floor, openFloor } from './floor.ts'
import { ask, middle, type Served, serve } from './provider.ts'

const rounds = 25
const questions = [
  { id: 'store', question: 'Which store?', options: [{ label: 'Files' }, { label: 'SQLite' }, { label: 'Redis' }] },
]
const usual = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = usual.find((path) => path !== undefined && existsSync(path))

/** Every file of the page, as our server serves it. */
async function filesOf({ origin, cookie }: Served): Promise<Map<string, File>> {
  const files = new Map<string, File>()
  const load = async (path: string): Promise<string> => {
    const response = await fetch(origin + path, { headers: { cookie } })
    const body = Buffer.from(await response.arrayBuffer())
    files.set(path, { type: response.headers.get('content-type') ?? '', body })
    return body.toString()
  }
  const html = await load('/')
  for (const [, path = ''] of html.matchAll(/(?:href|src)="(\/[^"]+)"/g)) if (!files.has(path)) await load(path)
  return files
}

interface Times {
  readonly shown: number
  readonly answered: number
}

/** Resolves, in the page, two frames after the first card is in the document: it is on the screen then. */
async function shown(page: Page): Promise<void> {
  // As text: what a transpiler adds to a function does not exist in the page.
  await page.evaluate(`(async () => {
    while (!document.querySelector('.card')) await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => requestAnimationFrame(resolve))
  })()`)
}

async function timeOne(page: Page, send: () => Promise<unknown>): Promise<Times> {
  const watching = shown(page)
  const began = performance.now()
  const answer = send()
  await watching
  const up = performance.now()
  // Past the time in which a click could have been meant for what was there before.
  await page.waitForTimeout(300)
  const clicked = performance.now()
  const clicking = page.evaluate(() => {
    document.querySelector<HTMLElement>('.card input')?.click()
    document.querySelector<HTMLElement>('.card .primary')?.click()
  })
  await answer
  const answered = performance.now() - clicked
  await clicking
  await page.waitForFunction(() => !document.querySelector('.card'))
  return { shown: up - began, answered }
}

async function measure(page: Page, served: Served, bare: Page, floor: Floor): Promise<Figure[]> {
  const ours: Times[] = []
  const least: Times[] = []
  for (let round = 0; round < rounds; round++) {
    ours.push(await timeOne(page, () => ask(served, `ask-${round}`, questions).answer))
    const event = { kind: 'asked', ask: { id: `ask-${round}`, askedAt: Date.now(), questions } }
    least.push(
      await timeOne(bare, () => {
        const posted = floor.posted()
        floor.send(Buffer.from(`data: ${JSON.stringify(event)}\n\n`))
        return posted.then(() => {
          const settled = { ...event.ask, outcome: 'answered', settledAt: Date.now(), answer: { answers: [] } }
          floor.send(Buffer.from(`data: ${JSON.stringify({ kind: 'settled', settled })}\n\n`))
        })
      }),
    )
  }
  const figure = (what: string, of: (times: Times) => number): Figure => ({
    what,
    ours: `${middle(ours.map(of)).toFixed(1)} ms`,
    against: `the same page, bare node:http ${middle(least.map(of)).toFixed(1)} ms`,
    ratio: middle(ours.map((times, round) => of(times) / of(least[round] ?? times))),
    goal: 1.5,
  })
  return [
    figure('from ask() to the card on the screen of Chromium', (times) => times.shown),
    figure('from the click to the answer in the caller', (times) => times.answered),
  ]
}

if (executablePath) {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath, args })
  const served = await serve()
  const snapshot = { kind: 'snapshot', v: 1, open: [], deadlines: {}, drafts: {}, settled: [] }
  const floor = await openFloor(Buffer.from(`data: ${JSON.stringify(snapshot)}\n\n`), await filesOf(served))
  const [page, bare] = [await browser.newPage(), await (await browser.newContext()).newPage()]
  await page.goto(served.address)
  await page.locator('.dot.live').waitFor({ state: 'attached' })
  await bare.goto(floor.origin)
  await bare.locator('.dot.live').waitFor({ state: 'attached' })
  const figures = await measure(page, served, bare, floor)
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  await browser.close()
} else {
  process.stdout.write('[]\n')
}
process.exit()
