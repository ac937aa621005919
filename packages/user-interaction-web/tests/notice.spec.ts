/** Notifications of the browser: for those who asked, only while nobody looks, and never with a word of the question. */
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { executablePath, needsChromium, openContext, openPage } from './chromium.ts'
import { Desk, store } from './wire.ts'

/** A browser's notifications in the hand: what it was asked to show, and whether the page is in front. */
function fakeNotification(): void {
  const shown: unknown[] = []
  class Fake extends EventTarget {
    static permission: NotificationPermission = 'default'

    static async requestPermission(): Promise<NotificationPermission> {
      Fake.permission = Object.hasOwn(globalThis, 'deny') ? 'denied' : 'granted'
      return Fake.permission
    }

    constructor(title: string, options: NotificationOptions) {
      super()
      shown.push({ title, ...options })
    }

    close(): void {}
  }
  Object.assign(globalThis, { Notification: Fake, shown })
  document.hasFocus = () => Object.hasOwn(globalThis, 'looked')
}

describe.skipIf(!executablePath)(`a notification${needsChromium}`, () => {
  let context: BrowserContext
  let desk: Desk
  let page: Page

  beforeEach(async () => {
    context = await openContext()
    await context.addInitScript(fakeNotification)
    desk = await Desk.open({ lang: 'en' })
    page = await openPage(context, desk.address.href)
  })

  afterEach(async () => {
    await context.close()
    await desk.provider.close()
  })

  const shown = (): Promise<unknown> => page.evaluate(() => (globalThis as unknown as { shown: unknown }).shown)
  const set = (name: string): Promise<unknown> => page.evaluate((key) => Object.assign(globalThis, { [key]: 1 }), name)
  const ask = async (count: number): Promise<string> => {
    const { id } = desk.ask([store], { agent: 'main' })
    await page
      .locator('.card')
      .nth(count - 1)
      .waitFor()
    return id
  }

  it('is shown to nobody who did not ask for it', async () => {
    await ask(1)
    expect(await page.locator('.bar .quiet').innerText()).toBe('Notify me')
    expect(await shown()).toEqual([])
  })

  it('says who asks, with no word of the question, and only while nobody looks at the page', async () => {
    await page.locator('.bar .quiet').click()
    await page.locator('.quietly').waitFor()
    const id = await ask(1)
    expect(await shown()).toEqual([{ title: 'main has a question', tag: id }])
    expect(JSON.stringify(await shown())).not.toMatch(/store|Files/i)
    await set('looked')
    await ask(2)
    expect(await shown()).toHaveLength(1)
  })

  it('is not offered again where the browser forbids it', async () => {
    await set('deny')
    await page.locator('.bar .quiet').click()
    await page.locator('.quietly').waitFor()
    expect(await page.locator('.quietly').innerText()).toBe('Notifications are blocked by the browser')
    await ask(1)
    expect(await shown()).toEqual([])
  })
})
