/** Several surfaces in one composition: lines on the terminal of a process, and a script for what it covers. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const program = `
import { openComposition } from '@deepseek-ai/dsh-testkit'
const { ctx, dispose } = await openComposition(new URL('./compositions/several-surfaces.yml', 'FOLDER'))
ctx.on('user-interaction/settled', ({ surface }) => console.log(surface))
for (const id of ['freeze', 'name']) {
  const { answers } = await ctx.userInteraction.ask({ questions: [{ id, question: 'About ' + id + '?' }] })
  console.log(JSON.stringify(answers))
}
await dispose()
`

it('lets the script answer what it covers, and the person at the terminal the rest', async () => {
  const folder = new URL('../', import.meta.url)
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', program.replace('FOLDER', folder.href)],
    { cwd: fileURLToPath(folder), stdio: ['pipe', 'pipe', 'pipe'] },
  )
  let seen = ''
  let told = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (told += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    const before = seen
    seen += text
    if (/About name\?[^]*Answer: $/.test(seen) && !/About name\?[^]*Answer: $/.test(before)) child.stdin.end('Ada\n')
  })
  await once(child, 'close')
  expect(told, seen).toBe(`\
standing answers
[{"id":"freeze","selected":[],"custom":"Yes"}]
terminal
[{"id":"name","selected":[],"custom":"Ada"}]
`)
})
