/** What the seam tells of an ask, and how it tells it: only facts, only to its own contexts, never failing. */
import { Context, type EventsService, symbols } from '@deepseek-ai/cordis'
import type { AskOutcome, UserInteractionErrorCode } from './errors.ts'
import type { PendingAskInfo } from './provider.ts'

/** How an ask ended. It never holds what the human said. */
export interface SettledAsk {
  readonly id: string
  readonly agentId?: string
  readonly key?: string
  readonly outcome: AskOutcome
  /** Absent when answered. A provider may pass on a code of the harness's own. */
  readonly code?: UserInteractionErrorCode | (string & {})
}

/** The events of the seam. They reach only contexts that share this service instance. */
export interface UserInteractionEvents {
  /**
   * An ask was admitted; it is shown after this. Once an ask.
   * @mode emit
   */
  'user-interaction/asked'(ask: PendingAskInfo): void
  /**
   * An ask is over; the consumer's promise settles after this. Once an ask.
   * @mode emit
   */
  'user-interaction/settled'(ask: SettledAsk): void
  /**
   * Whether somebody can answer has changed.
   * @mode emit
   */
  'user-interaction/answerable'(answerable: boolean): void
}

declare module '@deepseek-ai/cordis' {
  interface Events extends UserInteractionEvents {}
}

/** Emits to the contexts that see the same service as its maker; what is told is made only if somebody listens. */
export type Emit = <K extends keyof UserInteractionEvents>(
  name: K, tell: () => Parameters<UserInteractionEvents[K]>[0]
) => void

/** An `Emit` for the instance of `service` that `ctx` sees. A listener that throws or rejects is logged. */
export function createEmit(ctx: Context, service: string): Emit {
  const scope = ctx[Context.isolate][service]
  const carrier = { [Context.filter]: (listener: Context) => listener[Context.isolate][service] === scope }
  const events = untraced(ctx.events)
  const warn = (name: string, error: unknown): void => {
    ctx.logger.warn('a listener of %s failed', name)
    ctx.logger.warn(error)
  }
  return (name, tell) => {
    if (!hears(events, name)) return
    const told = tell()
    for (const listener of events.dispatch('emit', [carrier, name, told])) {
      try {
        const result: unknown = listener(told)
        if (result instanceof Promise) result.catch((error: unknown) => warn(name, error))
      } catch (error) {
        warn(name, error)
      }
    }
  }
}

/** Whether anybody listens, to the event or to all dispatching. A dispatch to nobody costs as much as a small ask. */
function hears({ _hooks: hooks }: EventsService, name: string): boolean {
  return !!hooks[name]?.length || !!hooks['internal/dispatch']?.length
}

/** The object behind a tracing proxy, for the hot path: nothing here depends on who reads it. */
function untraced<T extends object>(traced: T): T {
  return (traced as T & { [symbols.original]?: T })[symbols.original] ?? traced
}
