/** Waiting for what has to happen, without sleeping: real turns of the event loop even while a test holds the clock. */
import { setImmediate as nextTurn, setTimeout as later } from 'node:timers'

/** Turns without a pause before the event loop is given time, for surfaces behind a socket or a process. */
const eagerTurns = 100

/** Lets so many turns of the event loop go by. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise<void>((resolve) => nextTurn(resolve))
}

/**
 * Resolves once `holds` does.
 * @param failure what to say when it does not within `patienceMs`.
 */
export async function until(
  holds: () => boolean | Promise<boolean>,
  patienceMs: number,
  failure: () => string | Promise<string>,
): Promise<void> {
  const began = performance.now()
  for (let turn = 0; !(await holds()); turn++) {
    if (turn >= eagerTurns && performance.now() - began > patienceMs) throw new Error(await failure())
    if (turn < eagerTurns) await turns(1)
    else await new Promise<void>((resolve) => void later(resolve, 5))
  }
}
