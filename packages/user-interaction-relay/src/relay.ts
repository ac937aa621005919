/** The provider of several surfaces: which of them are there, and every ask that is open on them. No Cordis. */
import {
  type AskUserQuestionAnswer,
  type AskUserQuestionRequest,
  type PendingAsk,
  UserInteractionError,
  type UserInteractionProvider,
} from '@deepseek-ai/dsh-user-interaction'
import { holdDeadline, type NestedProvider } from '@deepseek-ai/dsh-user-interaction/nested'
import { Race, type RaceOptions } from './race.ts'
import { createSeat, type Seat } from './seat.ts'

/** `first`: every surface shows an ask, the first answer wins. `fallback`: one after the other, in order. */
export type RelayMode = RaceOptions['mode']

/** What a relay needs of whoever registers it. */
export interface RelayOptions extends Partial<Pick<RaceOptions, 'holdDeadline'>> {
  /** The last surface has gone: what is open is the outer seam's, to fail or to keep for the next. */
  vacated?(): void
  /** The first surface has come again. What it throws reaches whoever registers that one. */
  occupied?(): void
}

export class Relay implements UserInteractionProvider {
  readonly seats: readonly Seat[]
  private readonly options: RaceOptions & RelayOptions
  /** Open asks, in asked order. */
  private readonly races = new Set<Race>()
  private tell: ((answerable: boolean) => void) | undefined
  private vacant = false

  /** @param names the surfaces, in order; all of them count as loading. */
  constructor(mode: RelayMode, names: readonly string[], options: RelayOptions = {}) {
    this.seats = names.map(createSeat)
    this.options = { holdDeadline, ...options, mode, seats: this.seats }
  }

  async ask(request: AskUserQuestionRequest, pending: PendingAsk): Promise<AskUserQuestionAnswer> {
    const race = new Race(request, pending, this.options)
    this.races.add(race)
    try {
      return await race.answer
    } finally {
      this.races.delete(race)
    }
  }

  /** Somebody can answer while any of the surfaces reaches somebody. */
  watchAnswerable(listener: (answerable: boolean) => void): () => void {
    this.tell = listener
    this.changed()
    return () => {
      this.tell = undefined
    }
  }

  /** The surface has registered; it is shown what is open. */
  arrive(seat: Seat, provider: NestedProvider): void {
    seat.provider = provider
    seat.cause = undefined
    try {
      if (this.vacant) this.options.occupied?.()
      this.vacant = false
    } catch (error) {
      seat.provider = undefined
      throw error
    }
    this.changed()
  }

  /** What it registered is gone; it may come again. */
  leave(seat: Seat): void {
    seat.provider = undefined
    seat.cause = new UserInteractionError('PROVIDER_GONE')
    if (!this.seats.some(({ loading, provider }) => loading || provider)) {
      // Where a surface had failed before, its cause would be lost on the seam's own end.
      for (const race of this.races) if (race.hasFailures) race.look()
      this.vacant = true
      this.options.vacated?.()
    }
    this.changed()
  }

  /** Its plugin has loaded, or will not; `cause` says why it registers nothing for now. */
  loaded(seat: Seat, cause: Error): void {
    seat.loading = false
    if (!seat.provider) seat.cause ??= cause
    this.changed()
  }

  /** Something about a seat has changed. */
  changed(): void {
    for (const race of this.races) race.look()
    this.tell?.(this.seats.some(({ provider }) => provider?.answerable))
  }
}
