/** Bad days: races, reloads, restarts, a network that drops, and thousands of requests that mean no good. */
import { connect, type Socket } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { executablePath, needsChromium, openContext, openPage } from './chromium.ts'
import { choose, Desk, store } from './wire.ts'

const desks: Desk[] = []
const pages: Page[] = []

async function open(options?: Parameters<typeof Desk.open>[0]): Promise<Desk> {
  const desk = await Desk.open({ lang: 'en', ...options })
  desks.push(desk)
  return desk
}

afterEach(async () => {
  for (const page of pages.splice(0)) await page.close()
  for (const desk of desks.splice(0)) await desk.provider.close()
})

describe('a server under attack', () => {
  it(
    'loses, doubles and settles nothing over 5,000 hostile requests, and grows no memory',
    { timeout: 120_000 },
    async () => {
      const desk = await open()
      const asks = Array.from({ length: 5 }, () => desk.ask([store]))
      const [victim] = asks
      const id = victim?.id ?? ''
      const attacks = [
        () => desk.post(id, 'answer', choose('Files'), { headers: { origin: 'http://evil.example' } }),
        () => desk.post(id, 'answer', choose('Files'), { headers: { host: 'evil.example' } }),
        () => desk.post(id, 'answer', choose('Files'), { headers: { cookie: 'ask-user-000000000000=x' } }),
        () => desk.post(id, 'decline', { v: 1 }, { headers: { 'sec-fetch-site': 'cross-site' } }),
        () => desk.post(id, 'decline', { v: 1 }, { headers: { 'content-type': 'text/plain' } }),
        () => desk.post(id, 'answer', { v: 1, answers: [{ id: 'store', selected: ['__proto__'] }] }),
        () => desk.post(id, 'answer', { v: 1, answers: { length: 1e9 } }),
        () => desk.call(`/asks/${id}/answer`, { method: 'POST', body: '{"v":1,"answers":[' }),
        () => desk.post('constructor', 'answer', choose('Files')),
        () => desk.call('/?k=guess', { headers: { cookie: undefined } }),
        () => desk.call('/src/../../package.json'),
        () => desk.call('/events', { headers: { cookie: undefined } }),
      ]
      const heap: number[] = []
      for (let round = 0; round < 10; round++) {
        for (let batch = 0; batch < 20; batch++) {
          const replies = await Promise.all(
            Array.from({ length: 25 }, (_, n) => attacks[(batch + n) % attacks.length]?.()),
          )
          for (const reply of replies) expect(reply?.status).toBeGreaterThanOrEqual(400)
        }
        globalThis.gc?.()
        heap.push(process.memoryUsage().heapUsed)
      }
      for (const ask of asks) expect((await desk.post(ask.id, 'answer', choose('Redis'))).status).toBe(200)
      const answers = await Promise.all(asks.map(({ outcome }) => outcome))
      expect(answers).toEqual(asks.map(() => ({ answers: [{ id: 'store', selected: ['Redis'] }] })))
      // The test's own replies come and go; what stays after each round must not add up.
      expect(Math.min(...heap.slice(5)) - Math.min(...heap.slice(0, 5))).toBeLessThan(20 * 2 ** 20)
    },
  )

  it('drops a client that does not read, and holds up nobody for it', { timeout: 60_000 }, async () => {
    const desk = await open()
    const sockets = Array.from({ length: 3 }, () => deaf(desk))
    await expect.poll(() => desk.provider.pages).toBe(3)
    const long = { ...store, detail: 'x'.repeat(200_000) }
    const asks = Array.from({ length: 60 }, () => desk.ask([long]))
    await expect.poll(() => desk.provider.pages, { timeout: 10_000 }).toBe(0)
    expect((await desk.post(asks[59]?.id ?? '', 'answer', choose('Files'))).status).toBe(200)
    for (const socket of sockets) socket.destroy()
  })

  it('survives sockets that never finish a request', async () => {
    const desk = await open()
    const sockets = Array.from({ length: 100 }, (_, n) => {
      const socket = connect(Number(desk.address.port), '127.0.0.1').on('error', () => {})
      socket.write(
        ['GET / HTTP/1.1\r\nHost: localh', 'POST /asks/x/answer HTTP/1.1\r\n', '\u0000\u0001\r\n\r\n'][n % 3] ?? '',
      )
      return socket
    })
    const ask = desk.ask([store])
    expect((await desk.post(ask.id, 'answer', choose('Files'))).status).toBe(200)
    for (const socket of sockets) socket.destroy()
  })
})

