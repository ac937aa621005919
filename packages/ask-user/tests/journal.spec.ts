import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createHuman, type ScriptedHuman } from '@deepseek-ai/dsh-testkit'
import { Journal } from '@deepseek-ai/dsh-user-interaction-journal'
import UserInteraction from '@deepseek-ai/dsh-user-interaction'
import { Context } from 'cordis'
import { expect, it, onTestFinished, vi } from 'vitest'
import { run } from './host.ts'

const question = {
  id: 'db',
  question: 'Which \u001b[31mdatabase?',
  options: [{ label: 'SQLite' }, { label: 'Postgres' }],
}
const why = { id: 'why', question: 'Why?' }

/** A journal that is in use. */
async function open(): Promise<{ file: string; ctx: Context; human: ScriptedHuman; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'ask-journal-'))
  const file = join(folder, 'asks.jsonl')
  const ctx = new Context()
  const human = createHuman()
  await ctx.plugin(UserInteraction, { handoverMs: 0 })
  const limits = { retentionMs: 1e9, maxBytes: 1e9, compactBytes: 1e9 }
  const journal = new Journal({ path: file, ...limits, warn: (error) => expect.unreachable(String(error)) })
  const fiber = await ctx.plugin({
    name: 'journalled',
    inject: ['userInteraction'],
    apply: (own: Context) => void own.userInteraction.registerProvider(journal.over(human)),
  })
  const close = async (): Promise<void> => {
    await fiber.dispose()
    await journal.close()
  }
  onTestFinished(async () => {
    await close()
    rmSync(folder, { recursive: true })
  })
  return { file, ctx, human, close }
}

/** One ask that arrived, one that was dismissed, and one that its process left open with something entered. */
async function filled(): Promise<string> {
  const { ctx, human, file, close } = await open()
  human.script({ db: 'Postgres', why: 'many\nwriters' }, 'dismiss')
  await ctx.userInteraction.ask({ questions: [question, why], key: 'k-1' })
  await ctx.userInteraction.ask({ questions: [why], key: 'k-2' }).catch(() => {})
  void ctx.userInteraction.ask({ questions: [question], key: 'k-3' }).catch(() => {})
  await human.next()
  await human.next()
  const { pending } = await human.next()
  pending.saveDraft?.({ answers: [{ id: 'db', selected: [], custom: 'MySQL' }] })
  for (const last of ['MySQL', '"kind":"delivered"']) {
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain(last))
  }
  await close()
  return file
}

/** What is told, with ids and times as they are called here. */
function told(text: string): string {
  return text.replace(/^\w+-(\d)  /gm, 'ask-$1  ').replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '<time>')
}

it('lists how far each ask came, without a word of whoever answered', async () => {
  const { code, out, err } = await run(['journal', 'list', await filled()])
  expect(code).toBe(0)
  expect(err).toBe('')
  expect(told(out)).toBe(`ask-1  delivered  <time>  -  Which database? (+1)
ask-2  dismissed  <time>  -  Why?
ask-3  orphaned  <time>  -  Which database?
`)
})

it('shows what was sent, and what was entered and not sent', async () => {
  const { code, out } = await run(['journal', 'show', await filled()])
  expect(code).toBe(0)
  expect(told(out)).toBe(`ask-1  delivered  <time>  -
  Key: k-1
  Which database?
    Sent:
      Postgres
  Why?
    Sent:
      many
      writers

ask-2  dismissed  <time>  -
  Key: k-2
  Why?

ask-3  orphaned  <time>  -
  Key: k-3
  Which database?
    Entered, not sent:
      MySQL
`)
})

it('shows and forgets the asks that are named, and leaves nothing of them in the file', async () => {
  const file = await filled()
  const ids = (await run(['journal', 'list', file])).out.split('\n').map((line) => line.split(' ')[0] ?? '')
  expect((await run(['journal', 'show', file, ids[1] ?? ''])).out).not.toContain('k-1')
  expect(await run(['journal', 'forget', file, ids[0] ?? '', ids[2] ?? ''])).toMatchObject({
    code: 0,
    err: 'Forgotten: 2. Nothing of them is left in the file.\n',
    out: '',
  })
  expect(told((await run(['journal', 'list', file])).out)).toBe('ask-2  dismissed  <time>  -  Why?\n')
  expect(readFileSync(file, 'utf8')).not.toMatch(/MySQL|Postgres/)
})

