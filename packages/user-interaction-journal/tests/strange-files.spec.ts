import { execFileSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { forgetAsks, readJournal } from '../src/index.ts'
import { encodeRecord, type JournalRecord } from '../src/record.ts'
import { Store } from '../src/store.ts'
import { openDesk } from './desk.ts'
import { freshPath, limits } from './folder.ts'

const asked = (id: string): JournalRecord => {
  return { kind: 'asked', id, at: Date.now(), questions: [{ id: 'q', question: 'Go on?' }], key: id }
}
const answered = (id: string): JournalRecord => {
  return { kind: 'answered', id, at: Date.now(), answer: { answers: [{ id: 'q', selected: [], custom: 'yes' }] } }
}

async function open(path: string): Promise<Store> {
  const store = await Store.open({ path, ...limits })
  onTestFinished(() => store.close())
  return store
}

async function statesIn(path: string): Promise<string[]> {
  return (await readJournal(path)).entries.map(({ id, state }) => `${id} ${state}`)
}

describe('a file that is no journal', () => {
  test.each([
    ['{"name":"precious"}', 'one line of JSON'],
    ['{"name":"precious"}\n', 'JSON with a newline'],
    ['# Notes\n\nMine.\n', 'text'],
    ['\n\n', 'empty lines'],
  ])('is refused and left as it is: %j, %s', async (content) => {
    const path = freshPath()
    writeFileSync(path, content, { mode: 0o644 })
    const uses = [() => Store.open({ path, ...limits }), () => readJournal(path), () => forgetAsks(path, 'all')]
    for (const use of uses) {
      await expect(use()).rejects.toMatchObject({
        code: 'JOURNAL_FAILED',
        message: expect.stringContaining('is no journal: its first line does not begin with a checksum') as string,
      })
    }
    expect(readFileSync(path, 'utf8')).toBe(content)
    expect(statSync(path).mode & 0o777).toBe(0o644)
    expect(existsSync(`${path}.rewrite`)).toBe(false)
  })

  test.each([
    ['a pipe', 'mkfifo', ['-m', '644']],
    ['a device', 'mknod', ['-m', '644'], ['c', '1', '3']],
    ['a folder', 'mkdir', ['-m', '755']],
  ])('is refused when it is %s, and keeps its mode', async (_what, tool, flags, kind: readonly string[] = []) => {
    const path = freshPath()
    execFileSync(tool, [...flags, path, ...kind])
    const { mode } = statSync(path)
    await expect(Store.open({ path, ...limits })).rejects.toMatchObject({ code: 'JOURNAL_FAILED' })
    await expect(readJournal(path)).rejects.toMatchObject({ code: 'JOURNAL_FAILED' })
    expect(statSync(path).mode).toBe(mode)
  })
})

describe('a journal that an editor went over', () => {
  test('keeps its last line without the newline, and goes on behind it', async () => {
    const path = freshPath()
    const bytes = Buffer.concat([encodeRecord(asked('a')), encodeRecord(answered('a'))])
    writeFileSync(path, bytes.subarray(0, -1))
    expect(await statesIn(path)).toEqual(['a answered'])
    const store = await open(path)
    await store.record(asked('b'))
    expect(await statesIn(path)).toEqual(['a answered', 'b open'])
    expect((await readJournal(path)).damaged).toEqual([])
  })

  test.each([[''], ['\r\n']])('is read with the line ends of Windows, and goes on (last end: %j)', async (last) => {
    const path = freshPath()
    const lines = [asked('a'), answered('a')].map((record) => encodeRecord(record).toString().trimEnd())
    writeFileSync(path, lines.join('\r\n') + last)
    const store = await open(path)
    await store.record(asked('b'))
    expect(await statesIn(path)).toEqual(['a answered', 'b open'])
    expect((await readJournal(path)).damaged).toEqual([])
  })
})

describe('a link', () => {
  test('to a journal that is not there yet has one owner, and stays a link through a rewrite', async () => {
    const path = freshPath()
    const [link, hop] = [join(dirname(path), 'link'), join(dirname(path), 'hop')]
    symlinkSync('hop', link)
    symlinkSync(path, hop)
    const store = await open(link)
    for (const name of [link, hop, path]) {
      await expect(Store.open({ path: name, ...limits })).rejects.toMatchObject({ code: 'JOURNAL_LOCKED' })
    }
    await store.record(asked('a'))
    await store.forget(() => false)
    expect(await statesIn(path)).toEqual(['a open'])
    expect([link, hop].map((name) => lstatSync(name).isSymbolicLink())).toEqual([true, true])
  })

  test('tells who has the journal that it names', async () => {
    const path = freshPath()
    const link = join(dirname(path), 'link')
    const store = await open(path)
    await store.record(asked('a'))
    symlinkSync(path, link)
    expect(await readJournal(link)).toMatchObject({ owner: process.pid, entries: [{ orphaned: false }] })
    await expect(forgetAsks(link, () => true)).rejects.toMatchObject({ code: 'JOURNAL_LOCKED' })
  })
})

describe('a journal that goes away while it is open', () => {
  const question = { id: 'q', question: 'Go on?' }
  const answer = { answers: [{ id: 'q', selected: [], custom: 'yes' }] }

  test.each([
    ['deleted', (path: string) => rmSync(path)],
    ['moved', (path: string) => renameSync(path, `${path}.old`)],
    ['deleted with another name left', (path: string) => (linkSync(path, `${path}.too`), rmSync(path))],
    ['replaced', (path: string) => (writeFileSync(`${path}.new`, ''), renameSync(`${path}.new`, path))],
  ])('fails before anybody is told that it was sent: %s', async (_how, go) => {
    const desk = await openDesk(freshPath())
    const ask = desk.ask({ questions: [question], key: 'k' })
    ask.catch(() => {})
    const { pending, break: fail } = await desk.human.next()
    go(desk.file)
    const failed = { code: 'JOURNAL_FAILED', message: expect.stringContaining('deleted or replaced') as string }
    await expect(pending.commit?.(answer)).rejects.toMatchObject(failed)
    fail.call(desk.human.shown[0], new Error('cannot send'))
    await expect(ask).rejects.toMatchObject({ name: 'UserInteractionError' })
  })

  test('is made anew for what is asked later', async () => {
    const desk = await openDesk(freshPath())
    desk.human.script({ q: 'one' }, { q: 'two' })
    await desk.ask({ questions: [question], key: 'k' })
    await vi.waitFor(async () => expect(await desk.states()).toEqual(['delivered']))
    rmSync(desk.file)
    await expect(desk.ask({ questions: [question], key: 'l' })).rejects.toMatchObject({
      code: 'JOURNAL_FAILED',
      message: expect.stringMatching(/^nobody was asked: .* deleted or replaced/) as string,
    })
    await desk.ask({ questions: [question], key: 'l' })
    expect((await readJournal(desk.file)).entries).toMatchObject([{ key: 'l', state: expect.any(String) as string }])
  })
})
