/**
 * One owner at a time, by files beside the journal. Each process leaves a claim under a name that is its alone, then
 * looks for others: of two, at least the later one sees the other. A claim whose process is gone is nobody's.
 */
import { readFileSync, readlinkSync } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { crc32 } from './checksum.ts'
import { JournalError, journalFailure } from './errors.ts'

/** A claim that is held. */
export interface Claim {
  /** Gives it back. */
  release(): Promise<void>
}

/** The process behind a claim, as its file's name tells it. */
interface Claimant {
  readonly file: string
  /** Machine and space of process ids; only within one a process id can be looked up. */
  readonly place: string
  /** The machine's boot. */
  readonly boot: string
  readonly pid: number
  /** When the process began, in the machine's own ticks; a later process with the same id began later. */
  readonly start: string
}

/** Two that begin in the same moment see each other and both step back; so often they try again. */
const attempts = 6

let claims = 0

/**
 * Claims a journal for this process.
 * @throws JournalError `JOURNAL_LOCKED` while another owner lives, `JOURNAL_FAILED` when no claim can be left.
 */
export async function claimJournal(path: string): Promise<Claim> {
  for (let attempt = 1; ; attempt++) {
    const own = claimFile(path)
    const release = (): Promise<void> => rm(own, { force: true }).catch(() => {})
    await leave(own)
    const owner = await ownerOf(path, own).catch((error: unknown) => error as Error)
    if (!owner) return { release }
    await release()
    if (owner instanceof Error) throw owner
    if (attempt === attempts) throw lockedBy(owner)
    await delay(Math.random() * 10 * attempt)
  }
}

/**
 * The live process that has a journal open, if there is one. What dead ones left is cleared away.
 * @throws JournalError `JOURNAL_FAILED` when the folder cannot be read.
 */
export async function ownerOf(path: string, except?: string): Promise<Claimant | undefined> {
  const folder = dirname(path)
  const files = await readdir(folder).catch((error: unknown) => {
    throw journalFailure(`the folder of the journal, ${folder}, cannot be read`, error)
  })
  for (const file of files) {
    const claimant = claimantOf(join(folder, file), path)
    if (!claimant || claimant.file === except) continue
    if (isAlive(claimant)) return claimant
    // The name was the dead process's alone, so nobody else's claim can be hit.
    await rm(claimant.file, { force: true }).catch(() => {})
  }
  return undefined
}

async function leave(file: string): Promise<void> {
  try {
    await (await open(file, 'wx', 0o600)).close()
  } catch (error) {
    throw journalFailure(`nobody was asked: the journal cannot be claimed in ${dirname(file)}`, error)
  }
}

function lockedBy({ file, pid, place }: Claimant): JournalError {
  const who = place === here().place ? `process ${pid}` : `process ${pid} elsewhere; if it is gone, remove ${file}`
  return new JournalError('JOURNAL_LOCKED', `nobody was asked: the journal is open in ${who}`)
}

function claimFile(path: string): string {
  const { place, boot } = here()
  return `${path}.claim-${[place, boot, process.pid, startOf(process.pid), ++claims].join('-')}`
}

function claimantOf(file: string, path: string): Claimant | undefined {
  const prefix = `${basename(path)}.claim-`
  if (!basename(file).startsWith(prefix)) return undefined
  const [, place, boot, pid, start] =
    /^([0-9a-f]+)-([0-9a-f]+)-(\d+)-(\d+)-\d+$/.exec(basename(file).slice(prefix.length)) ?? []
  if (place === undefined || boot === undefined || start === undefined) return undefined
  return { file, place, boot, pid: Number(pid), start }
}

/** What cannot be looked up from here is taken to live. */
function isAlive({ place, boot, pid, start }: Claimant): boolean {
  const own = here()
  if (place !== own.place) return true
  if (boot !== own.boot) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return startOf(pid) === start
}

/** `0` where the system does not tell it. A process that is dead and not yet buried has none. */
function startOf(pid: number): string {
  const stat = read(() => readFileSync(`/proc/${pid}/stat`, 'latin1'))
  // The name in brackets may hold anything.
  const [state = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (/[ZX]/.test(state)) return 'dead'
  return rest[18] ?? '0'
}

function here(): { readonly place: string; readonly boot: string } {
  const space = read(() => readlinkSync('/proc/self/ns/pid'))
  const boot = read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1'))
  const short = (text: string): string => crc32(Buffer.from(text)).toString(16)
  return { place: short(`${hostname()} ${space}`), boot: short(boot) }
}

/** What a system without `/proc` does not tell is empty. */
function read(from: () => string): string {
  try {
    return from()
  } catch {
    return ''
  }
}
