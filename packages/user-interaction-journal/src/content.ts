/** What a path leads to: the one file behind its links, and its bytes where that is a journal. Changes nothing. */
import { constants, type Stats } from 'node:fs'
import { type FileHandle, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { JournalError } from './errors.ts'
import { decodeJournal, type Reading } from './record.ts'

/** A pipe or a terminal must not hold up whoever opens it. */
const unheld = (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

/** How a journal is opened to be read, and to be kept. */
export const toRead = constants.O_RDONLY | unheld
export const toKeep = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | unheld

/** So many links may follow each other, as on Linux. */
const longestChain = 40

/** The file that a path names, through every link, also where nothing is there yet: one journal, one name. */
export async function journalPath(path: string): Promise<string> {
  let target = resolve(path)
  for (let links = 0; links < longestChain; links++) {
    const folder = await realpath(dirname(target)).catch(() => dirname(target))
    target = join(folder, basename(target))
    const next = await readlink(target).catch(() => undefined)
    if (next === undefined) return target
    target = resolve(folder, next)
  }
  return target
}

/** What an open file is and holds. */
export interface Content {
  readonly stats: Stats
  readonly bytes: Buffer
  readonly reading: Reading
}

/**
 * Reads an open file as a journal.
 * @throws JournalError `JOURNAL_FAILED` for anything else, naming what it is and never what is in it.
 */
export async function contentOf(handle: FileHandle, path: string): Promise<Content> {
  const stats = await handle.stat()
  if (!stats.isFile()) throw otherThanJournal(path, `it is ${kindOf(stats)}`)
  const bytes = await handle.readFile()
  const reading = decodeJournal(bytes)
  if (!reading.isJournal) throw otherThanJournal(path, 'its first line does not begin with a checksum')
  return { stats, bytes, reading }
}

function otherThanJournal(path: string, what: string): JournalError {
  return new JournalError('JOURNAL_FAILED', `${path} is no journal: ${what}`)
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a pipe'
  return stats.isCharacterDevice() || stats.isBlockDevice() ? 'a device' : 'no regular file'
}
