/**
 * Sessions in a folder, a file each: just enough for an example whose process is killed and started again. The
 * published backends need a newer Node than 20, or a database.
 */
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionEvent, SessionId } from '@deepseek-ai/dsh-session'
import {
  PersistenceCoordinator,
  type SessionHeader,
  SessionPersistence,
  SessionPersistenceRevision,
  type StoredPrefix,
} from '@deepseek-ai/dsh-session-persistence'
import type { Context } from 'cordis'

const noBatching = { preparedSessionCacheSize: 1, writeBatchMaxDelayMs: 1 }

export class FileSessions extends SessionPersistence {
  static inject = ['sessions']
  override readonly supportsRawArtifacts = false
  private readonly folder: string
  private readonly coordinator: PersistenceCoordinator

  constructor(ctx: Context, { folder }: { folder: string }) {
    super(ctx)
    this.folder = folder
    this.coordinator = new PersistenceCoordinator(ctx, this, noBatching)
  }

  locate = () => undefined
  create = (meta: SessionHeader) => this.coordinator.create(meta)
  append = (id: SessionId, events: readonly SessionEvent[]) => this.coordinator.append(id, events)
  override prepare = (id: SessionId, signal?: AbortSignal) => this.coordinator.prepare(id, signal)
  load = (id: SessionId) => this.coordinator.load(id)
  inspect = (id: SessionId, signal?: AbortSignal) => this.coordinator.inspect(id, signal)
  readFrom = (id: SessionId, from: number) => this.coordinator.readFrom(id, from)
  list = async () => this.ids().flatMap((id) => this.read(id)?.meta ?? [])
  listSnapshots = async () =>
    this.ids().flatMap((id) => {
      const stored = this.read(id)
      return stored ? { header: stored.meta, revision: stored.revision } : []
    })

  // What the coordinator needs of a store.

  async loadStored(id: SessionId): Promise<StoredPrefix | undefined> {
    return this.read(id)
  }

  async readStoredRevision(id: SessionId): Promise<SessionPersistenceRevision | undefined> {
    return this.read(id)?.revision
  }

  async appendBatch(meta: SessionHeader, events: readonly SessionEvent[]): Promise<void> {
    const file = this.fileOf(meta.id)
    const lines: unknown[] = existsSync(file) ? [...events] : [meta, ...events]
    appendFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }

  commitRepair(meta: SessionHeader, _torn: unknown, closers: readonly SessionEvent[]): Promise<void> {
    return this.appendBatch(meta, closers)
  }

  private read(id: SessionId): StoredPrefix | undefined {
    if (!existsSync(this.fileOf(id))) return undefined
    const lines = readFileSync(this.fileOf(id), 'utf8').trimEnd().split('\n')
    const [meta, ...events] = lines.map((line) => JSON.parse(line) as unknown)
    return {
      meta: meta as SessionHeader,
      events: events as SessionEvent[],
      revision: SessionPersistenceRevision(`lines:${lines.length}`),
    }
  }

  private ids(): SessionId[] {
    return readdirSync(this.folder).flatMap((file) =>
      file.endsWith('.session') ? (file.slice(0, -'.session'.length) as SessionId) : [],
    )
  }

  private fileOf(id: SessionId): string {
    return join(this.folder, `${id}.session`)
  }
}
