/**
 * One listener for each signal, fanned out. Node's EventTarget scans its listeners at every add and remove, so a
 * listener for each ask makes many asks on one long-lived signal quadratic.
 */

/** Tells members when their signal aborts. A signal without members has no listener of ours. */
export class SignalFan<T> {
  private readonly tell: (members: ReadonlySet<T>) => void
  private readonly watched = new Map<AbortSignal, Watch<T>>()

  /** @param tell hears of all members of an aborted signal at once. */
  constructor(tell: (members: ReadonlySet<T>) => void) {
    this.tell = tell
  }

  /** From now on `member` hears once of the signal's abort. The signal must not have aborted yet. */
  add(signal: AbortSignal, member: T): void {
    const watch = this.watched.get(signal)
    if (watch) {
      watch.members.add(member)
      return
    }
    const first: Watch<T> = { members: new Set([member]), handleEvent: () => this.abort(signal) }
    this.watched.set(signal, first)
    signal.addEventListener('abort', first)
  }

  /** `member` hears no more; with the last one the listener goes. */
  delete(signal: AbortSignal, member: T): void {
    const watch = this.watched.get(signal)
    if (!watch?.members.delete(member) || watch.members.size > 0) return
    this.unwatch(signal, watch)
  }

  private abort(signal: AbortSignal): void {
    const watch = this.watched.get(signal)
    if (!watch) return
    this.unwatch(signal, watch)
    this.tell(watch.members)
  }

  private unwatch(signal: AbortSignal, watch: Watch<T>): void {
    this.watched.delete(signal)
    try {
      signal.removeEventListener('abort', watch)
    } catch {
      // A look-alike that cannot be let go of; it is in no one's way.
    }
  }
}

/** The listener of one signal, and who hears of it. */
interface Watch<T> {
  readonly members: Set<T>
  handleEvent(): void
}
