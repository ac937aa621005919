/** The journal on disk: appended and synced, its torn end cut off, replaced as a whole. It knows bytes, not asks. */
import type { FileHandle } from 'node:fs/promises'
import { contentOf, toKeep } from './content.ts'
import type { Disk, Place } from './disk.ts'
import { JournalError, journalFailure } from './errors.ts'
import type { Reading } from './record.ts'

/** Bytes that wait to be written, and who waits for them. */
interface Waiting {
  readonly bytes: Buffer
  /** Runs when they last, before anybody else is told or anything else is written. */
  readonly written: () => void
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Readable and writable by its owner only: it holds a person's words. */
const mode = 0o600

/** A journal that is open. Whoever opens it has claimed it. */
export class JournalFile {
  /** In bytes, with what waits to be written. */
  size: number
  /** It is not where it was, or not as it was left: whoever has it has to open it anew. */
  isLost = false
  private readonly path: string
  private readonly disk: Disk
  private handle: FileHandle
  private waiting: Waiting[] = []
  private working: Promise<void> = Promise.resolve()
  /** Where the last whole line ends. */
  private end: number
  /** Something may stand behind the end. */
  private ragged = false
  private place: Pick<Place, 'dev' | 'ino'>

  private constructor(path: string, disk: Disk, handle: FileHandle, place: Pick<Place, 'dev' | 'ino'>, end: number) {
    this.path = path
    this.disk = disk
    this.handle = handle
    this.place = place
    this.end = end
    this.size = end
  }

  /**
   * Opens a journal, made if it is not there, and cuts off a torn last line.
   * @throws JournalError `JOURNAL_FAILED`, also for a file that is no journal, which stays as it is.
   */
  static async open(path: string, disk: Disk): Promise<{ file: JournalFile; reading: Reading }> {
    try {
      const handle = await disk.open(path, toKeep, mode)
      try {
        return await JournalFile.begin(path, disk, handle)
      } catch (error) {
        await handle.close()
        throw error
      }
    } catch (error) {
      throw journalFailure(`the journal ${path} cannot be opened`, error)
    }
  }

  private static async begin(path: string, disk: Disk, handle: FileHandle) {
    const { bytes, reading, stats } = await contentOf(handle, path)
    // It may have come from elsewhere; where it cannot be changed, it was made as it should be.
    await handle.chmod(mode).catch(() => {})
    const file = new JournalFile(path, disk, handle, stats, reading.end)
    if (bytes.length > reading.end) await file.cut()
    if (reading.isUnended) await file.endLine()
    if (bytes.length === 0) await disk.syncFolder(path)
    return { file, reading }
  }

  /**
   * Appends a line. Resolves when it lasts; lines that come together are synced together.
   * @param written hears of it first, at once and before the next line is written.
   * @throws JournalError `JOURNAL_FAILED`; the file is then as it was before.
   */
  append(bytes: Buffer, written: () => void): Promise<void> {
    this.size += bytes.length
    return new Promise((resolve, reject) => {
      this.waiting.push({ bytes, written, resolve, reject })
      if (this.waiting.length === 1) this.working = this.working.then(() => this.writeWaiting())
    })
  }

  /**
   * Replaces all that is there. A crash at any point leaves the old content or the new.
   * @param content is asked when nothing else is being written.
   * @throws JournalError `JOURNAL_FAILED`; the file is then as it was before.
   */
  rewrite(content: () => Buffer): Promise<void> {
    const rewritten = this.working.then(() => this.replace(content()))
    this.working = rewritten.catch(() => {})
    return rewritten
  }

  /** Waits for what is being written, and closes. */
  async close(): Promise<void> {
    await this.working
    await this.handle.close()
  }

  private async writeWaiting(): Promise<void> {
    const batch = this.waiting
    this.waiting = []
    if (await this.tryWrite(batch)) return
    // One line that does not fit must not take the others with it.
    if (batch.length > 1) for (const one of batch) await this.tryWrite([one])
  }

  /** @returns whether those who wait were told: not of the failure of several together. */
  private async tryWrite(batch: readonly Waiting[]): Promise<boolean> {
    const bytes = batch.length === 1 && batch[0] ? batch[0].bytes : Buffer.concat(batch.map((one) => one.bytes))
    try {
      await this.write(bytes)
    } catch (error) {
      this.ragged = true
      if (!this.isLost) await this.cut().catch(() => {})
      if (batch.length > 1) return false
      this.size -= bytes.length
      for (const { reject } of batch) reject(journalFailure(`the journal ${this.path} cannot be written`, error))
      return true
    }
    for (const { written } of batch) written()
    for (const { resolve } of batch) resolve()
    return true
  }

  private async write(bytes: Buffer): Promise<void> {
    if (this.isLost) throw lostFrom(this.path)
    if (this.ragged) await this.cut()
    await this.handle.appendFile(bytes)
    await this.handle.datasync()
    await this.expectInPlace(this.end + bytes.length)
    this.end += bytes.length
  }

  /** What lasts in a file that no path leads to is lost with it. */
  private async expectInPlace(size: number): Promise<void> {
    const now = await this.disk.placeOf(this.path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
      throw error
    })
    if (now?.ino === this.place.ino && now.dev === this.place.dev && now.size === size) return
    this.isLost = true
    throw lostFrom(this.path)
  }

  private async endLine(): Promise<void> {
    const end = Buffer.from('\n')
    await this.handle.appendFile(end)
    await this.handle.datasync()
    this.end += end.length
    this.size += end.length
  }

  private async cut(): Promise<void> {
    await this.handle.truncate(this.end)
    await this.handle.datasync()
    this.ragged = false
  }

  private async replace(content: Buffer): Promise<void> {
    const { disk, path } = this
    try {
      // Whatever stands there now is not this journal, and not to be replaced.
      await this.expectInPlace(this.end)
      const next = await writeBeside(disk, `${path}.rewrite`, content)
      try {
        await disk.rename(`${path}.rewrite`, path)
      } catch (error) {
        await next.close()
        throw error
      }
      const old = this.handle
      this.handle = next
      this.place = await next.stat()
      this.end = content.length
      this.ragged = false
      this.size = content.length + this.waiting.reduce((sum, { bytes }) => sum + bytes.length, 0)
      await old.close()
      await disk.syncFolder(path)
    } catch (error) {
      throw error instanceof JournalError ? error : journalFailure(`the journal ${path} cannot be rewritten`, error)
    }
  }
}

function lostFrom(path: string): JournalError {
  return new JournalError('JOURNAL_FAILED', `the journal ${path} was deleted or replaced while it was open`)
}

/** A file with this content, which lasts; open for appending. What a crash left under its name goes. */
async function writeBeside(disk: Disk, path: string, content: Buffer): Promise<FileHandle> {
  await (await disk.open(path, 'w', mode)).close()
  const handle = await disk.open(path, 'a', mode)
  try {
    await handle.chmod(mode)
    await handle.appendFile(content)
    await handle.sync()
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}
