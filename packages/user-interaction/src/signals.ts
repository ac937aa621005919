/**
 * One listener for each signal, fanned out. Node's EventTarget scans its listeners at every add and remove, so a
 * listener for each ask makes many asks on one long-lived signal quadratic.
 */

/** Tells members when their signal aborts. A signal without members has no listener of ours. */
export class SignalFan<T> {
  private readonly tell: (member: T) => void
  private readonly watched = new Map<AbortSignal, { members: Set<T>, listener: () => void }>()

  constructor(tell: (member: T) => void) {
    this.tell = tell
  }

  /** From now on `member` hears once of the signal's abort. The signal must not have aborted yet. */
  add(signal: AbortSignal, member: T): void {
    const entry = this.watched.get(signal)
    if (entry) {
      entry.members.add(member)
      return
    }
    const listener = (): void => this.abort(signal)
    this.watched.set(signal, { members: new Set([member]), listener })
    signal.addEventListener('abort', listener)
  }

  /** `member` hears no more; with the last one the listener goes. */
  delete(signal: AbortSignal, member: T): void {
    const entry = this.watched.get(signal)
    if (!entry?.members.delete(member) || entry.members.size > 0) return
    this.watched.delete(signal)
    signal.removeEventListener('abort', entry.listener)
  }

  private abort(signal: AbortSignal): void {
    const entry = this.watched.get(signal)
    if (!entry) return
    this.watched.delete(signal)
    signal.removeEventListener('abort', entry.listener)
    entry.members.forEach(this.tell)
  }
}
