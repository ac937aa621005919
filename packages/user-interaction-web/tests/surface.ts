/** The page with a person in front of it, for the conformance suite. It needs Chromium. */
import { setImmediate as nextTurn } from 'node:timers'
import type { Surface } from '@deepseek-ai/dsh-testkit'
import type { AskUserQuestionAnswerItem, AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { createWebProvider, type WebProvider } from '../src/provider.ts'
import { showText } from '../src/page/view/words.ts'
import { openContext, openPage } from './chromium.ts'

/** A page that stays open while one server after the other stands behind its address. Two surfaces at once have two. */
interface Window {
  readonly page: Page
  readonly port: number
}

const token = 'the same for all servers of a test file'
const idle: Window[] = []
let shared: Promise<BrowserContext> | undefined

/** Starts a server, and has a page connected to it that shows nothing yet. */
async function openWindow(): Promise<{ window: Window; provider: WebProvider }> {
  const known = idle.pop()
  const provider = createWebProvider({ lang: 'en', flushMs: 50, token, port: known?.port ?? 0 })
  const address = await provider.listen()
  if (!known) {
    shared ??= openContext()
    const page = await openPage(await shared, address)
    await page.evaluate(holdClock)
    return { window: { page, port: provider.port ?? 0 }, provider }
  }
  await known.page.evaluate(() => dispatchEvent(new Event('online')))
  while (provider.pages === 0) await new Promise<void>((resolve) => nextTurn(resolve))
  return { window: known, provider }
}

/** Puts the page's stopwatch into the hand: it runs on by so much as is noted on the document. */
function holdClock(): void {
  const now = performance.now.bind(performance)
  performance.now = () => now() + Number(document.documentElement.dataset['ahead'] ?? 0)
}

/** A person in front of the page: looks for the question, clicks, types. */
export async function createSurface(): Promise<Surface> {
  const { window, provider } = await openWindow()
  const { page } = window
  const card = (...questions: readonly AskUserQuestionItem[]): Promise<Locator> => cardOf(page, questions)
  let closing: Promise<void> | undefined
  return {
    provider,
    hand: {
      async answer(question, item) {
        await say(await card(question), question, item)
      },
      async skip(question) {
        await click((await card(question)).locator('.skip'))
      },
      async send(questions) {
        const last = questions.at(-1)
        if (last) await send(await card(last))
      },
      async cancel(questions) {
        const at = await card(...questions)
        await click(at.locator('.decline'))
        await settle(at.locator('.danger'))
      },
      async stir(question) {
        const at = await card(question)
        const told = (await at.locator('.left').count()) > 0 && page.waitForResponse('**/alive')
        await at.locator('.asked').dispatchEvent('pointerdown')
        await told
      },
    },
    screen: () => (closing ? '' : page.locator('section.open').innerText()),
    listeners: () => provider.pages - (closing ? 0 : 1),
    async settle() {
      if (!closing) await page.evaluate(() => fetch('/page.css').then((response) => response.text()))
    },
    close() {
      closing ??= provider.close().then(() => void idle.push(window))
      return closing
    },
  }
}

/** The card that shows one of these questions now, or the review of all. */
async function cardOf(page: Page, questions: readonly AskUserQuestionItem[]): Promise<Locator> {
  const texts = questions.map(({ question }) => showText(question))
  const number = await page.evaluate((wanted) => {
    const squeezed = (words: string): string => words.replace(/\s+/g, '')
    for (const heading of document.querySelectorAll('.card .asked')) {
      if (!wanted.some((text) => squeezed(heading.textContent ?? '') === squeezed(text))) continue
      return heading.closest('.card')?.getAttribute('data-card')
    }
    return document.querySelector('.card .review')?.closest('.card')?.getAttribute('data-card')
  }, texts)
  if (number === undefined || number === null) throw new Error('this question is not on the page')
  return page.locator(`[data-card="${number}"]`)
}

async function say(
  card: Locator,
  { options = [] }: AskUserQuestionItem,
  item: AskUserQuestionAnswerItem,
): Promise<void> {
  const picked = item.selected.map((label) => options.findIndex((option) => option.label === label))
  // One trip for all gestures of a question; that a mouse and a keyboard make the same ones, other tests see to.
  await card.evaluate(
    (element, { picked: indexes, custom }) => {
      const inputs = element.querySelectorAll<HTMLElement>('.option input')
      for (const index of indexes) inputs[index]?.click()
      const area = element.querySelector('textarea')
      if (area && custom !== undefined) {
        area.value = custom
        area.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }))
      }
      if (element.querySelector('.steps')) element.querySelector<HTMLElement>('.primary')?.click()
    },
    { picked, custom: item.custom },
  )
}

async function send(card: Locator): Promise<void> {
  await settle(card.locator('.primary[data-settles]'))
}

function click(button: Locator): Promise<void> {
  return button.evaluate((element) => (element as HTMLElement).click())
}

/** Clicks once the time has passed in which a click could have been meant for what was there before. */
async function settle(button: Locator): Promise<void> {
  await button.evaluate((own) => {
    const { dataset } = document.documentElement
    dataset['ahead'] = String(Number(dataset['ahead'] ?? 0) + 1000)
    if (own instanceof HTMLElement) own.click()
  })
}
