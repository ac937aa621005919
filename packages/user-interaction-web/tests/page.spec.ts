/** The page in a real browser: a person's gestures, and what must never count as one. */
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { executablePath, needsChromium, openContext, openPage } from './chromium.ts'
import { Desk, store } from './wire.ts'

const targets = {
  id: 'm',
  question: 'Which targets?',
  options: [{ label: 'linux' }, { label: 'mac' }, { label: 'win' }],
  multiSelect: true,
}
const notes = { id: 'n', question: 'Anything else?' }

describe.skipIf(!executablePath)(`the page${needsChromium}`, () => {
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
  const answer = (...answers: object[]): object => ({ answers })

  it('takes the key out of the address', () => {
    expect(page.url()).toBe(`${desk.address.origin}/`)
  })

  it('toggles the options of a multi-select and sends nothing before the button does', async () => {
    const ask = desk.ask([targets])
    for (const label of ['win', 'linux', 'win', 'mac']) await option(label).click()
    await primary().click()
    await expect(ask.outcome).resolves.toEqual(answer({ id: 'm', selected: ['linux', 'mac'] }))
  })

  it('sends words beside the options of a multi-select', async () => {
    const ask = desk.ask([targets])
    await option('linux').click()
    await option('win').click()
    await words().fill('bsd')
    expect(await page.locator('.option input:checked').count()).toBe(2)
    await primary().click()
    await expect(ask.outcome).resolves.toEqual(answer({ id: 'm', selected: ['linux', 'win'], custom: 'bsd' }))
  })

  it('shows at once that words take the place of a single choice, and a choice that of words', async () => {
    const ask = desk.ask([store])
    await option('Files').click()
    await words().fill('a queue')
    expect(await page.locator('.option input:checked').count()).toBe(0)
    expect(await page.locator('.note').innerText()).toContain('Your words are the answer')
    await option('Redis').click()
    expect(await page.locator('.note').innerText()).toContain('Set aside: “Redis” is the answer.')
    expect(await words().inputValue()).toBe('a queue')
    await primary().click()
    await expect(ask.outcome).resolves.toEqual(answer({ id: 'store', selected: ['Redis'] }))
    expect(await page.locator('.past .unsent').innerText()).toContain('a queue')
  })

  it('keeps what is checked when one goes to another question and back, and shows it before it is sent', async () => {
    const ask = desk.ask([{ ...targets, options: [{ label: 'a, b' }, { label: 'c' }] }, notes])
    await option('a, b').click()
    await page.locator('.step').nth(1).click()
    await words().fill('  two\nlines ')
    await page.locator('.step').nth(0).click()
    expect(await option('a, b').isChecked()).toBe(true)
    await page.locator('.step.end').click()
    expect(await page.locator('.review').innerText()).toMatch(/a, b[\s\S]*two\nlines/)
    await primary().click()
    const sent = answer({ id: 'm', selected: ['a, b'] }, { id: 'n', selected: [], custom: '  two\nlines ' })
    await expect(ask.outcome).resolves.toEqual(sent)
  })

  it('chooses nothing beforehand, shows the recommendation as a badge, and sends the whole label', async () => {
    const ask = desk.ask([{ ...store, options: [{ label: 'Files (Recommended)' }, { label: 'SQLite' }] }])
    await page.locator('.badge').waitFor()
    expect(await page.locator('.option-label').first().innerText()).toMatch(/^Files\s*Recommended$/)
    expect(await page.locator('input:checked').count()).toBe(0)
    await primary().click({ force: true })
    await option('Files').click()
    await primary().click()
    await expect(ask.outcome).resolves.toEqual(answer({ id: 'store', selected: ['Files (Recommended)'] }))
  })

  it('never sends by the Enter that ends a composition, and keeps the field through it', async () => {
    const ask = desk.ask([store])
    await words().evaluate((area: HTMLTextAreaElement) => {
      const key = (type: string, init: KeyboardEventInit): boolean => {
        return area.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true, cancelable: true, ...init }))
      }
      area.focus()
      area.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
      area.value = '自由'
      area.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }))
      area.value = ''
      area.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }))
      area.value = '自由'
      area.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }))
      key('keydown', { isComposing: true, keyCode: 229 })
      area.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
      key('keydown', { keyCode: 229 })
      key('keyup', {})
      area.dataset['same'] = 'yes'
    })
    expect(await words().getAttribute('data-same')).toBe('yes')
    expect(await page.locator('.card').getAttribute('aria-busy')).toBe('false')
    await words().press('Enter')
    await expect(ask.outcome).resolves.toEqual(answer({ id: 'store', selected: [], custom: '自由' }))
  })

  it('leaves the focus and the keys with whoever types elsewhere while a card appears', async () => {
    const first = desk.ask([notes])
    await words().focus()
    await page.keyboard.type('1 ')
    const second = desk.ask([store])
    await page.locator('.card').nth(1).waitFor()
    await page.keyboard.type('2 3')
    expect(await words().first().inputValue()).toBe('1 2 3')
    await page.keyboard.press('Enter')
    await expect(first.outcome).resolves.toMatchObject({ answers: [{ custom: '1 2 3' }] })
    await page.keyboard.press('1')
    await page.keyboard.press('Enter')
    expect(await page.locator('.card').count()).toBe(1)
    second.abort()
  })

  it('sends a double click once', async () => {
    const ask = desk.ask([store])
    const posts: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
    await option('SQLite').click()
    await primary().dblclick()
    await expect(ask.outcome).resolves.toEqual(answer({ id: 'store', selected: ['SQLite'] }))
    await page.locator('.past').waitFor()
    expect(posts.filter((url) => url.endsWith('/answer'))).toHaveLength(1)
  })

  it('has the card back, with draft and error, when the answer could not be delivered', async () => {
    const ask = desk.ask([store])
    await words().fill('mine')
    await page.route('**/answer', (route) => route.fulfill({ status: 500, body: '<html>' }), { times: 1 })
    await primary().click()
    await page.locator('.failure').waitFor()
    expect(await words().inputValue()).toBe('mine')
    await primary().click()
    await expect(ask.outcome).resolves.toMatchObject({ answers: [{ custom: 'mine' }] })
  })

  it('declines the whole request in two steps, and with no word or label', async () => {
    const ask = desk.ask([store, notes])
    await option('Files').click()
    await page.locator('.decline').click()
    expect(await page.locator('.card').innerText()).toContain('Decline the whole request?')
    await page.locator('.panel .ways button').first().click()
    expect(await option('Files').isChecked()).toBe(true)
    await page.locator('.decline').click()
    await page.locator('.danger').click()
    await expect(ask.outcome).resolves.toBe('ASK_CANCELLED')
    await page.locator('.past.cancelled').waitFor()
  })

  it('replies to the whole request with one text, and says where it goes', async () => {
    const ask = desk.ask([store, notes, targets])
    await page.locator('.step').nth(1).click()
    await page.locator('text=Reply in one text').click()
    await words().fill('ask me tomorrow')
    expect(await page.locator('.panel .note').innerText()).toBe(
      'Goes to “Anything else?” as your own words; the other 2 questions are skipped.',
    )
    await primary().click()
    const skipped = { selected: [] }
    await expect(ask.outcome).resolves.toEqual(
      answer({ id: 'store', ...skipped }, { id: 'n', ...skipped, custom: 'ask me tomorrow' }, { id: 'm', ...skipped }),
    )
  })

  it('opens a label in the text for “yes, but…”', async () => {
    const ask = desk.ask([store])
    await page.locator('.option', { hasText: 'SQLite' }).hover()
    await page.locator('.option', { hasText: 'SQLite' }).locator('.but').click()
    await page.keyboard.type('encrypted')
    await page.keyboard.press('Enter')
    await expect(ask.outcome).resolves.toEqual(answer({ id: 'store', selected: [], custom: 'SQLite, but encrypted' }))
  })

  it('folds a card and unfolds it with its draft, and settles nothing', async () => {
    desk.ask([store])
    await words().fill('mine')
    await page.locator('.fold').click()
    expect(await page.locator('.card').innerText()).toContain('Which store?')
    expect(await words().count()).toBe(0)
    await page.locator('.fold').click()
    expect(await words().inputValue()).toBe('mine')
  })

  it('shows markup, links and pictures as text', async () => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    const image = '<img src=x onerror=alert(1)> ok?'
    desk.ask(
      [
        {
          id: '"><img src=x>',
          header: '<b>h</b>',
          question: image,
          detail: '<script>alert(3)</script>\n\n![p](http://evil.example/p.png) [l](javascript:alert(4))',
          options: [{ label: '<button>Yes</button>', description: '[x](javascript:alert(2))' }, { label: 'No' }],
        },
      ],
      { agent: '<i>agent</i>' },
    )
    const card = page.locator('.card')
    await card.waitFor()
    const text = await card.innerText()
    for (const part of [image, '<b>h</b>', '<script>alert(3)</script>', '<i>agent</i>', '<button>Yes</button>']) {
      expect(text).toContain(part)
    }
    expect(text).toContain('l (javascript:alert(4))')
    expect(await card.locator('a, img, script, iframe, i, b, [onerror]').count()).toBe(0)
    expect(requests.filter((url) => !url.startsWith(desk.address.origin))).toEqual([])
    const names = await card.evaluate((element) => {
      return [...element.querySelectorAll('[id],[name]')].map((own) => `${own.id}${own.getAttribute('name') ?? ''}`)
    })
    for (const name of names) expect(name).toMatch(/^[\w-]*$/)
  })

  it('shows the answers of the past with their receipt, and marks what was typed', async () => {
    const ask = desk.ask([store])
    await words().fill('a file')
    await primary().click()
    await ask.outcome
    await page.reload()
    await page.locator('.past > summary').click()
    expect(await page.locator('.past .said').innerText()).toMatch(/typed\s*a file/)
    await page.locator('.receipt summary').click()
    expect(await page.locator('.receipt pre').innerText()).toBe(
      '{"answers":[{"id":"store","selected":[],"custom":"a file"}]}',
    )
    expect(await page.locator('.past button, .past input, .past textarea').count()).toBe(0)
  })

  it('keeps drafts over a reload, and shows every card once', async () => {
    const ask = desk.ask([store, targets])
    desk.ask([notes])
    await option('SQLite').click()
    await primary().first().click()
    await option('win').click()
    await words().first().fill('and bsd')
    await page.reload()
    await page.locator('.card').nth(1).waitFor()
    expect(await page.locator('.card').count()).toBe(2)
    expect(await option('win').isChecked()).toBe(true)
    await page.locator('.step.end').click()
    await primary().first().click()
    await expect(ask.outcome).resolves.toEqual(
      answer({ id: 'store', selected: ['SQLite'] }, { id: 'm', selected: ['win'], custom: 'and bsd' }),
    )
  })

  it('can be closed and opened again with the question still there', async () => {
    const ask = desk.ask([store])
    await page.locator('.card').waitFor()
    await page.close()
    page = await openPage(context, `${desk.address.origin}/`)
    await option('Redis').click()
    await primary().click()
    await expect(ask.outcome).resolves.toEqual(answer({ id: 'store', selected: ['Redis'] }))
  })

  it('names the agent of each ask, and answers a child from the page of its parent', async () => {
    const parent = desk.ask([notes], { agent: 'main' })
    const child = desk.ask([store], { agent: 'child' })
    const card = page.locator('.card', { hasText: 'child' })
    await card.locator('.option input').first().click()
    await card.locator('.primary').click()
    await expect(child.outcome).resolves.toEqual(answer({ id: 'store', selected: ['Files'] }))
    expect(await page.locator('.card').innerText()).toContain('main')
    parent.abort()
  })

  it('counts what waits in the title, and tells a screen reader of each new question once', async () => {
    expect(await page.title()).toBe('Questions')
    const heard = await page.evaluateHandle(() => {
      const texts: string[] = []
      const announcer = document.querySelector('#announcer')
      if (announcer) {
        const observer = new MutationObserver(() => texts.push(announcer.textContent ?? ''))
        observer.observe(announcer, { childList: true, characterData: true, subtree: true })
      }
      return texts
    })
    const first = desk.ask([store], { agent: 'main' })
    await page.locator('.card').waitFor()
    await words().fill('x')
    desk.ask([notes])
    await page.locator('.card').nth(1).waitFor()
    expect(await page.title()).toBe('(2) Questions')
    first.abort()
    await page.locator('.past').waitFor()
    expect(await page.title()).toBe('(1) Questions')
    expect(await heard.jsonValue()).toEqual(['New question from main: Which store?', 'New question: Anything else?'])
  })

  it('shows the time that is left by the clock, and restarts it by keys and clicks', async () => {
    const ask = desk.ask([store], { deadlineAt: Date.now() + 90_000 })
    await page.locator('.left').waitFor()
    expect(await page.locator('.left').innerText()).toMatch(/^1:(30|2\d) left$/)
    expect(ask.signs()).toBe(0)
    await words().fill('x')
    await expect.poll(() => ask.signs()).toBeGreaterThan(0)
    await page.evaluate(() => {
      const { now } = Date
      Date.now = () => now() + 300_000
      document.dispatchEvent(new Event('visibilitychange'))
    })
    expect(await page.locator('.left').innerText()).toBe('Time is up')
  })

  it('can be answered by keyboard alone', async () => {
    const ask = desk.ask([store])
    await page.locator('.fold').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    expect(await option('SQLite').isChecked()).toBe(true)
    for (let tab = 0; tab < 10; tab++) {
      await page.keyboard.press('Tab')
      if (await primary().evaluate((button) => button === document.activeElement)) break
    }
    await page.keyboard.press('Enter')
    await expect(ask.outcome).resolves.toEqual(answer({ id: 'store', selected: ['SQLite'] }))
  })

  it('answers a whole batch by keyboard alone, from the first option to the review', async () => {
    const ask = desk.ask([store, targets, notes])
    await page.locator('.fold').focus()
    const reach = async (name: string): Promise<void> => {
      for (let tab = 0; tab < 30; tab++) {
        await page.keyboard.press('Tab')
        const here = await page.evaluate(() => {
          const { activeElement: at } = document
          return `${at?.closest('.option')?.textContent ?? ''} ${at?.className ?? ''} ${at?.tagName ?? ''}`
        })
        if (here.includes(name)) return
      }
      throw new Error(`no Tab leads to ${name}`)
    }
    await reach('Files')
    await page.keyboard.press('Space')
    await reach('primary')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Which targets?')
    await reach('linux')
    await page.keyboard.press('Space')
    await reach('win')
    await page.keyboard.press('Space')
    await reach('primary')
    await page.keyboard.press('Space')
    await reach('TEXTAREA')
    await page.keyboard.type('two')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('lines')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('This is what will be sent')
    await reach('primary')
    await page.keyboard.press('Enter')
    await expect(ask.outcome).resolves.toEqual(
      answer(
        { id: 'store', selected: ['Files'] },
        { id: 'm', selected: ['linux', 'win'] },
        { id: 'n', selected: [], custom: 'two\nlines' },
      ),
    )
  })

  it('shows a plan as what is reviewed, and its approval as one of the options', async () => {
    const intent = { kind: 'plan-review', approve: 'Approve' } as const
    const plan = { id: 'p', question: 'Go on?', detail: '1. first\n2. then', intent }
    const ask = desk.ask([{ ...plan, options: [{ label: 'Approve' }, { label: 'Keep planning' }] }])
    await page.locator('.plan .detail').waitFor()
    expect(await page.locator('.plan .detail').innerText()).toMatch(/The plan\s+1\.\s+first/)
    await option('Approve').click()
    await primary().click()
    await expect(ask.outcome).resolves.toEqual(answer({ id: 'p', selected: ['Approve'] }))
  })

  it('says that it is done when the agent ends, and says so where a question was left', async () => {
    const ask = desk.ask([store])
    await page.locator('.card').waitFor()
    await desk.provider.close()
    await expect(ask.outcome).resolves.toBe('PROVIDER_GONE')
    await page.locator('text=Ended: nothing was sent').waitFor()
    expect(await page.locator('.empty .mark').count()).toBe(0)
    expect(await page.locator('.past.failed').count()).toBe(1)
  })
})
