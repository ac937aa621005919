/** In a real browser: what was entered before, what could not be kept, and what another surface answered. */
import { UserInteractionError } from '@deepseek-ai/dsh-user-interaction'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { executablePath, needsChromium, openContext, openPage } from './chromium.ts'
import { Desk, store } from './wire.ts'

const notes = { id: 'n', question: 'Anything else?' }
const redis = { answers: [{ id: 'store', selected: ['Redis'] }] }

describe.skipIf(!executablePath)(`the page, with something behind it that keeps${needsChromium}`, () => {
  let context: BrowserContext
  let desk: Desk
  let page: Page

  beforeAll(async () => {
    context = await openContext()
  })

  beforeEach(async () => {
    desk = await Desk.open({ lang: 'en' })
    page = await openPage(context, desk.address.href)
  })

  afterEach(async () => {
    await page.close()
    await desk.provider.close()
  })

  const option = (label: string) => page.locator('.option', { hasText: label }).locator('input')
  const words = () => page.locator('.card textarea')
  const primary = () => page.locator('.card .primary')

  it('fills in what was entered earlier, says so, and sends it by one gesture', async () => {
    const ask = desk.ask([store], { draft: redis })
    await page.locator('.card .earlier').waitFor()
    expect(await page.locator('.card .earlier').innerText()).toBe('Entered earlier, not sent yet.')
    expect(await option('Redis').isChecked()).toBe(true)
    expect(await page.locator('.past').count()).toBe(0)
    await primary().click()
    await expect(ask.outcome).resolves.toEqual(redis)
  })

  it('says so at each question and in the review, until that question is changed', async () => {
    const draft = { answers: [...redis.answers, { id: 'n', selected: [], custom: 'half a word' }] }
    const ask = desk.ask([store, notes], { draft })
    await option('Files').click()
    expect(await page.locator('.card .earlier').count()).toBe(0)
    await page.locator('.step').nth(1).click()
    expect(await words().inputValue()).toBe('half a word')
    expect(await page.locator('.card .earlier').count()).toBe(1)
    await page.locator('.step.end').click()
    expect(await page.locator('.review .earlier').count()).toBe(1)
    await primary().click()
    await expect(ask.outcome).resolves.toEqual({
      answers: [{ id: 'store', selected: ['Files'] }, draft.answers[1]],
    })
  })

  it('hands over what is entered, so that another browser goes on from there', async () => {
    const saved: unknown[] = []
    const ask = desk.ask([store, notes], { saveDraft: (draft) => void saved.push(draft) })
    await option('SQLite').click()
    await page.locator('.step').nth(1).click()
    await words().fill('half')
    await page.waitForResponse('**/draft')
    const other = await openPage(await openContext(), desk.address.href)
    expect(await other.locator('.option', { hasText: 'SQLite' }).locator('input').isChecked()).toBe(true)
    await other.locator('.step').nth(1).click()
    expect(await other.locator('textarea').inputValue()).toBe('half')
    expect(saved.at(-1)).toEqual({
      answers: [
        { id: 'store', selected: ['SQLite'] },
        { id: 'n', selected: [], custom: 'half' },
      ],
    })
    await other.context().close()
    ask.abort()
  })

  it('hands it over when the page is closed in the midst of a word', async () => {
    let saved: (draft: unknown) => void = () => {}
    const last = new Promise((resolve) => (saved = resolve))
    desk.ask([notes], { saveDraft: (draft) => saved(draft) })
    await words().fill('in the mid')
    await page.close({ runBeforeUnload: true })
    await expect(last).resolves.toEqual({ answers: [{ id: 'n', selected: [], custom: 'in the mid' }] })
  })

  it('posts no draft where none is kept', async () => {
    const posts: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
    desk.ask([notes])
    await words().fill('mine')
    await page.reload()
    await words().waitFor()
    expect(posts.filter((url) => url.endsWith('/draft'))).toEqual([])
  })

  it('keeps its own draft over an older one of the server', async () => {
    const ask = desk.ask([notes], { draft: { answers: [{ id: 'n', selected: [], custom: 'older' }] } })
    await words().fill('newer')
    await page.reload()
    await words().waitFor()
    expect(await words().inputValue()).toBe('newer')
    await primary().click()
    await expect(ask.outcome).resolves.toEqual({ answers: [{ id: 'n', selected: [], custom: 'newer' }] })
  })

  it('has the card back with its draft when the commit finds the answer bad', async () => {
    let bad = true
    const commit = async (): Promise<void> => {
      if (bad)
        throw new UserInteractionError('BAD_ANSWER', 'the answer does not fit: answers[0].custom must be shorter')
    }
    const ask = desk.ask([notes], { commit })
    await words().fill('mine')
    await primary().click()
    await page.locator('.failure').waitFor()
    expect(await page.locator('.failure').innerText()).toContain('answers[0].custom must be shorter')
    expect(await words().inputValue()).toBe('mine')
    bad = false
    await primary().click()
    await expect(ask.outcome).resolves.toMatchObject({ answers: [{ custom: 'mine' }] })
  })

  it('says that nothing was sent when the answer could not be kept, and keeps it readable', async () => {
    const commit = (): Promise<void> => Promise.reject(new UserInteractionError('PROVIDER_FAILED', 'disk full'))
    const ask = desk.ask([store, notes], { commit })
    await option('Redis').click()
    await page.locator('.step').nth(1).click()
    await words().fill('mine')
    await page.locator('.step.end').click()
    await primary().click()
    await expect(ask.outcome).resolves.toBe('PROVIDER_FAILED')
    await page.locator('.past.failed').waitFor()
    const text = await page.locator('.past').innerText()
    expect(text).toContain('The answer could not be kept, so nothing was sent.')
    expect(text).toMatch(/Entered and not sent[\s\S]*Redis[\s\S]*mine/)
    expect(text).not.toContain('What the agent got')
  })

  it('says on the page that lost a race who answered, and is done only where it was answered', async () => {
    const other = await openPage(await openContext(), desk.address.href)
    const ask = desk.ask([store])
    await words().fill('my words')
    await other.locator('.option input').first().click()
    await other.locator('.card .primary').click()
    await ask.outcome
    await page.locator('.past .unsent').waitFor()
    expect(await page.locator('.past').innerText()).toContain(
      'Somebody else answered this. Nothing was sent from here.',
    )
    await other.locator('.past').waitFor()
    await desk.provider.close()
    await page.locator('.empty', { hasText: 'Answered on another page' }).waitFor()
    await other.locator('.empty', { hasText: 'All done' }).waitFor()
    expect([await page.locator('.empty .mark').count(), await other.locator('.empty .mark').count()]).toEqual([0, 1])
    await other.context().close()
  })

  it.each([
    ['Expired: nothing was sent', new UserInteractionError('ASK_EXPIRED')],
    ['Withdrawn: nothing was sent', new UserInteractionError('ASK_ABORTED')],
    ['Answered on the terminal', new UserInteractionError('ASK_ABORTED', undefined, { surface: 'tui' })],
    ['Answered on the page', new UserInteractionError('ASK_ABORTED', undefined, { surface: 'web' })],
    ['Answered on constructor', new UserInteractionError('ASK_ABORTED', undefined, { surface: 'constructor' })],
    ['Dismissed on the terminal', new UserInteractionError('ASK_CANCELLED', undefined, { surface: 'stdio' })],
  ])('ends with “%s” where that came last', async (ending, reason) => {
    const ask = desk.ask([store])
    await page.locator('.card').waitFor()
    ask.abort(reason)
    await page.locator('.past').waitFor()
    await desk.provider.close()
    await page.locator('.empty', { hasText: ending }).waitFor()
    expect(await page.locator('.empty .mark').count()).toBe(0)
  })

  it('names the surface that answered, in place of a withdrawal', async () => {
    const ask = desk.ask([notes])
    await words().fill('too late')
    ask.abort(new UserInteractionError('ASK_ABORTED', 'elsewhere', { surface: 'form' }))
    await page.locator('.past').waitFor()
    const text = await page.locator('.past').innerText()
    expect(text).toContain('Answered on form')
    expect(text).not.toMatch(/Withdrawn|Nothing was chosen/)
    expect(text).toMatch(/Entered and not sent\s+too late/)
  })
})
