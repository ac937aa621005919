/** Keeps the deadline of an ask from passing while nobody can see it. */
import { type Clock, systemClock } from '../clock.ts'
import type { AskUserQuestionRequest, PendingAsk } from '../provider.ts'

/**
 * Holds the deadline of an ask that waits unseen behind another seam, where its clock already runs.
 * @returns what lets it run, from the start; call it when the question is up, and when the ask has ended.
 */
export function holdDeadline(
  { deadlineMs }: AskUserQuestionRequest,
  pending: PendingAsk,
  clock: Clock = systemClock,
): () => void {
  if (deadlineMs === undefined) return () => {}
  let stop = (): void => {}
  const hold = (): void => {
    pending.keepAlive()
    stop = clock.after(deadlineMs / 2, hold)
  }
  hold()
  let held = true
  return () => {
    if (!held) return
    held = false
    stop()
    pending.keepAlive()
  }
}
