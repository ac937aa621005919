/** A journal that is claimed and open: its ledger in memory and its file on disk, always saying the same. */
import type { AskUserQuestionItem, AskUserQuestionRequest } from '@deepseek-ai/dsh-user-interaction'
import { type Claim, claimJournal } from './claim.ts'
import { journalPath } from './content.ts'
import { type Disk, systemDisk } from './disk.ts'
import { isKept, type JournalEntry } from './entry.ts'
import { JournalError } from './errors.ts'
import { JournalFile } from './file.ts'
import { Ledger } from './ledger.ts'
import { type DamagedLine, encodeRecord, type JournalRecord } from './record.ts'

/** How a journal is kept. */
export interface StoreOptions {
  readonly path: string
  /** How long an ask is kept after its end, in milliseconds; the next opening takes it out. */
  readonly retentionMs: number
  /** From this size on nothing new is asked, in bytes. */
  readonly maxBytes: number
  /** Below this size the file is not rewritten at opening only to save room, in bytes. */
  readonly compactBytes: number
  readonly disk?: Disk
}

/** The one way to a journal's content; it is this process's alone while it is open. */
export class Store {
  readonly ledger: Ledger
  /** Lines that could not be read. They stay in the file as they are. */
  damaged: readonly DamagedLine[]
  private readonly options: StoreOptions
  private readonly claim: Claim
  private readonly file: JournalFile
  private closed = false

  private constructor(options: StoreOptions, claim: Claim, file: JournalFile, ledger: Ledger, damaged: DamagedLine[]) {
    this.options = options
    this.claim = claim
    this.file = file
    this.ledger = ledger
    this.damaged = damaged
  }

  /**
   * Claims and opens a journal, mends its end, and rewrites it without what is over for longer than it is kept, or when it is mostly dead.
   * @throws JournalError `JOURNAL_LOCKED` while another process has it, `JOURNAL_FAILED` when it cannot be used.
   */
  static async open(given: StoreOptions): Promise<Store> {
    // A link names the same journal, and a rewrite must not put a file in its place.
    const options = { ...given, path: await journalPath(given.path) }
    const claim = await claimJournal(options.path)
    try {
      const { file, reading } = await JournalFile.open(options.path, options.disk ?? systemDisk)
      const ledger = new Ledger()
      for (const record of reading.records) ledger.apply(record)
      const store = new Store(options, claim, file, ledger, [...reading.damaged])
      await store.begin()
      return store
    } catch (error) {
      await claim.release()
      throw error
    }
  }

  /**
   * Appends a step. The ledger has it when it lasts, which is when this resolves.
   * @throws JournalError `JOURNAL_FAILED`, and `JOURNAL_FULL` for a new ask past the size limit; nothing is changed then.
   */
  async record(record: JournalRecord): Promise<void> {
    if (this.closed) throw new JournalError('JOURNAL_FAILED', 'the journal is closed')
    const bytes = encodeRecord(record)
    if (record.kind === 'asked') await this.makeRoom(bytes.length)
    await this.file.append(bytes, () => this.ledger.apply(record))
  }

  /** Whether the file is not where it was: nothing can be recorded any more. */
  get isLost(): boolean {
    return this.file.isLost
  }

  /** What is known of an ask by its own name or by its key, unless it is over for longer than it is kept. */
  earlier(id: string, { agent, key }: Pick<AskUserQuestionRequest, 'agent' | 'key'>): JournalEntry | undefined {
    const known = [this.ledger.get(id), key === undefined ? undefined : this.ledger.byKey(key, agent?.id)]
    return known.find((entry) => entry && isKept(entry, this.horizon()))
  }

  /** As the ledger's, without what is over for longer than it is kept. */
  abandoned(
    agent: string,
    questions: readonly AskUserQuestionItem[],
    isLive: (id: string) => boolean,
  ): JournalEntry | undefined {
    const horizon = this.horizon()
    return this.ledger.abandoned(agent, questions, (entry) => isLive(entry.id) || !isKept(entry, horizon))
  }

  /** Whether so many bytes more are within the limit. */
  hasRoom(bytes: number): boolean {
    return this.file.size + bytes <= this.options.maxBytes
  }

  /**
   * Drops asks, open ones too, and all that was said to them; the file has no trace of them when this resolves, but for
   * damaged lines that do not name them. `all` drops everything, damaged lines too.
   */
  async forget(whose: 'all' | ((entry: JournalEntry) => boolean)): Promise<void> {
    if (whose === 'all') {
      this.ledger.clear()
      this.damaged = []
    } else {
      const names = [...this.ledger.forget(whose)].flatMap((id) => ['id', 'of'].map((field) => naming(field, id)))
      this.damaged = this.damaged.filter(({ bytes }) => !names.some((name) => bytes.includes(name)))
    }
    await this.rewrite()
  }

  /** Waits for what is being written, closes, and gives the journal back. */
  async close(): Promise<void> {
    if (this.closed) return
    this.closed = true
    await this.file.close().catch(() => {})
    await this.claim.release()
  }

  private async begin(): Promise<void> {
    try {
      const { compactBytes } = this.options
      const horizon = this.horizon()
      const isWorthIt = this.file.size >= compactBytes && this.ledger.isMostlyDead(horizon)
      if (isWorthIt || this.ledger.hasExpired(horizon)) await this.rewrite()
      await this.record({ kind: 'opened', at: Date.now(), pid: process.pid })
    } catch (error) {
      await this.file.close().catch(() => {})
      throw error
    }
  }

  /** Answers and ends are written past the limit: what was asked can be answered. */
  private async makeRoom(bytes: number): Promise<void> {
    const { maxBytes, path } = this.options
    if (this.hasRoom(bytes)) return
    const needed = this.contentOf(this.ledger.records(this.horizon())).length
    if (needed + bytes <= maxBytes) await this.rewrite()
    if (this.hasRoom(bytes)) return
    throw new JournalError('JOURNAL_FULL', `nobody was asked: the journal ${path} has no room below ${maxBytes} bytes`)
  }

  private async rewrite(): Promise<void> {
    await this.file.rewrite(() => this.contentOf(this.ledger.prune(this.horizon())))
  }

  private contentOf(records: readonly JournalRecord[]): Buffer {
    const damaged = this.damaged.flatMap(({ bytes }) => [bytes, Buffer.from('\n')])
    return Buffer.concat([...records.map(encodeRecord), ...damaged])
  }

  private horizon(): number {
    return Date.now() - this.options.retentionMs
  }
}

/** How a line names an ask. */
function naming(field: string, id: string): string {
  return `"${field}":${JSON.stringify(id)}`
}
