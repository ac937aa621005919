/** What is told of an ask that is over. */
import type { Ask } from './ask.ts'
import { isUserInteractionError, userInteractionErrors } from './errors.ts'
import type { SettledAsk } from './events.ts'

/** @param error absent when it was answered. */
export function settledAsk(ask: Ask, error: Error | undefined): SettledAsk {
  const { agent, key } = ask.request
  return Object.freeze({
    id: ask.id,
    ...(agent && { agentId: agent.id }),
    ...(key !== undefined && { key }),
    ...outcomeOf(error),
    ...(ask.surface !== undefined && { surface: ask.surface }),
  })
}

function outcomeOf(error: Error | undefined): Pick<SettledAsk, 'outcome' | 'code'> {
  if (!error) return { outcome: 'answered' }
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return { outcome: 'failed' }
  return { outcome: isUserInteractionError(error) ? userInteractionErrors[error.code].outcome : 'failed', code }
}
