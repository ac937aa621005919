/** The open streams of events: one broadcast reaches all, and whoever does not keep up is dropped. */
import type { ServerResponse } from 'node:http'
import { encodeEvent } from '../codec.ts'
import { guardHeaders } from './reply.ts'

/** How many pages may look at once. */
const mostStreams = 256

/** How much may wait for one client beyond its snapshot, in bytes, before it is dropped; it comes back for a new one. */
const mostWaiting = 2 ** 20

/** How often a stream shows that it is alive, in milliseconds; the page misses it after three. */
const beatMs = 10_000

/** Tells clients what happens. Owns its responses from `add` to their end. */
export class Streams {
  private readonly open = new Map<ServerResponse, { limit: number }>()
  private readonly watchers = new Set<(count: number) => void>()
  private timer: NodeJS.Timeout | undefined

  /** How many clients there are. */
  get count(): number {
    return this.open.size
  }

  /** Whether one more may join. */
  get hasRoom(): boolean {
    return this.open.size < mostStreams
  }

  /** Begins a stream with a snapshot. */
  add(response: ServerResponse, snapshot: Buffer): void {
    // Its end is that of the connection: then an event is one write, with no frame of its own around it.
    response.removeHeader('transfer-encoding')
    response.writeHead(200, { ...guardHeaders, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
    this.open.set(response, { limit: snapshot.length + mostWaiting })
    response.once('close', () => this.drop(response))
    response.on('error', () => this.drop(response))
    response.write(Buffer.concat([Buffer.from(beat()), snapshot]))
    this.timer ??= setInterval(() => this.send(beat()), beatMs).unref()
    this.changed()
  }

  /** Sends an event to all. */
  send(event: string): void {
    if (this.open.size === 0) return
    const bytes = Buffer.from(event)
    for (const [response, { limit }] of this.open) {
      if (response.writableLength + bytes.length > limit) response.destroy()
      else response.write(bytes)
    }
  }

  /** Hears how many clients there are, at each change, until the result is called. */
  watch(listener: (count: number) => void): () => void {
    this.watchers.add(listener)
    return () => void this.watchers.delete(listener)
  }

  /** Ends every stream; resolves when all has been handed over, or the patience, in milliseconds, is up. */
  async end(last: string, patienceMs: number): Promise<void> {
    clearInterval(this.timer)
    const flushed = [...this.open.keys()].map((response) => {
      return new Promise<void>((resolve) => {
        response.once('close', resolve)
        response.end(last, () => resolve())
      })
    })
    if (flushed.length > 0) await Promise.race([Promise.all(flushed), after(patienceMs)])
    for (const response of this.open.keys()) response.destroy()
  }

  private drop(response: ServerResponse): void {
    if (!this.open.delete(response)) return
    if (this.open.size === 0) {
      clearInterval(this.timer)
      this.timer = undefined
    }
    this.changed()
  }

  private changed(): void {
    for (const watcher of this.watchers) watcher(this.open.size)
  }
}

function beat(): string {
  return encodeEvent({ kind: 'beat', now: Date.now() })
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref())
}
