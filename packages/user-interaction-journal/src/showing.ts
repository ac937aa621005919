/** One ask while it is in front of a person: what is written at each turn of it, and what its surface is handed. */
import {
  type AskUserQuestionAnswer,
  type AskUserQuestionRequest,
  checkAnswer,
  isUserInteractionError,
  type PendingAsk,
  type UserInteractionProvider,
} from '@deepseek-ai/dsh-user-interaction'
import { draftFor, Drafts } from './drafts.ts'
import { beforeAsking } from './errors.ts'
import type { EndedOutcome, JournalRecord } from './record.ts'
import type { Store } from './store.ts'

/** What a showing is made of. */
export interface ShowingOptions {
  readonly store: Store
  readonly inner: Pick<UserInteractionProvider, 'ask'>
  readonly request: AskUserQuestionRequest
  /** As the seam handed it over. */
  readonly pending: PendingAsk
  /** The journal's name of the ask. */
  readonly id: string
  /** The step to write before it is shown. */
  readonly first: JournalRecord
  /** What was entered before. */
  readonly draft: AskUserQuestionAnswer | undefined
  /** Hears of what could not be written where nobody waits for it. */
  readonly warn: (error: unknown) => void
}

/** Shows an ask through the surface beneath, and writes down what comes of it. */
export class Showing {
  /** Resolves when it is not in front of anybody any more, and what became of it is on disk. */
  readonly over: Promise<void>
  private readonly options: ShowingOptions
  private readonly drafts: Drafts
  private end!: () => void
  private committing: Promise<AskUserQuestionAnswer> | undefined
  private ending: Promise<void> | undefined
  private draftKept: Promise<void> = Promise.resolve()

  constructor(options: ShowingOptions) {
    this.options = options
    this.drafts = new Drafts(options.request.questions, options.draft, (draft) => this.keepDraft(draft))
    this.over = new Promise((resolve) => (this.end = resolve))
  }

  /** Whether it is over without an answer, and only that has to be written down yet. */
  get isEnding(): boolean {
    return this.ending !== undefined
  }

  /** Says that nothing more comes of it. */
  leave(): void {
    this.end()
  }

  /**
   * Asks. The question is on disk before it is shown, the answer before it is returned.
   * @throws what the surface throws; the signal's reason; JournalError when something could not be written.
   */
  async run(): Promise<AskUserQuestionAnswer> {
    const { store, first, pending } = this.options
    const { signal } = pending
    const abandon = (): void => {
      // An answer that is being written down decides for itself.
      if (!this.committing) void this.finish(signal.reason)
    }
    try {
      await store.record(first).catch((error: unknown) => {
        throw beforeAsking(error)
      })
      signal.addEventListener('abort', abandon)
      if (signal.aborted) abandon()
      signal.throwIfAborted()
      return await this.show()
    } finally {
      signal.removeEventListener('abort', abandon)
      this.drafts.end(true)
      await this.ending
    }
  }

  private async show(): Promise<AskUserQuestionAnswer> {
    const { inner, request } = this.options
    try {
      const answer = await inner.ask(request, this.handed())
      return await this.commit(answer)
    } catch (error) {
      // Once it is kept it counts, whatever became of the surface that took it.
      const kept = await this.committing?.catch(() => undefined)
      if (kept) return kept
      await this.finish(error)
      throw error
    }
  }

  /** Writes an answer down, once. */
  private commit(answer: unknown): Promise<AskUserQuestionAnswer> {
    this.committing ??= this.keep(answer).catch((error: unknown) => {
      this.committing = undefined
      const { signal } = this.options.pending
      if (signal.aborted) void this.finish(signal.reason)
      throw error
    })
    return this.committing
  }

  private async keep(answer: unknown): Promise<AskUserQuestionAnswer> {
    const { id, pending, request, store } = this.options
    const checked = checkAnswer(request.questions, answer)
    pending.signal.throwIfAborted()
    await store.record({ kind: 'answered', id, at: Date.now(), answer: checked })
    await pending.commit?.(checked)
    return checked
  }

  /** Writes down, once, that it ended without an answer; what goes on elsewhere has not ended. */
  private finish(reason: unknown): Promise<void> {
    return (this.ending ??= this.writeEnd(reason))
  }

  private async writeEnd(reason: unknown): Promise<void> {
    const { id, store, warn } = this.options
    const outcome = outcomeOf(reason)
    this.drafts.end(outcome === 'cancelled')
    if (outcome) await store.record({ kind: 'ended', id, at: Date.now(), outcome }).catch(warn)
    await this.draftKept
    this.end()
  }

  private keepDraft(answer: AskUserQuestionAnswer): void {
    const { id, store, warn } = this.options
    const record = { kind: 'draft', id, at: Date.now(), answer } as const
    if (store.hasRoom(JSON.stringify(record).length * 2)) this.draftKept = store.record(record).catch(warn)
  }

  /** The seam's own, under the journal's name, with what a journal has to offer. */
  private handed(): PendingAsk {
    const { draft: earlier, id, pending, request } = this.options
    const draft = (earlier && draftFor(request.questions, earlier)) ?? pending.draft
    return {
      id,
      askedAt: pending.askedAt,
      get signal() {
        return pending.signal
      },
      get deadlineAt() {
        return pending.deadlineAt
      },
      keepAlive: () => pending.keepAlive(),
      ...(pending.answeredOn && { answeredOn: (surface) => pending.answeredOn?.(surface) }),
      ...(draft && { draft }),
      saveDraft: (entered) => {
        this.drafts.save(entered)
        pending.saveDraft?.(entered)
      },
      commit: async (answer) => void (await this.commit(answer)),
    }
  }
}

/** How an ask ended with this error; nothing when it goes on in another place or process. */
function outcomeOf(error: unknown): EndedOutcome | undefined {
  if (isUserInteractionError(error, 'PROVIDER_GONE') || isUserInteractionError(error, 'SERVICE_GONE')) return undefined
  if (isUserInteractionError(error, 'ASK_CANCELLED')) return 'cancelled'
  if (isUserInteractionError(error, 'ASK_EXPIRED')) return 'expired'
  return isUserInteractionError(error, 'ASK_ABORTED') ? 'aborted' : 'failed'
}
