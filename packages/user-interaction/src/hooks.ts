/** What the state machine tells its owner. Types only. */
import type { Ask } from './ask.ts'

/** What the owner of the machine hears, each once and in this order for an ask. Hooks must not throw. */
export interface PendingHooks {
  /** The ask was admitted; it is shown to nobody yet. */
  asked(ask: Ask): void
  /** The ask is over; its promise settles next. No error means answered. */
  settled(ask: Ask, error: Error | undefined): void
  /** Whether somebody can answer has changed. */
  answerable(answerable: boolean): void
  /** A provider threw where nobody waits for it. */
  broken(error: unknown): void
}