/** A client that opens the stream of events and never reads from it. */
function deaf(desk: Desk): Socket {
  const socket = connect(Number(desk.address.port), '127.0.0.1').on('error', () => {})
  socket.pause()
  socket.write(`GET /events HTTP/1.1\r\nHost: localhost\r\nCookie: ${desk.cookie}\r\n\r\n`)
  return socket
}

describe.skipIf(!executablePath)(`pages on a bad day${needsChromium}`, () => {
  let context: BrowserContext

  beforeAll(async () => {
    context = await openContext()
  })

  async function look(desk: Desk, at = context): Promise<Page> {
    const page = await openPage(at, desk.address.href)
    pages.push(page)
    return page
  }

  it('let one of two win a race, and show the other what came of it and its own words', async () => {
    const desk = await open()
    const ask = desk.ask([store])
    const tabs = [await look(desk), await look(desk)]
    for (const [index, tab] of tabs.entries()) await tab.locator('textarea').fill(`mine ${index}`)
    const click = (): void => document.querySelector<HTMLElement>('.card .primary')?.click()
    await Promise.all(tabs.map((tab) => tab.evaluate(click)))
    const won = await ask.outcome
    for (const tab of tabs) {
      await tab.locator('.past.answered').waitFor()
      expect(await tab.locator('.card').count()).toBe(0)
    }
    const [unsent] = (await Promise.all(tabs.map((tab) => tab.locator('.past .unsent').allInnerTexts()))).flat()
    const winner = JSON.stringify(won).includes('mine 0') ? 0 : 1
    expect(unsent).toContain(`mine ${1 - winner}`)
    expect(await tabs[winner]?.locator('.past .own').count()).toBe(1)
    expect(await tabs[1 - winner]?.locator('.past .own').count()).toBe(0)
  })

  it(
    'heal after the network was gone for ten seconds, with drafts kept and news caught up',
    { timeout: 60_000 },
    async () => {
      const desk = await open()
      const [kept, withdrawn] = [desk.ask([store]), desk.ask([{ id: 'n', question: 'Gone soon?' }])]
      const own = await openContext()
      const page = await look(desk, own)
      await page.locator('textarea').first().fill('typed before')
      await own.setOffline(true)
      await page.locator('.card').first().locator('.primary').click()
      await page.locator('.failure').waitFor()
      withdrawn.abort()
      const late = desk.ask([{ id: 'l', question: 'Asked meanwhile?' }])
      await page.evaluate(() => new Promise((resolve) => void setTimeout(resolve, 10_000)))
      expect(await page.locator('textarea').first().inputValue()).toBe('typed before')
      await own.setOffline(false)
      await page.locator('.card', { hasText: 'Asked meanwhile?' }).waitFor()
      await page.locator('.past.aborted').waitFor()
      expect(await page.locator('.card').count()).toBe(2)
      await page.locator('.card').first().locator('.primary').click()
      await expect(kept.outcome).resolves.toMatchObject({ answers: [{ custom: 'typed before' }] })
      late.abort()
      await own.close()
    },
  )

  it(
    'show that the connection is lost, find a server that starts anew, and lose no draft',
    { timeout: 60_000 },
    async () => {
      const token = 'correct horse battery staple'
      const first = await open({ token })
      const page = await look(first)
      const before = first.ask([store], { id: 'the-same' })
      await page.locator('textarea').fill('mine')
      await first.provider.close()
      await expect(before.outcome).resolves.toBe('PROVIDER_GONE')
      await page.locator('.dot.ended').waitFor()
      const second = await open({ token, port: Number(first.address.port) })
      // The seam hands the ask over under its id.
      const after = second.ask([store], { id: 'the-same' })
      await page.locator('.card').waitFor()
      expect(await page.locator('textarea').inputValue()).toBe('mine')
      await page.locator('.card .primary').click()
      await expect(after.outcome).resolves.toMatchObject({ answers: [{ custom: 'mine' }] })
    },
  )

  it('say that they are not known to a server with another key', { timeout: 60_000 }, async () => {
    const first = await open()
    const page = await look(first)
    await first.provider.close()
    const second = await open({ port: Number(first.address.port) })
    await page.reload()
    expect(await page.locator('body').innerText()).toContain('This page is locked')
    expect(second.provider.pages).toBe(0)
  })
})
