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

/** A page at an address, once it is connected. */
export async function openPage(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(address)
  await page.locator('.dot.live').waitFor({ state: 'attached' })
  return page
}
