/** The only source of time in the form, so that tests can hold it in their hand. */

/** Time as the form sees it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs once after `ms`; the result stops it. */
  after(ms: number, run: () => void): () => void
}

/** The system's. Its timers keep no process alive: the terminal does, while a question is up. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, Math.min(ms, 2 ** 31 - 1))
    timer.unref()
    return () => clearTimeout(timer)
  },
}
