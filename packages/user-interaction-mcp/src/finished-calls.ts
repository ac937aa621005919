/** The last calls that are over, for clients that repeat a request: the tool must not run again for them. */
import { createHash } from 'node:crypto'
import type { CallToolRequest, CallToolResult } from '@modelcontextprotocol/server'

/** What is left of a call. */
interface Finished {
  readonly digest: string
  readonly result: CallToolResult
  readonly bytes: number
  readonly timer: NodeJS.Timeout
}

/** How much is kept: a client that repeats a request does so soon. */
const limits = { count: 100, bytes: 2 ** 20, ms: 10 * 60_000 }

/** A short memory of results: of so many calls, so many bytes, for so long. */
export class FinishedCalls {
  private readonly calls = new Map<string, Finished>()
  private bytes = 0

  get(id: string): Pick<Finished, 'digest' | 'result'> | undefined {
    return this.calls.get(id)
  }

  /** Keeps a result. The oldest ones go where there is no room for it; one that is too large itself is not kept. */
  add(id: string, digest: string, result: CallToolResult): void {
    this.drop(id)
    const bytes = Buffer.byteLength(JSON.stringify(result))
    if (bytes > limits.bytes) return
    const timer = setTimeout(() => this.drop(id), limits.ms)
    timer.unref()
    this.calls.set(id, { digest, result, bytes, timer })
    this.bytes += bytes
    for (const oldest of this.calls.keys()) {
      if (this.calls.size <= limits.count && this.bytes <= limits.bytes) break
      this.drop(oldest)
    }
  }

  clear(): void {
    for (const id of this.calls.keys()) this.drop(id)
  }

  private drop(id: string): void {
    const call = this.calls.get(id)
    if (!call) return
    clearTimeout(call.timer)
    this.calls.delete(id)
    this.bytes -= call.bytes
  }
}

/** What two requests of one call have in common, however their keys are ordered. */
export function digestOf({ name, arguments: args = {} }: CallToolRequest['params']): string {
  return createHash('sha256')
    .update(JSON.stringify([name, args], sorted))
    .digest('base64')
}

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  // A list of pairs, for an object would put keys that are numbers first, and take `__proto__` for something else.
  return Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
}
