/** Gestures that come too soon, in a real browser with the stopwatch in the hand: none of them settles anything. */
import fc from 'fast-check'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createQuiet } from '../src/page/care.ts'
import { executablePath, needsChromium, openContext, openPage, pass } from './chromium.ts'
import { Desk, store } from './wire.ts'

describe('the quiet after a move', () => {
  it('comes half a second after the last move and the last gesture that came too soon', () => {
    const step = fc.record({ after: fc.nat({ max: 900 }), what: fc.constantFrom('move', 'same', 'gesture') })
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let [now, layout, restless] = [0, 0, 0]
        const quiet = createQuiet(() => now)
        quiet.place('0')
        for (const { after, what } of steps) {
          now += after
          if (what !== 'gesture') {
            quiet.place(String(what === 'move' ? ++layout : layout))
            if (what === 'move') restless = now
          } else {
            expect(quiet.isSoon()).toBe(now - restless < 500)
            if (quiet.isSoon()) {
              quiet.stir()
              restless = now
            }
          }
        }
      }),
    )
  })
})

describe.skipIf(!executablePath)(`the page in a hurry${needsChromium}`, () => {
  let context: BrowserContext
  let desk: Desk
  let page: Page

  beforeAll(async () => {
    context = await openContext()
  })

  beforeEach(async () => {
    desk = await Desk.open({ lang: 'en' })
    page = await openPage(context, desk.address.href, 'held')
  })

  afterEach(async () => {
    await page.close()
    await desk.provider.close()
  })

  const option = (label: string) => page.locator('.option', { hasText: label }).locator('input')
  const but = (label: string) => page.locator('.option', { hasText: label }).locator('.but')
  const words = () => page.locator('.card textarea')
  const primary = () => page.locator('.card .primary')

  async function isOpen(): Promise<boolean> {
    await page.evaluate(() => fetch('/page.css').then((response) => response.text()))
    return (await page.locator('.card[aria-busy=false]').count()) === 1 && (await page.locator('.past').count()) === 0
  }

  it('answers nothing by the click that brings the window to the front', async () => {
    const ask = desk.ask([store])
    await option('SQLite').click()
    await pass(page, 1000)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await primary().click()
    expect(await isOpen()).toBe(true)
    await pass(page, 500)
    await primary().click()
    await expect(ask.outcome).resolves.toMatchObject({ answers: [{ selected: ['SQLite'] }] })
  })

  it('sends no card that has moved under a mouse that clicks on, however long it does', async () => {
    await page.setViewportSize({ width: 900, height: 1800 })
    const first = desk.ask([store])
    const second = desk.ask([store])
    await page.locator('.card').nth(1).waitFor()
    for (const at of [0, 1]) await page.locator('.card').nth(at).locator('.option input').first().click()
    await pass(page, 1000)
    const box = await primary().first().boundingBox()
    if (!box) throw new Error('there is no button')
    first.abort()
    await page.locator('.past').waitFor()
    for (let click = 0; click < 20; click++) {
      await page.mouse.click(box.x + 20, box.y + 10)
      await pass(page, 45 + 20 * click)
    }
    expect(await page.locator('.card[aria-busy=false]').count()).toBe(1)
    await pass(page, 500)
    await page.mouse.click(box.x + 20, box.y + 10)
    await expect(second.outcome).resolves.toMatchObject({ answers: [{ selected: ['Files'] }] })
  })

  it('sends nothing by clicks that lead to the button, in the place of the one before', async () => {
    const ask = desk.ask([store, { id: 'n', question: 'Anything else?' }])
    await option('Files').click()
    await pass(page, 1000)
    await page.locator('.step.end').click()
    for (let click = 0; click < 4; click++) await primary().click()
    expect(await isOpen()).toBe(true)
    await pass(page, 500)
    await primary().click()
    await expect(ask.outcome).resolves.toMatchObject({ answers: [{ selected: ['Files'] }, { selected: [] }] })
  })

  it.each(['Enter', 'click'])('sends no beginning by %s and an Enter after it, and none at all', async (first) => {
    const ask = desk.ask([store])
    await page.locator('.card').waitFor()
    await pass(page, 1000)
    if (first === 'click') await but('SQLite').click()
    else await but('SQLite').press('Enter')
    for (let press = 0; press < 3; press++) {
      await pass(page, 150)
      await page.keyboard.press('Enter')
    }
    expect(await words().inputValue()).toBe('SQLite, but ')
    await pass(page, 1000)
    await page.keyboard.press('Enter')
    await primary().click({ force: true })
    await pass(page, 1000)
    await primary().click({ force: true })
    expect(await isOpen()).toBe(true)
    await but('SQLite').click()
    await pass(page, 1000)
    await page.keyboard.type('later')
    await page.keyboard.press('Enter')
    await expect(ask.outcome).resolves.toMatchObject({ answers: [{ selected: [], custom: 'SQLite, but later' }] })
  })

  it('brings back what was chosen when a beginning is left, and does not send it by the same click', async () => {
    const saved: unknown[] = []
    const ask = desk.ask([store], { saveDraft: (draft) => void saved.push(draft) })
    await option('Redis').click()
    await pass(page, 1000)
    await but('Redis').click()
    expect(await page.locator('.option input:checked').count()).toBe(0)
    await pass(page, 1000)
    await primary().click({ force: true })
    expect(await words().inputValue()).toBe('')
    expect(await option('Redis').isChecked()).toBe(true)
    expect(await isOpen()).toBe(true)
    await but('Redis').click()
    await page.reload()
    await option('Redis').waitFor()
    expect([await option('Redis').isChecked(), await words().inputValue()]).toEqual([true, ''])
    expect(JSON.stringify(saved)).not.toContain('but')
    ask.abort()
  })

  it('leaves an option chosen by a double click, and takes the choice back by a later one', async () => {
    desk.ask([store])
    const label = page.locator('.option label').first()
    await label.dblclick()
    expect(await option('Files').isChecked()).toBe(true)
    await pass(page, 1000)
    await label.click()
    expect(await page.locator('.option input:checked').count()).toBe(0)
    await option('Redis').dblclick()
    expect(await option('Redis').isChecked()).toBe(true)
  })
})
