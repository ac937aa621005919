/** The plugin in the real Loader, as the README mounts it. */
import { readFile } from 'node:fs/promises'
import { loadComposition } from '@deepseek-ai/dsh-testkit'
import type {} from '@deepseek-ai/dsh-user-interaction'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => void vi.restoreAllMocks())

function listenToStderr(): string[] {
  const lines: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    lines.push(String(text))
    return true
  })
  return lines
}

const addressIn = (lines: readonly string[]): URL => new URL(/http:\S+/.exec(lines.join(''))?.[0] ?? 'http://none')

it('mounts as the README says, prints its address, and takes answers for the seam', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const yaml = /```yaml\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
  vi.stubEnv('DISPLAY', '').stubEnv('WAYLAND_DISPLAY', '')
  const lines = listenToStderr()
  const { ctx, dispose } = await loadComposition(yaml, import.meta.url)
  const address = addressIn(lines)
  expect(ctx.userInteraction.answerable).toBe(true)

  const entered = await fetch(address, { redirect: 'manual' })
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const answer = ctx.userInteraction.ask({ questions: [{ id: 'q', question: 'Well?' }] })
  const [pending] = ctx.userInteraction.pending
  const sent = await fetch(new URL(`/asks/${pending?.id}/answer`, address), {
    method: 'POST',
    headers: { cookie, origin: address.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ v: 1, answers: [{ id: 'q', selected: [], custom: 'yes' }] }),
  })
  expect(sent.status).toBe(200)
  await expect(answer).resolves.toEqual({ answers: [{ id: 'q', selected: [], custom: 'yes' }] })

  const left = ctx.userInteraction.ask({ questions: [{ id: 'q', question: 'And?' }] })
  const code = left.catch((error: unknown) => (error as { code?: string }).code)
  await dispose()
  await expect(code).resolves.toMatch(/_GONE$/)
  await expect(fetch(address)).rejects.toThrow('fetch failed')
})

it('fails to start, in words, where a host demands a token', async () => {
  listenToStderr()
  const yaml = `
- { id: seam, name: '@deepseek-ai/dsh-user-interaction' }
- { id: page, name: '@deepseek-ai/dsh-user-interaction-web', config: { host: 0.0.0.0 } }
`
  const { entry, dispose } = await loadComposition(yaml, import.meta.url)
  await expect(entry('page').fiber?.await()).rejects.toThrow('a token must be set')
  await dispose()
})