it('looks into a journal that is in use, and takes nothing out of it', async () => {
  const { file, ctx, human } = await open()
  void ctx.userInteraction.ask({ questions: [why] }).catch(() => {})
  await human.next()
  const { err, out } = await run(['journal', 'list', file])
  expect(err).toBe(`Process ${process.pid} has this journal open.\n`)
  expect(told(out)).toBe('ask-1  open  <time>  -  Why?\n')
  const id = out.split(' ')[0] ?? ''
  expect(await run(['journal', 'forget', file, id])).toMatchObject({
    code: 5,
    err: `Failed: nobody was asked: the journal is open in process ${process.pid}\n`,
  })
})

it('tells of a damaged line and reads the rest', async () => {
  const file = await filled()
  const lines = readFileSync(file, 'utf8')
  const line = lines.slice(0, lines.indexOf('k-2')).split('\n').length
  writeFileSync(file, lines.replace('k-2', 'k-9'))
  const { code, err, out } = await run(['journal', 'list', file, '--lang', 'zh'])
  const fault = `第 ${line} 行无法读取（does not match its checksum）；其余照常读取。\n`
  expect({ code, err }).toEqual({ code: 0, err: fault })
  expect(out.split('\n')).toHaveLength(3)
})

it.each([
  [['journal'], 'journal expects list|show|forget'],
  [['journal', 'drop', 'f'], 'journal expects list|show|forget, got "drop"'],
  [['journal', 'list'], 'journal list expects FILE'],
  [['journal', 'list', 'f', 'x'], '"x" is one argument too many'],
  [['journal', 'forget', 'f'], 'journal forget FILE expects ID ...|all'],
  [['journal', 'list', 'f', '--plain'], 'journal and --plain cannot be given together'],
  [['journal', 'show', '/nowhere/f'], '"/nowhere/f" cannot be read: ENOENT'],
])('refuses %j in words', async (argv, words) => {
  const { code, err } = await run(argv)
  expect(code).toBe(2)
  expect(err).toContain(words)
})

it('says which lines stay that may hold words of what is forgotten, and takes them out with all', async () => {
  const file = await filled()
  const ids = (await run(['journal', 'list', file])).out.split('\n').map((line) => line.split(' ')[0] ?? '')
  const text = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    text.replace(/"id":("[^"]+"),("at":\d+,"answer":\{"answers":\[\{"id":"db","selected":\["Postgres)/, '"id":"~",$2'),
  )
  expect((await run(['journal', 'forget', file, ids[0] ?? ''])).err).toBe(
    `Line 3 does not match its checksum; the rest is read.
Forgotten: 1. Nothing of it is left in the file that can be read. 1 damaged line stays and may hold words of any ask; \
ask-user journal forget FILE all takes everything out.
`,
  )
  expect(readFileSync(file, 'utf8')).toContain('Postgres')
  expect((await run(['journal', 'forget', file, 'all'])).err).toContain(
    'Forgotten: 2. Nothing of them is left in the file.\n',
  )
  expect(readFileSync(file, 'utf8')).not.toMatch(/Postgres|MySQL|database/)
})

it('says that a file is no journal, without a word of it, and exits with a failure', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'ask-journal-')), 'notes.txt')
  onTestFinished(() => rmSync(dirname(file), { recursive: true }))
  writeFileSync(file, 'my secret notes\n')
  const words = `${file} is no journal: its first line does not begin with a checksum`
  for (const verb of ['list', 'show']) {
    expect(await run(['journal', verb, file])).toMatchObject({ code: 5, out: '', err: `Failed: ${words}\n` })
  }
})

it('names an id that is not there', async () => {
  const { code, err } = await run(['journal', 'show', await filled(), 'x'])
  expect(code).toBe(2)
  expect(err).toContain('the journal has no ask "x"')
})
