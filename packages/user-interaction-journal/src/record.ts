/** One step of an ask as a line of the journal: JSON that begins with the checksum of its rest. Pure. */
import type { AskUserQuestionAnswer, AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction/types'
import { crc32 } from './checksum.ts'
import { JournalError } from './errors.ts'

/** How an ask ended without an answer that arrived. `replaced`: a later ask took its place. */
export type EndedOutcome = 'cancelled' | 'aborted' | 'expired' | 'failed' | 'replaced'

/** A step. `id` is the journal's name of the ask, `at` is in milliseconds since the epoch. */
export type JournalRecord =
  /** A process took the journal over: what was open before is orphaned until it is shown again. */
  | { readonly kind: 'opened'; readonly at: number; readonly pid: number }
  | {
      readonly kind: 'asked'
      readonly id: string
      readonly at: number
      readonly questions: readonly AskUserQuestionItem[]
      readonly key?: string
      /** Who asks, across processes: the agent's, and so the session's, id. */
      readonly agent?: string
      /** The earlier ask whose place it takes; what was entered there is filled in here. */
      readonly of?: string
    }
  /** Shown again under its id. */
  | { readonly kind: 'shown'; readonly id: string; readonly at: number }
  /** What is entered so far; each replaces the one before. */
  | { readonly kind: 'draft'; readonly id: string; readonly at: number; readonly answer: AskUserQuestionAnswer }
  | { readonly kind: 'answered'; readonly id: string; readonly at: number; readonly answer: AskUserQuestionAnswer }
  /** The seam took the answer while the caller still waited for it. */
  | { readonly kind: 'delivered'; readonly id: string; readonly at: number }
  | { readonly kind: 'ended'; readonly id: string; readonly at: number; readonly outcome: EndedOutcome }

/** A line that is no record. Its bytes are kept as they are. */
export interface DamagedLine {
  /** Counted from 1. */
  readonly line: number
  readonly fault: string
  readonly bytes: Buffer
}

/** What a line has beside its record. A record that was read keeps it: to take it off costs as much as to read it. */
interface Seal {
  readonly sum?: unknown
  readonly v?: unknown
}

/** What the bytes of a journal hold. */
export interface Reading {
  readonly records: readonly JournalRecord[]
  readonly damaged: readonly DamagedLine[]
  /** Where the last whole line ends. Bytes behind it are a torn line, written while the process died. */
  readonly end: number
  /** The last whole line has no newline: an editor took it. */
  readonly isUnended: boolean
  /** Whether it can be a journal at all: nothing yet, a record, or a line that begins as one. */
  readonly isJournal: boolean
}

const version = 1
const newline = 0x0a
/** Stands before it once a file went through Windows. */
const carriageReturn = 0x0d
const opening = '{"sum":"'
/** `{"sum":"01234567",` */
const head = opening.length + 10
const beginning = '{"sum":"00000000","v":'

/** The line of a record, with its newline. */
export function encodeRecord(record: JournalRecord): Buffer {
  const { sum: _sum, v: _v, ...own } = record as JournalRecord & Seal
  const body = Buffer.from(`${JSON.stringify({ v: version, ...own }).slice(1)}\n`)
  return Buffer.concat([Buffer.from(`${opening}${sumOf(body, 0, body.length - 1)}",`), body])
}

/**
 * Reads a journal. Lines that are no records are reported beside the rest, a torn last line is left out.
 * @throws JournalError `JOURNAL_FAILED`, naming the line, for one that a later version of this package wrote.
 */
export function decodeJournal(bytes: Buffer): Reading {
  const records: JournalRecord[] = []
  const damaged: DamagedLine[] = []
  // Decoded as a whole: newlines are the same in both, whatever stands between them.
  const text = bytes.toString()
  let start = 0
  let textStart = 0
  for (let line = 1; ; line++) {
    const newlineAt = bytes.indexOf(newline, start)
    const isLast = newlineAt < 0
    const end = isLast ? bytes.length : newlineAt
    const textEnd = isLast ? text.length : text.indexOf('\n', textStart)
    const returns = end > start && bytes[end - 1] === carriageReturn ? 1 : 0
    const record = decodeLine(text.slice(textStart, textEnd - returns), sumOf(bytes, start + head, end - returns), line)
    if (isLast) {
      const isUnended = typeof record !== 'string'
      if (isUnended) records.push(record)
      const isJournal = records.length > 0 || beginsAsJournal(text)
      return { records, damaged, end: isUnended ? end : start, isUnended, isJournal }
    }
    if (typeof record === 'string') {
      damaged.push({ line, fault: record, bytes: Buffer.from(bytes.subarray(start, end)) })
    } else {
      records.push(record)
    }
    start = end + 1
    textStart = textEnd + 1
  }
}

/** Also for one that is torn within its first bytes. */
function beginsAsJournal(text: string): boolean {
  const begun = text.slice(0, beginning.length)
  return /^\{"sum":"[0-9a-f]{8}","v":$/.test(begun + beginning.slice(begun.length))
}

/** The record of a line, or what is wrong with it. */
function decodeLine(text: string, sum: string, line: number): JournalRecord | string {
  if (!text.startsWith(opening)) return 'does not begin with a checksum'
  if (text.slice(opening.length, head - 2) !== sum) return 'does not match its checksum'
  const fields = parseLine(text)
  const { v } = fields
  if (v === version && isRecord(fields)) return fields
  if (v === version || v === undefined) return 'is no record of a journal'
  throw new JournalError('JOURNAL_FAILED', `line ${line} of the journal is of version ${String(v)}, not 1`)
}

type Fields = Readonly<Record<string, unknown>> & Seal

function parseLine(text: string): Fields {
  try {
    return JSON.parse(text) as Fields
  } catch {
    return {}
  }
}

/** The checksum vouches for the bytes; this makes sure that they are of a journal. */
function isRecord(fields: Fields): fields is Fields & JournalRecord {
  if (typeof fields['at'] !== 'number') return false
  const { kind } = fields
  if (kind === 'opened') return true
  if (typeof fields['id'] !== 'string') return false
  if (kind === 'asked') return Array.isArray(fields['questions'])
  if (kind !== 'draft' && kind !== 'answered') return kind === 'shown' || kind === 'delivered' || kind === 'ended'
  return Array.isArray((fields['answer'] as Partial<AskUserQuestionAnswer> | undefined)?.answers)
}

function sumOf(bytes: Buffer, start: number, end: number): string {
  return crc32(bytes, start, end).toString(16).padStart(8, '0')
}
