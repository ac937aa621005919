/** One ask as the seam keeps it, and one showing of it as a provider sees it. */
import type { Linked } from './line.ts'
import type { AskUserQuestionRequest, PendingAsk, PendingAskInfo } from './provider.ts'
import type { AskUserQuestionAnswer } from './types.ts'

/** The seam's record of an ask. Only `PendingAsks` changes it. */
export class Ask implements Linked<Ask> {
  readonly request: AskUserQuestionRequest
  readonly owner: unknown
  readonly askedAt: number
  resolve!: (answer: AskUserQuestionAnswer) => void
  reject!: (error: unknown) => void
  state: 'queued' | 'shown' | 'settled' = 'queued'
  showing: Showing | undefined
  deadlineAt: number | undefined
  stopDeadline: (() => void) | undefined
  previous: Ask | undefined
  next: Ask | undefined

  private readonly prefix: string
  private readonly number: number

  constructor(prefix: string, number: number, request: AskUserQuestionRequest, owner: unknown, askedAt: number) {
    this.prefix = prefix
    this.number = number
    this.request = request
    this.owner = owner
    this.askedAt = askedAt
  }

  /** Spelled when somebody wants to know; most asks are answered before. */
  get id(): string {
    return `${this.prefix}-${this.number}`
  }

  /** The current showing, which is over: what its provider still does is late. */
  takeShowing(): Showing | undefined {
    const { showing } = this
    this.showing = undefined
    return showing
  }

  /** What may be told of it while it is open. */
  info(): PendingAskInfo {
    const { agent, key, questions } = this.request
    return Object.freeze({
      id: this.id,
      ...(agent && { agentId: agent.id }),
      ...(key !== undefined && { key }),
      questions,
      askedAt: this.askedAt,
      state: this.state === 'shown' ? 'shown' : 'queued',
      ...(this.deadlineAt !== undefined && { deadlineAt: this.deadlineAt }),
    })
  }
}

/** What a showing needs of the machine. */
interface Deadlines {
  restartDeadline(ask: Ask): void
}

/** One showing. It goes stale when the ask ends or its provider is removed. Providers hold it, so it shows no more. */
export class Showing implements PendingAsk {
  readonly #ask: Ask
  readonly #deadlines: Deadlines
  #controller: AbortController | undefined
  #reason: Error | undefined

  constructor(ask: Ask, deadlines: Deadlines) {
    this.#ask = ask
    this.#deadlines = deadlines
  }

  get id(): string {
    return this.#ask.id
  }

  get askedAt(): number {
    return this.#ask.askedAt
  }

  get deadlineAt(): number | undefined {
    return this.#ask.deadlineAt
  }

  /** Made when first read: a controller costs more than everything else in an ask. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.#reason) this.#controller.abort(this.#reason)
    }
    return this.#controller.signal
  }

  /** A getter, so that it can be handed on as a bare function. */
  get keepAlive(): () => void {
    return () => {
      if (this.#ask.showing === this) this.#deadlines.restartDeadline(this.#ask)
    }
  }

  end(reason: Error | undefined): void {
    this.#reason = reason
    if (reason) this.#controller?.abort(reason)
  }
}
