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
  /** The name of the surface that answered or dismissed it, where a provider of several has told. */
  readonly surface?: string
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
  name: K,
  tell: () => Parameters<UserInteractionEvents[K]>[0],
) => void

/**
 * An `Emit` for the instance of `service` that `ctx` sees. A listener that throws or rejects is logged. What is
 * emitted while listeners run is told after it, so that each hears everything in the order in which it happened.
 */
export function createEmit(ctx: Context, service: string): Emit {
  const events = untraced(ctx.events)
  const sees = (listener: Context): boolean => listener[Context.isolate][service] === ctx[Context.isolate][service]
  const waiting: [name: string, told: unknown][] = []
  let telling = false
  return (name, tell) => {
    if (!hears(events, name)) return
    const told = contained(ctx, name, tell)
    if (told === undefined) return
    waiting.push([name, told])
    if (telling) return
    telling = true
    for (let next = waiting.shift(); next; next = waiting.shift()) dispatch(ctx, events, sees, ...next)
    telling = false
  }
}

function dispatch(
  ctx: Context,
  events: EventsService,
  sees: (ctx: Context) => boolean,
  name: string,
  told: unknown,
): void {
  contained(ctx, name, () => {
    for (const listener of events.dispatch('emit', [{ [Context.filter]: sees }, name, told])) {
      const result = contained(ctx, name, () => listener(told) as unknown)
      if (result instanceof Promise) result.catch((error: unknown) => warn(ctx, name, error))
    }
  })
}

function contained<T>(ctx: Context, name: string, run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    warn(ctx, name, error)
    return undefined
  }
}

function warn(ctx: Context, name: string, error: unknown): void {
  ctx.logger.warn('a listener of %s failed', name)
  ctx.logger.warn(error)
}

/** Whether anybody listens, to the event or to all dispatching. A dispatch to nobody costs as much as a small ask. */
function hears({ _hooks: hooks }: EventsService, name: string): boolean {
  return !!hooks[name]?.length || !!hooks['internal/dispatch']?.length
}

/** The object behind a tracing proxy, for the hot path: nothing here depends on who reads it. */
function untraced<T extends object>(traced: T): T {
  return (traced as T & { [symbols.original]?: T })[symbols.original] ?? traced
}
