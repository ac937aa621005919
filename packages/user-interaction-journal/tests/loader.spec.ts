import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Composition, loadComposition } from '@deepseek-ai/dsh-testkit'
import type {} from '@deepseek-ai/dsh-user-interaction-relay'
import type {} from '@deepseek-ai/dsh-user-interaction-script'
import type {} from '@deepseek-ai/dsh-user-interaction-stdio'
import { expect, onTestFinished, test } from 'vitest'
import { readJournal } from '../src/index.ts'
import { freshPath } from './folder.ts'

const question = { id: 'db', question: 'Which database?', options: [{ label: 'SQLite' }, { label: 'Postgres' }] }
const sqlite = { answers: [{ id: 'db', selected: ['SQLite'] }] }
const script = "{ name: '@deepseek-ai/dsh-user-interaction-script', config: { answers: { db: SQLite } } }"

async function boot(config: string): Promise<Composition> {
  const composition = await loadComposition(
    `
- id: seam
  name: '@deepseek-ai/dsh-user-interaction'
- id: journal
  name: '@deepseek-ai/dsh-user-interaction-journal'
  config: ${config}
`,
    import.meta.url,
  )
  onTestFinished(() => composition.dispose())
  return composition
}

test('answers through the surface that its entry names, in a file beside the cordis.yml', async () => {
  const { ctx } = await boot(`{ file: './my asks #1.jsonl', provider: ${script} }`)
  expect(ctx.userInteraction.answerable).toBe(true)
  expect(await ctx.userInteraction.ask({ questions: [question] })).toEqual(sqlite)
  const path = fileURLToPath(new URL('my%20asks%20%231.jsonl', ctx.baseUrl))
  expect((await readJournal(path)).entries).toMatchObject([{ answer: sqlite, questions: [question] }])
})

test('is gone with its entry, and the journal is free for the next', async () => {
  const file = freshPath()
  const { ctx, entry } = await boot(`{ file: '${file}', provider: ${script} }`)
  await ctx.userInteraction.ask({ questions: [question], key: 'k' })
  await entry('journal').fiber?.dispose()
  expect(ctx.userInteraction.answerable).toBe(false)
  expect((await readJournal(file)).owner).toBeUndefined()
  const next = await boot(`{ file: '${file}', provider: ${script} }`)
  expect(await next.ctx.userInteraction.ask({ questions: [question], key: 'k' })).toEqual(sqlite)
})

test('refuses every ask while another has the journal, and asks once it is free', async () => {
  const file = freshPath()
  const first = await boot(`{ file: '${file}', provider: ${script} }`)
  await first.ctx.userInteraction.ask({ questions: [question] })
  const { ctx } = await boot(`{ file: '${file}', provider: ${script} }`)
  await expect(ctx.userInteraction.ask({ questions: [question] })).rejects.toMatchObject({
    name: 'JournalError',
    code: 'JOURNAL_LOCKED',
  })
  await first.dispose()
  expect(await ctx.userInteraction.ask({ questions: [question] })).toEqual(sqlite)
})

test('refuses every ask while the file cannot be made, and asks once it can', async () => {
  const file = freshPath()
  rmSync(dirname(file), { recursive: true })
  const { ctx } = await boot(`{ file: '${file}', provider: ${script} }`)
  await expect(ctx.userInteraction.ask({ questions: [question] })).rejects.toMatchObject({ code: 'JOURNAL_FAILED' })
  mkdirSync(dirname(file))
  expect(await ctx.userInteraction.ask({ questions: [question] })).toEqual(sqlite)
})

test('does not run when its surface does not, and says which', async () => {
  const { ctx, entry } = await boot(`{ file: '${freshPath()}', provider: { name: '@deepseek-ai/dsh-nothing' } }`)
  expect(entry('journal').fiber?.state).not.toBe(2)
  expect(ctx.userInteraction.answerable).toBe(false)
})

test('mounts a relay as well, which keeps the promise for all of its surfaces', async () => {
  const file = freshPath()
  const relay = `{ name: '@deepseek-ai/dsh-user-interaction-relay', config: { surfaces: [${script}] } }`
  const { ctx } = await boot(`{ file: '${file}', provider: ${relay} }`)
  expect(await ctx.userInteraction.ask({ questions: [question], key: 'k' })).toEqual(sqlite)
  expect((await readJournal(file)).entries).toMatchObject([{ answer: sqlite }])
})

test.each(['README.md', 'README.zh.md'])(
  'runs from the block of %s, with a script in place of the lines',
  async (name) => {
    const readme = readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
    const [, yaml = ''] = /```yaml\n([^]*?)```/.exec(readme) ?? []
    const composition = await loadComposition(
      `${yaml.replace(/\{ name: .*-stdio' \}/, script).replace(/- name: .*-tool-ask-user'\n/, '')}`,
      import.meta.url,
    )
    onTestFinished(() => composition.dispose())
    expect(await composition.ctx.userInteraction.ask({ questions: [question] })).toEqual(sqlite)
  },
)
