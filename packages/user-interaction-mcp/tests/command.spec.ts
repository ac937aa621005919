/** The command as hosts run it: a child process, its pipes, and nothing but messages on standard output. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { eras } from './client.ts'
import { textOf } from './composition.ts'
import { connectProcess, startServer } from './process.ts'

const store = { id: 'a.b', question: 'Which store?', options: [{ label: 'Files' }, { label: 'SQLite' }] }
const why = { id: '__proto__', question: 'Why?' }

describe.each(eras)('a client of %s', (era) => {
  test('lists the tool, calls it twice at once, and accepts, declines and cancels', async () => {
    const { client, call, person, child, out, err, ended } = await connectProcess(era)
    const { tools } = await client.listTools()
    const catalog = readFileSync(new URL('../../../docs/tool-catalog.md', import.meta.url), 'utf8')
    expect(JSON.stringify(tools[0]?.inputSchema)).toBe(/```json\n(.*)\n```/.exec(catalog)?.[1])

    const [first, second] = [call([store]), call([why])]
    await person.next(2)
    const forms = new Map(person.screen.map((shown) => [shown.form.message, shown]))
    forms.get('Why?')?.reply({ action: 'accept', content: { q0_text: 'because' } })
    forms.get('Which store?')?.reply({ action: 'accept', content: { q0: 'o1' } })
    expect(textOf(await first)).toBe('{"answers":[{"id":"a.b","selected":["SQLite"]}]}')
    expect(textOf(await second)).toBe('{"answers":[{"id":"__proto__","selected":[],"custom":"because"}]}')

    const [declined, cancelled] = [call([store]), call([why])]
    await person.next(2)
    for (const action of ['decline', 'cancel']) person.screen[0]?.reply({ action })
    for (const result of [await declined, await cancelled]) {
      expect(result.isError).toBe(true)
      expect(textOf(result)).toMatch(/^Error: The user dismissed this/)
    }

    child.stdin.end()
    expect(await ended).toBe(0)
    expect(err()).toBe('')
    for (const line of out().split('\n').filter(Boolean)) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
  })

  test('without forms hears at once that nobody can be asked', async () => {
    const { call } = await connectProcess(era, {})
    const result = await call([store])
    expect(result.isError).toBe(true)
    expect(textOf(result)).toMatch(/Do not call ask_user_question again; put the question into your reply instead\.$/)
  })

  test.each(['standard input ends', 'every pipe breaks'])(
    'that dies in the middle of a question takes the process along when %s',
    async (how) => {
      const { call, person, child, ended } = await connectProcess(era)
      void call([store]).catch(() => {})
      await person.next()
      if (how === 'every pipe breaks') child.stdout.destroy()
      child.stdin.destroy()
      expect(await ended).toBe(0)
    },
  )

  test('gets the answers of whichever provider is configured', async () => {
    const { call, person } = await connectProcess(era, undefined, ['--answer', 'a.b=SQLite'])
    expect(textOf(await call([store]))).toBe('{"answers":[{"id":"a.b","selected":["SQLite"]}]}')
    expect(person.shown).toEqual([])
  })
})

test('a call that a host cancels has its form withdrawn, and the next one is asked', async () => {
  const { call, person } = await connectProcess('2025-11-25')
  const controller = new AbortController()
  const result = call([store], { signal: controller.signal })
  const { signal } = await person.next()
  const withdrawn = new Promise((resolve) => signal.addEventListener('abort', resolve))
  controller.abort()
  await expect(result).rejects.toThrow(/abort/i)
  await withdrawn
  const next = call([why])
  ;(await person.next()).reply({ action: 'accept', content: { q0_text: 'still here' } })
  expect(textOf(await next)).toContain('still here')
})

test('ends with the code of a signal, in the middle of a question too', async () => {
  const { call, person, child, ended } = await connectProcess('2025-11-25')
  void call([store]).catch(() => {})
  await person.next()
  child.kill('SIGTERM')
  expect(await ended).toBe(143)
})

test('serves whatever your own cordis.yml runs, and tells on standard error why one does not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ask-user-mcp-'))
  const entries = ['agent', 'system-prompt', 'tools', 'user-interaction', 'tool-ask-user'].map(
    (name) => `- { name: '@deepseek-ai/dsh-${name}' }\n`,
  )
  const own = join(folder, 'own.yml')
  writeFileSync(
    own,
    [
      ...entries,
      `- { name: '@deepseek-ai/dsh-user-interaction-script', config: { answers: { why: 'as written' } } }\n`,
    ].join(''),
  )
  const { client, child, ended } = await connectProcess('2025-11-25', {}, ['--config', own])
  const result = await client.callTool({
    name: 'ask_user_question',
    arguments: { questions: [{ id: 'why', question: 'Why?' }] },
  })
  expect(textOf(result)).toContain('as written')
  child.stdin.end()
  expect(await ended).toBe(0)

  const terminal = join(folder, 'terminal.yml')
  writeFileSync(terminal, [...entries, `- { name: '@deepseek-ai/dsh-ask-user/lines' }\n`].join(''))
  const refused = startServer(['--config', terminal])
  expect(await refused.ended).toBe(5)
  expect(refused.out()).toBe('')
  expect(refused.err()).toContain('standard input and output belong to the MCP client')
})

describe('where a client shows no forms', () => {
  test('the page is served, its address sent as progress, and an answer there is the answer', async () => {
    const { call, child, ended, err } = await connectProcess('2025-11-25', {})
    const heard: string[] = []
    const result = call([store], { onprogress: ({ message = '' }) => void heard.push(message) })
    const address = await vi.waitUntil(() => /http:\/\/\S+/.exec(heard[0] ?? '')?.[0])
    expect(heard[0]).toBe(`Waiting for your answer at ${address}`)
    expect(err()).toContain(address)
    expect((await fetch(address, { redirect: 'manual' })).status).toBeLessThan(400)
    child.stdin.end()
    await expect(result).rejects.toThrow(/closed/i)
    expect(await ended).toBe(0)
    await expect(fetch(address)).rejects.toThrow('fetch failed')
  })
})
