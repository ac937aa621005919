/** The browser that tests drive: a Chromium of this machine, one for a test file, a fresh context for each page. */
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll } from 'vitest'

const usual = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The path of a browser, or undefined where there is none. */
export const executablePath = usual.find((path) => path !== undefined && existsSync(path))

/** Ends the name of a suite that needs the browser, so that a report says why it did not run. */
export const needsChromium = executablePath ? '' : ' (skipped: install Chromium, or name it in the variable CHROMIUM)'

let launched: Promise<Browser> | undefined

afterAll(async () => {
  await (await launched)?.close()
  launched = undefined
})

/** A fresh browser profile. */
export async function openContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  launched ??= chromium.launch({
    ...(executablePath && { executablePath }),
    // The sandbox needs rights that a container's root does not have.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const context = await (await launched).newContext({ viewport: { width: 1280, height: 800 }, ...options })
  context.setDefaultTimeout(10_000)
  return context
}

/** Between any two looks of the page at its stopwatch, a second has passed: a person who takes their time. */
function takeTime(): void {
  const now = performance.now.bind(performance)
  let passed = 0
  performance.now = () => now() + (passed += 1000)
}

/** The page's stopwatch shows what is written on the document. */
function holdWatch(): void {
  performance.now = () => Number(document.documentElement.dataset['watch'] ?? 10_000)
}

/** Moves on the stopwatch of a page that was opened as `held`. */
export function pass(page: Page, ms: number): Promise<void> {
  return page.evaluate((more) => {
    const { dataset } = document.documentElement
    dataset['watch'] = String(Number(dataset['watch'] ?? 10_000) + more)
  }, ms)
}

/** A page at an address, once it is connected; its stopwatch runs a second at each look, or is held in the hand. */
export async function openPage(
  context: BrowserContext,
  address: string,
  watch: 'slow' | 'held' = 'slow',
): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(watch === 'held' ? holdWatch : takeTime)
  await page.goto(address)
  await page.locator('.dot.live').waitFor({ state: 'attached' })
  return page
}
