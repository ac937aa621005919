/** A clock in a test's hand. */
import type { Clock } from '../src/index.ts'

/** Stands still until it is told to go on. */
export class HandClock implements Clock {
  private time = 1_000_000
  private readonly timers = new Set<{ at: number; run: () => void }>()

  now(): number {
    return this.time
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.time + ms, run }
    this.timers.add(timer)
    return () => void this.timers.delete(timer)
  }

  /** Lets time pass, and what is due happen in its order. */
  pass(ms: number): void {
    const end = this.time + ms
    for (;;) {
      const due = [...this.timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
      if (!due) break
      this.timers.delete(due)
      this.time = Math.max(this.time, due.at)
      due.run()
    }
    this.time = end
  }

  /** How many timers run. */
  get running(): number {
    return this.timers.size
  }
}
