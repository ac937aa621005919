/** Disks for tests: one that tells when it is idle, and one on which a step fails or is the last. */
import type { FileHandle } from 'node:fs/promises'
import { type Disk, systemDisk } from '../src/disk.ts'

/** What happens before a step, such as `appendFile`; `bytes` is what the step would write. */
export type Fate = (step: string, handle: FileHandle | undefined, bytes: Buffer | undefined) => void | Promise<void>

/** The real disk, where `fate` has a say before each step. */
export function disk(fate: Fate): Disk {
  const wrap = (handle: FileHandle): FileHandle =>
    new Proxy(handle, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        return async (...args: unknown[]) => {
          await fate(String(name), target, Buffer.isBuffer(args[0]) ? args[0] : undefined)
          return Reflect.apply(member, target, args) as unknown
        }
      },
    })
  return {
    async open(...args) {
      await fate('open', undefined, undefined)
      return wrap(await systemDisk.open(...args))
    },
    async rename(...args) {
      await fate('rename', undefined, undefined)
      await systemDisk.rename(...args)
    },
    placeOf: systemDisk.placeOf,
    async syncFolder(...args) {
      await fate('syncFolder', undefined, undefined)
      await systemDisk.syncFolder(...args)
    },
  }
}

/** The real disk, and what resolves when nothing has been done to it for some turns. */
export function watchedDisk(): { disk: Disk; idle(): Promise<void> } {
  let steps = 0
  return {
    disk: disk(() => void steps++),
    async idle() {
      for (let quiet = 0, seen = steps; quiet < 400; seen = steps) {
        await new Promise((resolve) => setImmediate(resolve))
        quiet = steps === seen ? quiet + 1 : 0
      }
    },
  }
}
