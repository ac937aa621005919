/** What the seam tells of an ask, and how it tells it: only facts, only to its own contexts, never failing. */
import { Context } from '@deepseek-ai/cordis'
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

/** Emits to the contexts that see the same `service` as `ctx`; a listener that throws or rejects is logged. */
export type Emit = <K extends keyof UserInteractionEvents>(
  name: K, ...args: Parameters<UserInteractionEvents[K]>
) => void

export function createEmit(ctx: Context, service: string): Emit {
  const scope = ctx[Context.isolate][service]
  const carrier = { [Context.filter]: (listener: Context) => listener[Context.isolate][service] === scope }
  const { events } = ctx
  const warn = (name: string, error: unknown): void => {
    ctx.logger.warn('a listener of %s failed', name)
    ctx.logger.warn(error)
  }
  return (name, ...args) => {
    for (const listener of events.dispatch('emit', [carrier, name, ...args])) {
      try {
        const result: unknown = listener(...args)
        if (result instanceof Promise) result.catch((error: unknown) => warn(name, error))
      } catch (error) {
        warn(name, error)
      }
    }
  }
}
