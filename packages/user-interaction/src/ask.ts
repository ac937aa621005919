/** One ask as the seam keeps it, and one showing of it as a provider sees it. */
import { UserInteractionError } from './errors.ts'
import type { Linked } from './line.ts'
import type { AskUserQuestionRequest, PendingAsk, PendingAskInfo } from './provider.ts'
import type { AskUserQuestionAnswer } from './types.ts'

/** The ask of another seam that this one shows for it: identity and deadline are over there. */
export interface OuterAsk {
  readonly pending: PendingAsk
  /** It is up now. */
  shown(): void
}

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
  surface: string | undefined
  previous: Ask | undefined
  next: Ask | undefined

  readonly outer: OuterAsk | undefined
  private readonly prefix: string
  private readonly number: number

  constructor(
    prefix: string,
    number: number,
    request: AskUserQuestionRequest,
    owner: unknown,
    askedAt: number,
    outer?: OuterAsk,
  ) {
    this.prefix = prefix
    this.number = number
    this.request = request
    this.owner = owner
    this.askedAt = askedAt
    this.outer = outer
  }

  /** Spelled when somebody wants to know; most asks are answered before. */
  get id(): string {
    return this.outer ? this.outer.pending.id : `${this.prefix}-${this.number}`
  }

  /** When it will expire, if its clock runs. */
  get expiresAt(): number | undefined {
    return this.outer ? this.outer.pending.deadlineAt : this.deadlineAt
  }

  /** Keeps the name of the surface that answered where it will be asked for. */
  noteSurface(surface: string): void {
    if (this.outer) this.outer.pending.answeredOn?.(surface)
    else this.surface = surface
  }

  /** The current showing, which is over: what its provider still does is late. */
  takeShowing(): Showing | undefined {
    const { showing } = this
    this.showing = undefined
    return showing
  }

  /** What may be told of it while it is open. */
  info(): PendingAskInfo {
    const { expiresAt } = this
    const { agent, key, questions } = this.request
    return Object.freeze({
      id: this.id,
      ...(agent && { agentId: agent.id }),
      ...(key !== undefined && { key }),
      questions,
      askedAt: this.askedAt,
      state: this.state === 'shown' ? 'shown' : 'queued',
      ...(expiresAt !== undefined && { deadlineAt: expiresAt }),
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
  // Declared only: the showing of an ask that is not another seam's has none of them, and costs nothing for them.
  declare readonly draft?: AskUserQuestionAnswer
  declare readonly saveDraft?: NonNullable<PendingAsk['saveDraft']>
  declare readonly commit?: NonNullable<PendingAsk['commit']>

  constructor(ask: Ask, deadlines: Deadlines) {
    this.#ask = ask
    this.#deadlines = deadlines
    if (ask.outer) Object.assign(this, this.#draftsOf(ask.outer.pending))
  }

  get id(): string {
    return this.#ask.id
  }

  get askedAt(): number {
    return this.#ask.askedAt
  }

  get deadlineAt(): number | undefined {
    return this.#ask.expiresAt
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

  /** A getter, as `keepAlive` is one. */
  get answeredOn(): (surface: string) => void {
    return (surface) => {
      if (this.#ask.showing === this && typeof surface === 'string') this.#ask.noteSurface(surface)
    }
  }

  end(reason: Error | undefined): void {
    this.#reason = reason
    if (reason) this.#controller?.abort(reason)
  }

  /** What passes through for another seam as it is, where there is any; nothing of it once this is stale. */
  #draftsOf(pending: PendingAsk): Pick<PendingAsk, 'draft' | 'saveDraft' | 'commit'> {
    const { draft } = pending
    const isCurrent = (): boolean => this.#ask.showing === this
    return {
      ...(draft && { draft }),
      ...(pending.saveDraft && { saveDraft: (entered) => void (isCurrent() && pending.saveDraft?.(entered)) }),
      ...(pending.commit && {
        commit: async (answer) => {
          if (!isCurrent()) throw this.#reason ?? new UserInteractionError('ASK_ABORTED', 'it was answered already')
          await pending.commit?.(answer)
        },
      }),
    }
  }
}
