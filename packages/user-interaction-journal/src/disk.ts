/** What the journal does to a disk, in one place, so that a test can fill it up or take it away at any step. */
import { type FileHandle, open, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Which file it is, and how long. */
export interface Place {
  readonly dev: number
  readonly ino: number
  readonly size: number
}

/** The few things that are done to files. A failure rejects with the system's own error. */
export interface Disk {
  open(path: string, flags: string | number, mode: number): Promise<FileHandle>
  rename(from: string, to: string): Promise<void>
  /** What a path leads to now. */
  placeOf(path: string): Promise<Place>
  /** Makes names in the folder of `path` last. */
  syncFolder(path: string): Promise<void>
}

/** The real one. */
export const systemDisk: Disk = {
  open,
  rename,
  placeOf: stat,
  async syncFolder(path) {
    const folder = await open(dirname(path), 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  },
}
