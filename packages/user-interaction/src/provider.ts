/** What the two sides of the seam hand each other: a consumer's request, a surface's provider. Types only. */
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { AskUserQuestionAnswer, AskUserQuestionItem } from './types.ts'

/** What a consumer asks. The seam copies and freezes the questions; later changes by the caller reach nobody. */
export interface AskUserQuestionRequest {
  /** At least one. */
  questions: readonly AskUserQuestionItem[]
  /** The exact live agent on whose behalf this is asked; it must be a root. */
  agent?: Agent
  /** The caller's own cancellation: aborting it settles the ask with `ASK_ABORTED` at once. */
  signal?: AbortSignal
  /** How long the human may be idle once the ask is shown, in milliseconds. Default: for ever. */
  deadlineMs?: number
  /** Names this ask across repetitions. The seam only carries it. */
  key?: string
}

/**
 * One showing of an ask to one provider. It belongs to the seam; a provider reads it while the question is up.
 */
export interface PendingAsk {
  /** Unique across processes; the same when the ask is shown again by a later provider. */
  readonly id: string
  /**
   * Aborts when the ask ends in any way other than this provider's answer: take the question down then. Its
   * `reason` is the {@link UserInteractionError} that the caller gets. What the provider does later is dropped.
   */
  readonly signal: AbortSignal
  /** When the consumer asked, in milliseconds since the epoch. */
  readonly askedAt: number
  /** When it will expire, in milliseconds since the epoch. Live: moves with `keepAlive`. Absent without a deadline. */
  readonly deadlineAt?: number | undefined
  /** Restarts the deadline's clock; call it on each sign of the human. Does nothing without one or after the end. */
  keepAlive(): void
  /**
   * For a provider that has several surfaces: which of them answers or dismisses, by its name only. Call it right
   * before you resolve or reject; `user-interaction/settled` tells it. The seam always brings it.
   */
  answeredOn?(surface: string): void
  /**
   * What the person had entered to these questions before, where something between seam and surface kept it. Fill it
   * in, and say so; it is sent by their own gesture only. It fits the questions; one that it leaves out is empty.
   */
  readonly draft?: AskUserQuestionAnswer | undefined
  /**
   * Keeps what is entered so far, for the `draft` of a later showing; each call replaces the one before. Call it at any
   * change, as often as you like. It never throws, what does not fit the questions yet is no error, and what comes
   * after the end is dropped.
   */
  saveDraft?(draft: AskUserQuestionAnswer): void
  /**
   * Makes an answer last. Whoever tells the person that it was sent awaits this first, then resolves with the same
   * answer. Once it has begun, an abort no longer takes the answer back: wait for it before you say how the ask ended.
   * It rejects when nothing was kept: then nothing was sent, and the ask fails with that error. `BAD_ANSWER` is the
   * exception, after which the ask is still open. One that begins after the end rejects with the signal's reason.
   */
  commit?(answer: AskUserQuestionAnswer): Promise<void>
}

/** A surface that can put questions to the human. */
export interface UserInteractionProvider {
  /**
   * Shows the request and resolves with the answer. Reject with `ASK_CANCELLED` when, and only when, the human
   * dismissed the whole request; any other rejection means that it could not be asked.
   * A request without `signal` or `agent` arrives without them; `pending.signal` is always there.
   */
  ask(request: AskUserQuestionRequest, pending: PendingAsk): Promise<AskUserQuestionAnswer>
  /** How many asks it can show at a time; the seam queues the rest. Read at registration. Default: no limit. */
  readonly concurrency?: number
  /**
   * For a provider that cannot always reach somebody. Called once, at registration: tell the listener the state
   * at once and at each change, and return what stops that. Without it, registered means answerable.
   */
  watchAnswerable?(listener: (answerable: boolean) => void): () => void
}

/** An open ask as `ctx.userInteraction.pending` lists it. */
export interface PendingAskInfo {
  readonly id: string
  readonly agentId?: string
  readonly key?: string
  readonly questions: readonly AskUserQuestionItem[]
  /** Milliseconds since the epoch. */
  readonly askedAt: number
  readonly state: 'queued' | 'shown'
  /** Milliseconds since the epoch; absent while queued for the first time, and without a deadline. */
  readonly deadlineAt?: number | undefined
}
