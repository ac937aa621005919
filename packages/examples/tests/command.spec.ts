/** The compositions that a person would hand to the command `ask-user`, run by it. */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const manifest = import.meta.resolve('@deepseek-ai/dsh-ask-user/package.json')
const bin = fileURLToPath(new URL('src/bin.ts', manifest))
const here = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

const answer = {
  answers: [
    { id: 'when', selected: ['Monday'] },
    { id: 'checks', selected: ['Back up the database', 'Freeze the main branch'] },
    { id: 'note', selected: [], custom: 'after the audit' },
  ],
}

it.each([
  ['terminal.yml', '2\n1,3\nafter the audit\n'],
  ['replay.yml', ''],
])('asks through %s', async (composition, typed) => {
  const files = ['--config', here(`compositions/${composition}`), here('questions/release.json')]
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), bin, ...files], { detached: true })
  child.stdin.end(typed)
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(err).not.toContain('Error')
  expect(JSON.parse(out)).toEqual(answer)
})
