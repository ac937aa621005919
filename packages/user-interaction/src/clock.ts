/** The only source of time in the seam, so that tests can hold it in their hand. */

/** Time as the seam sees it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs once after `ms`, any finite length; the result stops it. */
  after(ms: number, run: () => void): () => void
}

/** Node's timers fire at once beyond this many milliseconds. */
const longest = 2 ** 31 - 1

/**
 * The system's. A running timer keeps the process alive, so a deadline is met even where nothing else holds it.
 */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    let timer: NodeJS.Timeout
    const arm = (left: number): void => {
      timer = setTimeout(() => (left > longest ? arm(left - longest) : run()), Math.min(left, longest))
    }
    arm(ms)
    return () => clearTimeout(timer)
  },
}
