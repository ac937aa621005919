/** What nobody catches, such as a plugin that throws when nothing waits for it any more, ends the command in words. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ended, start } from './child.ts'
import { openTerminal } from './pty.ts'

let folder: string
const crashes = {
  throws: `throw new TypeError('late boom')`,
  rejects: `void Promise.reject(new TypeError('late boom'))`,
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crash-'))
  for (const [name, crash] of Object.entries(crashes)) {
    const plugin = `export const inject = ['userInteraction']
      export function apply(ctx) {
        ctx.on('user-interaction/asked', () => setTimeout(() => { ${crash} }, 200), { global: true })
      }`
    await writeFile(join(folder, `${name}.mjs`), plugin)
    await writeFile(
      join(folder, `${name}.yml`),
      `
- { name: '@deepseek-ai/dsh-agent' }
- { name: '@deepseek-ai/dsh-system-prompt' }
- { name: '@deepseek-ai/dsh-tools' }
- { name: '@deepseek-ai/dsh-user-interaction' }
- { name: '@deepseek-ai/dsh-tool-ask-user' }
- { name: '@deepseek-ai/dsh-ask-user/lines' }
- { name: ./${name}.mjs }
`,
    )
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it.each(Object.keys(crashes))('ends with 5 and one line, never with a 1 that means no: a plugin %s', async (name) => {
  const child = start(['--confirm', 'Deploy?', '--config', join(folder, `${name}.yml`)])
  const { out, err, status } = await ended(child)
  expect({ out, status }).toEqual({ out: '', status: 5 })
  expect(err).toMatch(/ask-user: late boom\n$/)
  expect(err).not.toContain('    at ')
})

it('leaves the terminal as it was', async () => {
  const composition = join(folder, 'throws.yml')
  const ask = `$ASK --confirm 'Deploy?' --config ${composition}`
  const line = `before=$(stty -g < /dev/tty); ${ask}; rc=$?; [ "$before" = "$(stty -g < /dev/tty)" ] && echo "rc=$rc same"`
  const terminal = openTerminal(line)
  await terminal.ended
  expect(terminal.screen()).toMatch(/late boom\nrc=5 same$/)
})
