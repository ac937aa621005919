/** `ask-user --provider web`: the command from its address to its exit, with a browser and over bare sockets. */
import { describe, expect, it } from 'vitest'
import { executablePath, needsChromium, openContext, openPage } from '../../user-interaction-web/tests/chromium.ts'
import { startCommand } from './page-command.ts'

const release = new URL('../../examples/questions/release.json', import.meta.url).pathname

describe.skipIf(!executablePath)(`the command in a browser${needsChromium}`, () => {
  it('takes a batch to its JSON and its exit, and the page says that it is done', { timeout: 60_000 }, async () => {
    const command = await startCommand([release])
    const browser = await openContext()
    try {
      const page = await openPage(browser, command.address.href)
      await page.locator('.option input').first().click()
      await page.locator('.primary').click()
      await page.locator('.option input').nth(1).click()
      await page.locator('.primary').click()
      await page.locator('textarea').fill('mind the tables')
      await page.locator('textarea').press('Enter')
      await page.locator('.review').waitFor()
      await page.locator('.primary').click()
      const { code, stdout } = await command.exit
      expect(code).toBe(0)
      expect(JSON.parse(stdout)).toMatchObject({
        answers: [{ selected: ['Today (Recommended)'] }, {}, { selected: [], custom: 'mind the tables' }],
      })
      await page.locator('text=All done').waitFor()
      expect(await page.locator('.past.answered').count()).toBe(1)
    } finally {
      await browser.close()
    }
  })
})

describe('the command as a server', () => {
  it('ends with 1 and prints nothing when somebody declines', async () => {
    const command = await startCommand(['-q', 'Go on?', '-o', 'Yes', '-o', 'No'])
    expect((await command.post('decline', { v: 1 })).status).toBe(200)
    await expect(command.exit).resolves.toMatchObject({ code: 1, stdout: '' })
  })

  it('takes only the options where only they are answers', async () => {
    const command = await startCommand(['--confirm', 'Drop the table?'])
    const words = await command.post('answer', { v: 1, answers: [{ id: 'confirm', selected: [], custom: 'sure' }] })
    expect(words.status).toBe(400)
    expect((await command.post('answer', { v: 1, answers: [{ id: 'confirm', selected: ['Yes'] }] })).status).toBe(200)
    await expect(command.exit).resolves.toMatchObject({ code: 0 })
  })

  it('prints the line for ssh where it is run over ssh', async () => {
    const command = await startCommand(['-q', 'Well?'], { SSH_CONNECTION: '10.0.0.1 5 192.0.2.7 22', USER: 'ada' })
    const { port } = command.address
    expect(command.stderr()).toContain(`ssh -N -L ${port}:127.0.0.1:${port} ada@192.0.2.7`)
    command.kill('SIGTERM')
    await expect(command.exit).resolves.toMatchObject({ code: 143, stdout: '' })
  })

  it('ends with 4 when nobody opens the page in time', async () => {
    const command = await startCommand(['-q', 'Well?', '--deadline', '300ms'])
    await expect(command.exit).resolves.toMatchObject({ code: 4, stdout: '' })
  })

  it('fails in words when the port is taken', async () => {
    const first = await startCommand(['-q', 'Well?'])
    const second = startCommand(['-q', 'Well?', '--port', first.address.port])
    await expect(second).rejects.toThrow(/ended with 5[\s\S]*port \d+ is in use/)
    first.kill('SIGTERM')
    await first.exit
  })
})
