/** Hands the showing of an ask on to a further surface. */
import type { PendingAsk } from '../provider.ts'

/** What whoever hands an ask on decides: how long it is up there, and what is kept of it. */
type Own = Pick<PendingAsk, 'signal' | 'draft' | 'saveDraft' | 'commit'> & Partial<Pick<PendingAsk, 'answeredOn'>>

/** The same ask under a showing of its own: identity and times are those of `pending`, and so is each sign of life. */
export function forwardPending(pending: PendingAsk, own: Own): PendingAsk {
  const { id, askedAt } = pending
  return {
    id,
    askedAt,
    get deadlineAt() {
      return pending.deadlineAt
    },
    keepAlive: () => pending.keepAlive(),
    answeredOn: (surface) => pending.answeredOn?.(surface),
    ...own,
  }
}

/** What something between seam and surface keeps of an ask, to be handed on; empty where nothing does. */
export function keptOf(pending: PendingAsk): Pick<PendingAsk, 'draft' | 'saveDraft' | 'commit'> {
  const { draft } = pending
  return {
    ...(draft && { draft }),
    ...(pending.saveDraft && { saveDraft: (entered) => pending.saveDraft?.(entered) }),
    ...(pending.commit && { commit: async (answer) => pending.commit?.(answer) }),
  }
}
