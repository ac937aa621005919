import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { forgetAsks, readJournal } from '../src/index.ts'
import { encodeRecord, type JournalRecord } from '../src/record.ts'
import { Store, type StoreOptions } from '../src/store.ts'
import { freshPath, limits } from './folder.ts'

const long = Date.now() - 1e6
const question = { id: 'q', question: 'Go on?' }
const said = (custom: string) => ({ answers: [{ id: 'q', selected: [], custom }] })

/** An ask of long ago, as far as it came. */
function history(id: string, how: 'open' | 'answered' | 'delivered', detail = ''): JournalRecord[] {
  const asked = { kind: 'asked' as const, id, at: long, key: id, questions: [{ ...question, detail }] }
  const answered = { kind: 'answered' as const, id, at: long, answer: said(`word-${id}`) }
  const delivered = { kind: 'delivered' as const, id, at: long }
  return [asked, answered, delivered].slice(0, ['open', 'answered', 'delivered'].indexOf(how) + 1)
}

function written(...records: readonly JournalRecord[]): string {
  const path = freshPath()
  writeFileSync(path, Buffer.concat(records.map(encodeRecord)))
  return path
}

async function open(path: string, options: Partial<StoreOptions> = {}): Promise<Store> {
  const store = await Store.open({ path, ...limits, ...options })
  onTestFinished(() => store.close())
  return store
}

async function idsIn(path: string): Promise<string[]> {
  return (await readJournal(path)).entries.map(({ id }) => id)
}

/** The journal with the line of `kind` of one ask made unreadable. */
function damage(path: string, id: string, kind: string, changed: readonly [string, string] = ['"at"', '"At"']): void {
  const lines = readFileSync(path, 'utf8').split('\n')
  const isIt = (line: string): boolean => line.includes(`"kind":"${kind}","id":"${id}"`)
  expect(lines.filter(isIt)).toHaveLength(1)
  writeFileSync(path, lines.map((line) => (isIt(line) ? line.replace(...changed) : line)).join('\n'))
}

test('takes out at the opening what was over longer ago than it is kept, however small the file is', async () => {
  const path = written(...history('a', 'delivered'), ...history('b', 'answered'), ...history('c', 'open'))
  await (await open(path, { retentionMs: 2e6 })).close()
  expect(readFileSync(path, 'utf8')).toContain('word-a')
  await (await open(path, { retentionMs: 0 })).close()
  expect(readFileSync(path, 'utf8')).not.toContain('word-a')
  expect(await idsIn(path)).toEqual(['b', 'c'])
})

test('knows nothing of an ask that is over for longer than it is kept, though its words are still there', async () => {
  const path = written()
  const store = await open(path, { retentionMs: 1000 })
  const expired: JournalRecord[] = [
    { kind: 'asked', id: 'e', at: long, agent: 's', questions: [question] },
    { kind: 'draft', id: 'e', at: long, answer: said('half') },
    { kind: 'ended', id: 'e', at: long, outcome: 'expired' },
  ]
  for (const step of [...history('a', 'delivered'), ...history('b', 'open'), ...expired]) await store.record(step)
  expect(store.earlier('a', { key: 'a' })).toBeUndefined()
  expect(store.earlier('x', { key: 'b' })).toMatchObject({ id: 'b', state: 'open' })
  expect(store.abandoned('s', [question], () => false)).toBeUndefined()
  expect(readFileSync(path, 'utf8')).toContain('word-a')
})

test('never takes out an answer that did not arrive', async () => {
  const dead = Array.from({ length: 9 }, (_one, index) => history(`d${index}`, 'delivered')).flat()
  const path = written(...dead, ...history('sent', 'answered'))
  const store = await open(path, { retentionMs: 0, compactBytes: 0 })
  expect(store.earlier('sent', { key: 'sent' })).toMatchObject({ state: 'answered', answer: said('word-sent') })
  expect(await idsIn(path)).toEqual(['sent'])
})

test('makes room by the bytes that are dead, however few the lines are', async () => {
  const maxBytes = 20_000
  const open10 = Array.from({ length: 10 }, (_one, index) => history(`o${index}`, 'open')).flat()
  const path = written()
  const store = await open(path, { maxBytes, retentionMs: 50 })
  for (const step of open10) await store.record(step)
  for (const step of history('big', 'delivered', 'x'.repeat(17_000))) await store.record(step)
  const { size } = statSync(path)
  expect(size).toBeGreaterThan(17_000)
  const [next] = history('next', 'open', 'y'.repeat(8000))
  if (next) await store.record(next)
  expect((await idsIn(path)).at(-1)).toBe('next')
  expect(statSync(path).size).toBeLessThan(size)
  const [more] = history('more', 'open', 'z'.repeat(12_000))
  await expect(more && store.record(more)).rejects.toMatchObject({ code: 'JOURNAL_FULL' })
})

test('forgets what a damaged line holds of the ask, and keeps that of others and says so', async () => {
  const path = written(...history('a', 'delivered'), ...history('b', 'delivered'))
  damage(path, 'a', 'answered')
  damage(path, 'b', 'answered')
  expect(await forgetAsks(path, ({ id }) => id === 'a')).toEqual({ asks: 1, damagedLines: 1 })
  const text = readFileSync(path, 'utf8')
  expect(text).not.toContain('word-a')
  expect(text).toContain('word-b')
})

test('says that a line is left of which nobody can tell whose it is, and forgets it with all', async () => {
  const path = written(...history('a', 'delivered'), ...history('b', 'open'))
  damage(path, 'a', 'answered', ['"id":"a"', '"id":"~"'])
  expect(await forgetAsks(path, ({ id }) => id === 'a')).toEqual({ asks: 1, damagedLines: 1 })
  expect(readFileSync(path, 'utf8')).toContain('word-a')
  expect(await forgetAsks(path, 'all')).toEqual({ asks: 1, damagedLines: 0 })
  expect(readFileSync(path, 'utf8')).not.toMatch(/word-a|Go on/)
})

test('forgets with all what belongs to a question that was lost', async () => {
  const path = written(...history('a', 'delivered'))
  damage(path, 'a', 'asked')
  expect(await idsIn(path)).toEqual([])
  expect(await forgetAsks(path, 'all')).toEqual({ asks: 0, damagedLines: 0 })
  expect(readFileSync(path, 'utf8')).not.toMatch(/word-a|Go on/)
})
