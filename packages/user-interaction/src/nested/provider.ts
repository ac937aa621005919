/** A provider that registered in a nested seam, as the owner of that seam sees it. */
import { Ask } from '../ask.ts'
import { UserInteractionError } from '../errors.ts'
import type { PendingAsks } from '../pending.ts'
import type { AskUserQuestionRequest, PendingAsk } from '../provider.ts'
import type { AskUserQuestionAnswer } from '../types.ts'

/** What the owner of a nested seam hears, in this order. What `registered` throws reaches whoever registers. */
export interface NestedHooks {
  /** A provider has registered; it may be shown asks now. */
  registered(provider: NestedProvider): void
  /** Whether it reaches somebody has changed. */
  answerable?(provider: NestedProvider, answerable: boolean): void
  /** It is gone. What it showed has ended with `PROVIDER_GONE`. */
  removed(provider: NestedProvider): void
}

/** A provider while it is registered in a nested seam. */
export interface NestedProvider {
  /** How many asks it can show at a time; further ones queue here, first in, first out. */
  readonly concurrency: number
  /** Whether it reaches somebody now. */
  readonly answerable: boolean
  /**
   * Shows an ask of the outer seam, now or when there is room. Identity, deadline, drafts and `keepAlive` are those of
   * `pending`, and its abort takes the showing down with the same reason.
   * @param shown hears when the question is up.
   */
  show(request: AskUserQuestionRequest, pending: PendingAsk, shown?: () => void): NestedShowing
}

/** One showing, which settles once by the rules of the seam. */
export interface NestedShowing {
  /**
   * The checked answer. It rejects as `ask` of the seam does (`BAD_ANSWER`, `PROVIDER_FAILED`, `PROVIDER_GONE`, the
   * provider's own) or with the reason for which it was taken down. Nobody has to listen.
   */
  readonly answer: Promise<AskUserQuestionAnswer>
  /** Takes it down; the provider reads the reason off its signal. After the end it does nothing. */
  withdraw(reason: Error): void
}

/** The one that {@link NestedHooks} hear of. */
export class Nested implements NestedProvider {
  readonly concurrency: number
  /** Set when it is removed. */
  gone = false
  private readonly asks: PendingAsks

  /** @param asks where it has registered. */
  constructor(asks: PendingAsks) {
    this.concurrency = asks.concurrency
    this.asks = asks
  }

  get answerable(): boolean {
    return !this.gone && this.asks.answerable
  }

  show(request: AskUserQuestionRequest, pending: PendingAsk, shown: () => void = () => {}): NestedShowing {
    const { asks } = this
    const { signal } = pending
    if (this.gone) return refusal(new UserInteractionError('PROVIDER_GONE'))
    if (signal.aborted) return refusal(signal.reason)
    const ask = new Ask('', 0, request, undefined, pending.askedAt, { pending, shown })
    const withdraw = (reason: Error): void => asks.withdraw(ask, reason)
    const abort = (): void => withdraw(signal.reason as Error)
    const end = (): void => signal.removeEventListener('abort', abort)
    signal.addEventListener('abort', abort)
    const answer = asks.enter(ask)
    answer.then(end, end)
    return { answer, withdraw }
  }
}

function refusal(reason: unknown): NestedShowing {
  const answer = Promise.reject<AskUserQuestionAnswer>(reason)
  answer.catch(() => {})
  return { answer, withdraw: () => {} }
}
