/** The first screen of the project's README is what its first command shows. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openTerminal } from './pty.ts'

const folder = new URL('../../examples/questions/', import.meta.url).pathname
const command = 'npx -y pnpm@10 --silent ask'

/** The console block of a README: the line that was typed, and the screen after it. */
function story(file: string): { typed: string; shown: string } {
  const readme = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
  const [, typed = '', shown = ''] = /```console\n\$ (.*)\n([^]*?)\n```/.exec(readme) ?? []
  return { typed, shown }
}

test.each(['README.md', 'README.zh.md'])('shows what %s says it shows', async (file) => {
  const { typed, shown } = story(file)
  expect(typed).toContain(command)
  const line = typed.replace(command, '$ASK').replace('packages/examples/questions/', folder)
  const terminal = openTerminal(line)
  expect(await terminal.ended).toBe(0)
  expect(unwrapped(terminal.screen())).toBe(unwrapped(shown))
})

/** A screen is narrower than the longest line of a document. */
function unwrapped(text: string): string {
  return text.replace(/\s+/g, '')
}
