/**
 * Sessions that outlive their harness for a test: the published coordinator on a map instead of a disk. The published
 * backends need a newer Node than 20, or a database.
 */
import type { SessionEvent, SessionId } from '@deepseek-ai/dsh-session'
import {
  PersistenceCoordinator,
  type SessionHeader,
  SessionPersistence,
  SessionPersistenceRevision,
  type StoredPrefix,
} from '@deepseek-ai/dsh-session-persistence'
import type { Context } from 'cordis'

interface Stored {
  meta: SessionHeader
  events: SessionEvent[]
}

/** The disk: a plain value, to be cloned as a crash would leave it. */
export type Disk = Map<SessionId, Stored>

const noBatching = { preparedSessionCacheSize: 1, writeBatchMaxDelayMs: 1 }

export class MemorySessions extends SessionPersistence {
  static inject = ['sessions']
  override readonly supportsRawArtifacts = false
  private readonly disk: Disk
  private readonly coordinator: PersistenceCoordinator

  constructor(ctx: Context, { disk }: { disk: Disk }) {
    super(ctx)
    this.disk = disk
    this.coordinator = new PersistenceCoordinator(ctx, this, noBatching)
  }

  locate = () => undefined
  create = (meta: SessionHeader) => this.coordinator.create(meta)
  append = (id: SessionId, events: readonly SessionEvent[]) => this.coordinator.append(id, events)
  override prepare = (id: SessionId, signal?: AbortSignal) => this.coordinator.prepare(id, signal)
  load = (id: SessionId) => this.coordinator.load(id)
  inspect = (id: SessionId, signal?: AbortSignal) => this.coordinator.inspect(id, signal)
  readFrom = (id: SessionId, from: number) => this.coordinator.readFrom(id, from)
  list = async () => [...this.disk.values()].map(({ meta }) => meta)
  listSnapshots = async () =>
    [...this.disk.values()].map((stored) => ({ header: stored.meta, revision: revisionOf(stored) }))

  // What the coordinator needs of a store.

  async loadStored(id: SessionId): Promise<StoredPrefix | undefined> {
    const stored = this.disk.get(id)
    return stored && { ...structuredClone(stored), revision: revisionOf(stored) }
  }

  async readStoredRevision(id: SessionId): Promise<SessionPersistenceRevision | undefined> {
    const stored = this.disk.get(id)
    return stored && revisionOf(stored)
  }

  async appendBatch(meta: SessionHeader, events: readonly SessionEvent[]): Promise<void> {
    const stored = this.disk.get(meta.id) ?? { meta, events: [] }
    stored.events.push(...structuredClone(events))
    this.disk.set(meta.id, stored)
  }

  commitRepair(meta: SessionHeader, _torn: unknown, closers: readonly SessionEvent[]): Promise<void> {
    return this.appendBatch(meta, closers)
  }
}

function revisionOf({ events }: Stored): SessionPersistenceRevision {
  return SessionPersistenceRevision(`memory:${events.length}`)
}
