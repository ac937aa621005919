import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, type TestContext } from 'vitest'
import { forgetAsks, readJournal } from '../src/index.ts'
import { encodeRecord, type JournalRecord } from '../src/record.ts'
import { Store, type StoreOptions } from '../src/store.ts'
import { disk, type Fate } from './disks.ts'
import { freshPath, limits } from './folder.ts'

const question = { id: 'q', question: 'Go on?' }
const answer = { answers: [{ id: 'q', selected: [], custom: 'yes' }] }
const asked = (id: string, words = 'Go on?'): JournalRecord => {
  return { kind: 'asked', id, at: Date.now(), questions: [{ id: 'q', question: words }], key: id }
}
const answered = (id: string): JournalRecord => ({ kind: 'answered', id, at: Date.now(), answer })

async function open(path: string, options: Partial<StoreOptions> = {}): Promise<Store> {
  const store = await Store.open({ path, ...limits, ...options })
  onTestFinished(() => store.close())
  return store
}

/** What the file says, as `id state`. */
async function statesIn(path: string): Promise<string[]> {
  return (await readJournal(path)).entries.map(({ id, state }) => `${id} ${state}`)
}

describe('a journal', () => {
  test('is readable by its owner only, also when it was not', async () => {
    const path = freshPath()
    writeFileSync(path, '', { mode: 0o644 })
    await open(path)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('holds a record when the promise resolves, those of one moment in order', async () => {
    const path = freshPath()
    const store = await open(path)
    const ids = Array.from({ length: 50 }, (_one, index) => `ask-${index}`)
    await Promise.all(
      ids.map(async (id) => {
        await store.record(asked(id))
        expect(readFileSync(path, 'utf8')).toContain(`"id":"${id}"`)
      }),
    )
    expect(await statesIn(path)).toEqual(ids.map((id) => `${id} open`))
  })

  test('syncs what comes together once, and each step by itself otherwise', async () => {
    const steps: string[] = []
    const store = await open(freshPath(), { disk: disk((step) => void steps.push(step)) })
    steps.length = 0
    await store.record(asked('a'))
    await store.record(answered('a'))
    expect(steps).toEqual(['appendFile', 'datasync', 'appendFile', 'datasync'])
    steps.length = 0
    await Promise.all(['b', 'c', 'd', 'e'].map((id) => store.record(asked(id))))
    expect(steps.filter((step) => step === 'datasync').length).toBeLessThanOrEqual(2)
  })

  test('takes what is unicode, what is called __proto__ and what is huge', async () => {
    const path = freshPath()
    const store = await open(path)
    const huge = '漢字🙂\u2028\ud800'.repeat(400_000)
    await store.record(asked('__proto__', huge))
    await store.record(answered('__proto__'))
    await store.close()
    const again = await open(path)
    expect(again.ledger.get('__proto__')).toMatchObject({ state: 'answered', answer })
    expect(again.ledger.get('__proto__')?.questions[0]?.question === huge).toBe(true)
    expect(again.ledger.byKey('constructor', undefined)).toBeUndefined()
  })

  test('has its torn last line cut off, and goes on', async () => {
    const path = freshPath()
    const line = encodeRecord(asked('whole'))
    writeFileSync(path, Buffer.concat([line, encodeRecord(asked('torn')).subarray(0, 40)]))
    const store = await open(path)
    await store.record(answered('whole'))
    expect(await statesIn(path)).toEqual(['whole answered'])
    expect((await readJournal(path)).damaged).toEqual([])
  })

  test('tells of a flipped byte by its line, keeps the rest, and keeps the line through a rewrite', async () => {
    const path = freshPath()
    const bytes = Buffer.concat(['a', 'b', 'c'].map((id) => encodeRecord(asked(id))))
    const middle = Math.floor(bytes.length / 2)
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle)
    writeFileSync(path, bytes)
    const fault = 'does not match its checksum'
    expect((await readJournal(path)).damaged).toEqual([{ line: 2, fault }])
    expect(await statesIn(path)).toEqual(['a open', 'c open'])
    await forgetAsks(path, ({ id }) => id === 'a')
    expect(await statesIn(path)).toEqual(['c open'])
    expect((await readJournal(path)).damaged).toEqual([{ line: 3, fault }])
  })

  test('that is reached by a link is the one it names, and stays where it is', async () => {
    const path = freshPath()
    const link = join(dirname(path), 'link')
    await (await open(path)).close()
    symlinkSync(path, link)
    const store = await open(link, { compactBytes: 0 })
    await store.record(asked('a'))
    await expect(Store.open({ path, ...limits })).rejects.toMatchObject({ code: 'JOURNAL_LOCKED' })
    await store.forget(() => false)
    expect(await statesIn(path)).toEqual(['a open'])
  })

  test('cannot be read from a folder that is not there, and says so', async () => {
    const path = join(freshPath(), 'nowhere', 'asks.jsonl')
    await expect(Store.open({ path, ...limits })).rejects.toMatchObject({ code: 'JOURNAL_FAILED' })
    await expect(readJournal(path)).rejects.toMatchObject({ code: 'JOURNAL_FAILED' })
  })
})

describe('a rewrite', () => {
  const hour = 3_600_000
  const dead = (count: number): Buffer => {
    const at = Date.now() - 2 * hour
    return Buffer.concat(
      Array.from({ length: count }, (_one, index) => [
        encodeRecord({ kind: 'asked', id: `dead-${index}`, at, questions: [question] }),
        encodeRecord({ kind: 'ended', id: `dead-${index}`, at, outcome: 'cancelled' }),
      ]).flat(),
    )
  }

  test('drops at opening what was over long ago, and what is superseded once that is most of a file that is large enough', async () => {
    const path = freshPath()
    const drafts = Array.from({ length: 20 }, (): JournalRecord => ({ kind: 'draft', id: 'open', at: 1, answer }))
    writeFileSync(path, Buffer.concat([dead(3), ...[asked('open'), ...drafts].map(encodeRecord)]))
    const { size } = statSync(path)
    await (await open(path, { retentionMs: 3 * hour })).close()
    expect(statSync(path).size).toBeGreaterThan(size)
    await (await open(path, { retentionMs: 3 * hour, compactBytes: 0 })).close()
    expect(statSync(path).size).toBeLessThan(size)
    expect(await statesIn(path)).toHaveLength(4)
    await (await open(path, { retentionMs: hour })).close()
    expect(await statesIn(path)).toEqual(['open open'])
    expect(statSync(path)).toMatchObject({ mode: 0o100600 })
  })

  test('never drops what is open, however old', async () => {
    const path = freshPath()
    const old: JournalRecord = { kind: 'asked', id: 'old', at: 1, questions: [question] }
    writeFileSync(path, Buffer.concat([dead(10), encodeRecord(old)]))
    await (await open(path, { retentionMs: 0, compactBytes: 0 })).close()
    expect(await statesIn(path)).toEqual(['old open'])
  })

  test('makes room at the size limit, and only then refuses what is new: what is open can be answered', async () => {
    const path = freshPath()
    writeFileSync(path, dead(20))
    const store = await open(path, { retentionMs: hour, maxBytes: 3000 })
    for (let ask = 1; ; ask++) {
      const full = await store.record(asked(`a${ask}`)).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (!full) continue
      expect(full).toMatchObject({ code: 'JOURNAL_FULL' })
      expect(ask).toBeGreaterThan(3)
      break
    }
    await store.record(answered('a1'))
    expect(store.ledger.get('a1')?.state).toBe('answered')
    expect((await statesIn(path)).length).toBeGreaterThan(2)
  })

  test('leaves no trace in the file of what is forgotten', async () => {
    const path = freshPath()
    const store = await open(path)
    await store.record(asked('a', 'something secret'))
    await expect(forgetAsks(path, () => true)).rejects.toMatchObject({ code: 'JOURNAL_LOCKED' })
    await store.close()
    expect(await forgetAsks(path, ({ id }) => id === 'a')).toEqual({ asks: 1, damagedLines: 0 })
    expect(readFileSync(path, 'utf8')).not.toContain('secret')
  })
})

class Crash extends Error {}

/** A process that is gone before step number `last`; of what it was writing then, half may have arrived. */
function dyingBefore(last: number, half: boolean): { fate: Fate; steps(): number } {
  let steps = 0
  return {
    steps: () => steps,
    async fate(step, handle, bytes) {
      if (step === 'close') return
      if (steps++ < last) return
      if (steps === last + 1 && half && step === 'appendFile' && bytes) {
        await handle?.appendFile(bytes.subarray(0, bytes.length / 2))
      }
      throw new Crash()
    },
  }
}

describe('a crash before any step that touches the disk', () => {
  test.each([[false], [true]])('loses nothing that was told to last (half a write arrived: %s)', async (half) => {
    let crashes = 0
    for (let last = 0; ; last++) {
      const path = freshPath()
      const old = Date.now() - limits.retentionMs - 1
      writeFileSync(
        path,
        Buffer.concat([
          ...['x', 'y', 'z'].flatMap((id) => [
            encodeRecord({ kind: 'asked', id, at: old, questions: [question] }),
            encodeRecord({ kind: 'ended', id, at: old, outcome: 'expired' }),
          ]),
          encodeRecord(asked('kept')),
          encodeRecord(answered('kept')),
          Buffer.from('{"sum":"torn'),
        ]),
      )
      const { fate, steps } = dyingBefore(last, half)
      const lasting = new Set<string>(['kept answered'])
      await liveUntilCrash(path, fate, lasting)
      const content = await readJournal(path)
      const found = content.entries.map(({ id, state }) => `${id} ${state}`)
      expect(found).toEqual(expect.arrayContaining([...lasting].filter((one) => !found.includes(overtaken(one)))))
      expect(content.damaged).toEqual([])
      expect(new Set(found.map((one) => one.split(' ')[0])).size).toBe(found.length)
      await (await open(path)).close()
      expect(await statesIn(path)).toEqual(expect.arrayContaining(found.filter((one) => one.includes('kept'))))
      if (steps() < last) break
      crashes++
    }
    // Opening, mending, rewriting and four records: every one of their steps was the last once.
    expect(crashes).toBeGreaterThan(15)
  })

  /** An ask may have come further than was told. */
  const overtaken = (one: string): string => one.replace(/ open$/, ' answered')

  async function liveUntilCrash(path: string, fate: Fate, lasting: Set<string>): Promise<void> {
    // The claim of a killed process is nobody's; here it is the test's own, so it is given back.
    let store: Store | undefined
    try {
      store = await Store.open({ path, ...limits, compactBytes: 0, disk: disk(fate) })
      for (const id of ['a', 'b']) {
        await store.record(asked(id))
        lasting.add(`${id} open`)
        await store.record(answered(id))
        lasting.delete(`${id} open`)
        lasting.add(`${id} answered`)
      }
    } catch (error) {
      expect(error).toMatchObject({ code: 'JOURNAL_FAILED' })
    } finally {
      await store?.close()
    }
  }
})

describe('a step that fails', () => {
  test.each(['ENOSPC', 'EIO', 'EROFS'])(
    'with %s is told, leaves the file as it was, and the next may succeed',
    async (code) => {
      const path = freshPath()
      let failing = ''
      const fate: Fate = async (step, handle, bytes) => {
        if (step !== failing) return
        if (step === 'appendFile' && bytes) await handle?.appendFile(bytes.subarray(0, 10))
        throw Object.assign(new Error(code), { code })
      }
      const store = await open(path, { disk: disk(fate) })
      for (failing of ['appendFile', 'datasync']) {
        await expect(store.record(asked('lost'))).rejects.toMatchObject({
          code: 'JOURNAL_FAILED',
          message: expect.stringContaining(code) as string,
        })
        expect(await statesIn(path)).toEqual([])
        expect(store.ledger.list()).toEqual([])
      }
      failing = ''
      await store.record(asked('found'))
      expect(await statesIn(path)).toEqual(['found open'])
    },
  )

  test('takes only those with it that do not fit', async () => {
    const path = freshPath()
    const fate: Fate = (_step, _handle, bytes) => {
      if (bytes && bytes.length > 1000) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    }
    const store = await open(path, { disk: disk(fate) })
    const outcomes = await Promise.allSettled([
      store.record(asked('first')),
      store.record(asked('small')),
      store.record(asked('large', 'x'.repeat(2000))),
      store.record(asked('last')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(await statesIn(path)).toEqual(['first open', 'small open', 'last open'])
  })

  test('before the end could be cut off again is mended by the next', async () => {
    const path = freshPath()
    let failing = new Set<string>()
    const fate: Fate = async (step, handle, bytes) => {
      if (!failing.has(step)) return
      if (bytes) await handle?.appendFile(bytes.subarray(0, 10))
      throw Object.assign(new Error('gone'), { code: 'EIO' })
    }
    const store = await open(path, { disk: disk(fate) })
    failing = new Set(['appendFile', 'truncate'])
    await expect(store.record(asked('a'))).rejects.toMatchObject({ code: 'JOURNAL_FAILED' })
    failing = new Set(['truncate'])
    await expect(store.record(asked('b'))).rejects.toMatchObject({ code: 'JOURNAL_FAILED' })
    failing = new Set()
    await store.record(asked('c'))
    expect(await statesIn(path)).toEqual(['c open'])
    expect((await readJournal(path)).damaged).toEqual([])
  })
})

/** A small disk of its own; skips with a sentence where none can be had. */
function smallDisk({ skip }: TestContext, options: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    skip('this user cannot mount a small disk, so a full one cannot be had here')
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  return folder
}

describe('a real disk', () => {
  test('that is full fails the step, and the journal can be read and goes on once there is room', async (context) => {
    const folder = smallDisk(context, 'size=64k')
    const path = join(folder, 'asks.jsonl')
    const store = await open(path)
    let written = 0
    const fill = async (): Promise<void> => {
      for (;;) await store.record(asked(`a${written + 1}`, 'x'.repeat(3000))).then(() => written++)
    }
    await expect(fill()).rejects.toMatchObject({
      code: 'JOURNAL_FAILED',
      message: expect.stringContaining('ENOSPC') as string,
    })
    expect((await statesIn(path)).length).toBe(written)
    execFileSync('mount', ['-o', 'remount,size=256k', folder])
    await store.record(asked('later'))
    expect((await statesIn(path)).at(-1)).toBe('later open')
  })

  test('that is full fails a rewrite too, and leaves the old content', async (context) => {
    const folder = smallDisk(context, 'size=64k')
    const path = join(folder, 'asks.jsonl')
    const store = await open(path)
    for (let ask = 0; ask < 10; ask++) await store.record(asked(`a${ask}`, 'x'.repeat(4000)))
    await expect(store.forget(({ id }) => id === 'a0')).rejects.toMatchObject({ code: 'JOURNAL_FAILED' })
    expect(await statesIn(path)).toHaveLength(10)
  })

  test('that is read-only fails the opening, and so every ask', async (context) => {
    const folder = smallDisk(context, 'size=64k')
    const path = join(folder, 'asks.jsonl')
    appendFileSync(path, encodeRecord(asked('a')))
    execFileSync('mount', ['-o', 'remount,ro', folder])
    await expect(Store.open({ path, ...limits })).rejects.toMatchObject({
      code: 'JOURNAL_FAILED',
      message: expect.stringContaining('EROFS') as string,
    })
    expect(await statesIn(path)).toEqual(['a open'])
    expect(existsSync(path)).toBe(true)
  })
})
