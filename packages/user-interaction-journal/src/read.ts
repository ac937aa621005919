/** A journal from outside: what is in it, and taking something out, while no process has it or beside one that has. */
import { readFile } from 'node:fs/promises'
import { ownerOf } from './claim.ts'
import type { JournalEntry } from './entry.ts'
import { journalFailure } from './errors.ts'
import { Ledger } from './ledger.ts'
import { decodeJournal } from './record.ts'
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

/**
 * Reads a journal and changes nothing, also while a process has it open. Without one, what is open is orphaned.
 * @throws JournalError `JOURNAL_FAILED` when it cannot be read.
 */
export async function readJournal(path: string): Promise<JournalContent> {
  const owner = await ownerOf(path)
  const bytes = await readFile(path).catch((error: unknown) => {
    throw journalFailure(`the journal ${path} cannot be read`, error)
  })
  const { records, damaged } = decodeJournal(bytes)
  const ledger = new Ledger()
  for (const record of records) ledger.apply(record)
  if (!owner) ledger.apply({ kind: 'opened', at: Date.now(), pid: process.pid })
  const faults = damaged.map(({ line, fault }) => ({ line, fault }))
  return { entries: ledger.list(), damaged: faults, ...(owner && { owner: owner.pid }) }
}

/**
 * Takes asks out of a journal that no process has open; nothing of them is left in the file.
 * @returns those that were there.
 * @throws JournalError `JOURNAL_LOCKED`, `JOURNAL_FAILED`.
 */
export async function forgetAsks(path: string, isForgotten: (entry: JournalEntry) => boolean): Promise<number> {
  await readJournal(path)
  const store = await Store.open({ path, retentionMs: Infinity, maxBytes: Infinity, compactBytes: Infinity })
  try {
    const before = store.ledger.list().length
    await store.forget(isForgotten)
    return before - store.ledger.list().length
  } finally {
    await store.close()
  }
}
