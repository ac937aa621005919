/** A provider while it is registered: what it can do, whether it reaches somebody, and what its failures mean. */
import { HarnessError } from '@deepseek-ai/dsh-llm'
import { isUserInteractionError, UserInteractionError } from './errors.ts'
import { numberOrKind } from './kind.ts'
import type { UserInteractionProvider } from './provider.ts'

/** One registration of one provider. */
export class Registration {
  readonly provider: UserInteractionProvider
  /** Who registered it, for whoever has to find it again. */
  readonly owner: unknown
  readonly concurrency: number
  answerable = true
  private readonly unwatch: () => void

  /**
   * @param changed hears when `answerable` has changed.
   * @throws UserInteractionError `BAD_REQUEST` for what is no provider.
   */
  constructor(provider: UserInteractionProvider, owner: unknown, changed: () => void) {
    this.concurrency = checkProvider(provider)
    this.provider = provider
    this.owner = owner
    const unwatch: unknown = provider.watchAnswerable?.((answerable) => {
      this.answerable = answerable === true
      changed()
    })
    if (provider.watchAnswerable && typeof unwatch !== 'function') {
      throw badProvider('watchAnswerable must return a function', unwatch)
    }
    this.unwatch = (unwatch as (() => void) | undefined) ?? (() => undefined)
  }

  /** Stops listening to the provider. It may throw whatever the provider throws. */
  end(): void {
    this.unwatch()
  }
}

/**
 * What the caller gets when a provider throws or rejects: an error of the harness as it is, anything else, however
 * odd, as `PROVIDER_FAILED` with the same message and the original as `cause`.
 */
export function providerFailure(error: unknown): Error {
  try {
    if (error instanceof HarnessError || isUserInteractionError(error)) return error
    const message: unknown = error instanceof Error ? error.message : error
    return new UserInteractionError('PROVIDER_FAILED', typeof message === 'string' && message ? message : undefined, {
      cause: error,
    })
  } catch {
    // A proxy or a getter that throws while it is read.
    return new UserInteractionError('PROVIDER_FAILED', undefined, { cause: error })
  }
}

function checkProvider(provider: unknown): number {
  const { ask, concurrency = Infinity, watchAnswerable } = (provider ?? {}) as Partial<Record<string, unknown>>
  if (typeof ask !== 'function') throw badProvider('ask must be a function', ask)
  if (watchAnswerable !== undefined && typeof watchAnswerable !== 'function') {
    throw badProvider('watchAnswerable must be a function', watchAnswerable)
  }
  if (
    typeof concurrency === 'number'
    && (concurrency === Infinity || (Number.isInteger(concurrency) && concurrency > 0))
  ) {
    return concurrency
  }
  throw badProvider('concurrency must be a positive integer', concurrency)
}

function badProvider(rule: string, value: unknown): UserInteractionError {
  return new UserInteractionError('BAD_REQUEST', `provider.${rule}, got ${numberOrKind(value)}`)
}
