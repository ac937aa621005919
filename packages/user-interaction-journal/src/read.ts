/** A journal from outside: what is in it, and taking something out, while no process has it or beside one that has. */
import { open } from 'node:fs/promises'
import { ownerOf } from './claim.ts'
import { contentOf, journalPath, toRead } from './content.ts'
import type { JournalEntry } from './entry.ts'
import { journalFailure } from './errors.ts'
import { Ledger } from './ledger.ts'
import type { Reading } from './record.ts'
import { Store } from './store.ts'

/** What is in a journal. */
export interface JournalContent {
  /** All asks, in asked order. */
  readonly entries: readonly JournalEntry[]
  /** Lines that could not be read, counted from 1, and what is wrong with each. */
  readonly damaged: readonly { readonly line: number; readonly fault: string }[]
  /** The id of the process that has the journal open, if one has. */
  readonly owner?: number
}

/** What was taken out of a journal. */
export interface Forgotten {
  /** So many asks. */
  readonly asks: number
  /** So many lines stay that could not be read: they may hold words of any ask. `all` takes them out too. */
  readonly damagedLines: number
}

/**
 * Reads a journal and changes nothing, also while a process has it open. Without one, what is open is orphaned.
 * @throws JournalError `JOURNAL_FAILED` when it cannot be read or is no journal.
 */
export async function readJournal(path: string): Promise<JournalContent> {
  const file = await journalPath(path)
  const owner = await ownerOf(file)
  const { records, damaged } = await readingOf(file).catch((error: unknown) => {
    throw journalFailure(`the journal ${path} cannot be read`, error)
  })
  const ledger = new Ledger()
  for (const record of records) ledger.apply(record)
  if (!owner) ledger.apply({ kind: 'opened', at: Date.now(), pid: process.pid })
  const faults = damaged.map(({ line, fault }) => ({ line, fault }))
  return { entries: ledger.list(), damaged: faults, ...(owner && { owner: owner.pid }) }
}

/**
 * Takes asks out of a journal that no process has open; nothing of them is left in the file, but for lines that could
 * not be read and do not name them. `all` takes out everything, those lines too.
 * @throws JournalError `JOURNAL_LOCKED`, `JOURNAL_FAILED`.
 */
export async function forgetAsks(path: string, whose: 'all' | ((entry: JournalEntry) => boolean)): Promise<Forgotten> {
  await readJournal(path)
  const store = await Store.open({ path, retentionMs: Infinity, maxBytes: Infinity, compactBytes: Infinity })
  try {
    const before = store.ledger.list().length
    await store.forget(whose)
    return { asks: before - store.ledger.list().length, damagedLines: store.damaged.length }
  } finally {
    await store.close()
  }
}

async function readingOf(path: string): Promise<Reading> {
  const handle = await open(path, toRead)
  try {
    return (await contentOf(handle, path)).reading
  } finally {
    await handle.close()
  }
}
