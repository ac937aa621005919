/** Finds what of a composition is not running after it was loaded, and why. */
import type { Context, Fiber } from '@deepseek-ai/cordis'
import type { Entry, EntryOptions, Loader } from '@deepseek-ai/cordis-plugin-loader'
import { sanitizeLine } from '@deepseek-ai/dsh-user-interaction/text'
import { importReason } from './modules.ts'

/** One entry of a cordis.yml that is not what its author meant. */
export interface CompositionFault {
  /** The entry as a reader finds it in the file. */
  readonly entry: string
  readonly reason: string
  readonly cause?: unknown
}

/** What was noticed while the composition was loaded. */
export interface LoadRecord {
  /** Failed imports, by the name in the file. */
  readonly imports: ReadonlyMap<string, unknown>
  /** Errors that were logged. */
  readonly errors: readonly unknown[]
}

/** The state of a fiber that runs. The runtime declares its states as a const enum, which leaves nothing to import. */
const active = 2

/** A composition that does not run as it is written. */
export class CompositionError extends Error {
  readonly faults: readonly CompositionFault[]

  /** @param file the path of the cordis.yml. */
  constructor(file: string, faults: readonly CompositionFault[]) {
    const message = faults
      .map(({ entry, reason }) => sanitizeLine(`${file}: ${entry ? `${entry} ` : ''}${reason}`))
      .join('\n')
    super(message, { cause: faults.find((fault) => fault.cause !== undefined)?.cause })
    this.name = 'CompositionError'
    this.faults = faults
  }
}

/**
 * The faults of what the include `root` mounts, causes before consequences: an entry that only waits for a service
 * comes after those that failed.
 */
export async function compositionFaults(loader: Loader, root: Entry, record: LoadRecord): Promise<CompositionFault[]> {
  const broken = await fiberFault(root.fiber)
  if (broken) return [{ entry: '', ...broken }]
  const faults = listsOf(root, loader).flatMap((list) => listFaults(list, loader))
  const waiting: CompositionFault[] = []
  for (const entry of loader.entries()) {
    if (entry === root || typeof entry.options.name !== 'string' || isDisabled(entry)) continue
    const fault = entry.fiber ? await fiberFault(entry.fiber) : importFault(entry, record)
    if (fault) (fault.cause === undefined ? waiting : faults).push({ entry: nameOf(entry.options), ...fault })
  }
  return [...faults, ...waiting]
}

type Reason = Omit<CompositionFault, 'entry'>

async function fiberFault(fiber: Fiber | undefined): Promise<Reason | undefined> {
  if (!fiber) return { reason: 'was not started' }
  try {
    await fiber.await()
  } catch (error) {
    return { reason: `failed to start: ${messageOf(error)}`, cause: error }
  }
  if (fiber.state === active) return undefined
  const missing = Object.keys(fiber.inject).filter((name) => (fiber.ctx as Context).get(name) === undefined)
  if (missing.length === 0) return { reason: 'did not become active' }
  return { reason: `waits for ${missing.map((name) => `"${name}"`).join(', ')}, which no running entry provides` }
}

function importFault({ options }: Entry, { imports, errors }: LoadRecord): Reason {
  const imported = imports.get(options.name)
  if (imported !== undefined) return { reason: `could not be loaded: ${importReason(imported)}`, cause: imported }
  // What is left was refused before there was a fiber to ask; the log alone knows why.
  const reasons = errors.filter((error) => ![...imports.values()].includes(error)).map(messageOf)
  return { reason: `could not be started: ${reasons.join('; ') || 'no reason was given'}`, cause: errors[0] ?? options }
}

/** The lists of entries in the file: the outermost one and those of groups. */
function listsOf(root: Entry, loader: Loader): readonly (readonly EntryOptions[])[] {
  const groups = [...loader.entries()].flatMap((entry) =>
    entry.subgroup && entry !== root ? [entry.subgroup.data] : [],
  )
  return [root.subtree?.root.data ?? [], ...groups]
}

/** Entries that the Loader passes over: it takes what is no entry for an error to log, and the last one of an id. */
function listFaults(list: readonly unknown[], loader: Loader): CompositionFault[] {
  const mounted = new Set<unknown>([...loader.entries()].map((entry) => entry.options))
  return list.flatMap((options, index) => {
    const entry = `entry ${index + 1}`
    if (typeof options !== 'object' || options === null) return { entry, reason: 'must be a mapping with a name' }
    const { id, name } = options as Partial<EntryOptions>
    if (typeof name !== 'string') return { entry, reason: 'has no name; expected the plugin to mount' }
    if (mounted.has(options)) return []
    return { entry: `${entry}, ${name},`, reason: `has the id "${String(id)}", which a later entry has too` }
  })
}

/** An expression that throws disables nothing; the entry then has no fiber, and the log says why. */
function isDisabled(entry: Entry): boolean {
  try {
    return entry.disabled
  } catch {
    return false
  }
}

function nameOf({ id, name }: EntryOptions): string {
  // Without an id in the file the Loader makes one up, which no reader could find.
  return /^[0-9a-f]{1,8}$/.test(id) ? `the entry ${name}` : `the entry ${name} (id ${id})`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
