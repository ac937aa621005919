/** The one place of a provider: who holds it, and the gap in which asks wait for the next holder. */
import type { Clock } from './clock.ts'
import { UserInteractionError, type UserInteractionErrorCode } from './errors.ts'
import type { UserInteractionProvider } from './provider.ts'
import { Registration } from './registration.ts'

/** What the post needs, and whom it tells. */
export interface PostOptions {
  readonly clock: Clock
  /** How long a gap lasts, in milliseconds; 0: there is none. */
  readonly handoverMs: number
  /** The gap has ended without a new holder. */
  lapsed(): void
  /** Whether somebody can answer has changed. */
  answerable(answerable: boolean): void
  /** A provider threw where nobody waits for it. */
  broken(error: unknown): void
}

export class Post {
  /** The provider that shows, if there is one. */
  holder: Registration | undefined
  private readonly options: PostOptions
  private stopGap: (() => void) | undefined
  private wasAnswerable = false
  private closed = false

  constructor(options: PostOptions) {
    this.options = options
  }

  /** Whether asks wait for the next holder. */
  get inGap(): boolean {
    return this.stopGap !== undefined
  }

  /** Whether somebody can answer now; true in a gap. */
  get answerable(): boolean {
    return this.holder ? this.holder.answerable : this.inGap
  }

  /** Why nothing can be asked now, if so. */
  get refusal(): UserInteractionErrorCode | undefined {
    if (this.closed) return 'SERVICE_GONE'
    return this.holder || this.inGap ? undefined : 'NO_PROVIDER'
  }

  /** @throws UserInteractionError `DUPLICATE_PROVIDER`, `SERVICE_GONE`, or `BAD_REQUEST` for what is no provider. */
  take(provider: UserInteractionProvider, owner: unknown): Registration {
    this.checkFree()
    const registration = new Registration(provider, owner, () => this.tell())
    // The provider's own code has run.
    this.checkFree()
    this.holder = registration
    this.endGap()
    this.tell()
    return registration
  }

  /** The post is free, and a gap begins if there may be one. Call `release` when the asks have been seen to. */
  leave(): void {
    const { clock, handoverMs } = this.options
    this.holder = undefined
    if (handoverMs > 0 && !this.closed) this.stopGap = clock.after(handoverMs, () => this.lapse())
  }

  /** Tells what leaving has changed, and lets go of the provider. */
  release(registration: Registration): void {
    this.tell()
    try {
      registration.end()
    } catch (error) {
      this.options.broken(error)
    }
  }

  /** Nobody takes it any more. */
  close(): void {
    this.closed = true
    this.endGap()
  }

  /** Tells whether somebody can answer, if that has changed. */
  tell(): void {
    const { answerable } = this
    if (answerable === this.wasAnswerable) return
    this.wasAnswerable = answerable
    this.options.answerable(answerable)
  }

  private checkFree(): void {
    if (this.closed) throw new UserInteractionError('SERVICE_GONE')
    if (this.holder) throw new UserInteractionError('DUPLICATE_PROVIDER')
  }

  private lapse(): void {
    this.stopGap = undefined
    this.options.lapsed()
    this.tell()
  }

  private endGap(): void {
    this.stopGap?.()
    this.stopGap = undefined
  }
}
