/** A provider while it is registered: what it can do, whether it reaches somebody, and what its failures mean. */
import { HarnessError } from '@deepseek-ai/dsh-llm'
import { isUserInteractionError, UserInteractionError } from './errors.ts'
import { kindOf } from './kind.ts'
import type { UserInteractionProvider } from './provider.ts'

/** One registration of one provider. */
export class Registration {
  readonly provider: UserInteractionProvider
  /** Who registered it, for whoever has to find it again. */
  readonly owner: unknown
  readonly concurrency: number
  answerable = true
  private readonly unwatch: (() => void) | undefined

  /**
   * @param changed hears when `answerable` has changed.
   * @throws UserInteractionError `BAD_REQUEST` for what is no provider.
   */
  constructor(provider: UserInteractionProvider, owner: unknown, changed: () => void) {
    this.concurrency = checkProvider(provider)
    this.provider = provider
    this.owner = owner
    this.unwatch = provider.watchAnswerable?.((answerable) => {
      this.answerable = answerable
      changed()
    })
  }

  /** Stops listening to the provider. */
  end(): void {
    this.unwatch?.()
  }
}

/**
 * What the caller gets when a provider throws or rejects: an error of the harness as it is, anything else as
 * `PROVIDER_FAILED` with the same message and the original as `cause`.
 */
export function providerFailure(error: unknown): Error {
  if (error instanceof HarnessError || isUserInteractionError(error)) return error
  const message = error instanceof Error ? error.message : typeof error === 'string' ? error : ''
  return new UserInteractionError('PROVIDER_FAILED', message || undefined, { cause: error })
}

function checkProvider(provider: unknown): number {
  const asks = typeof provider === 'object' && provider !== null && 'ask' in provider ? provider.ask : undefined
  if (typeof asks !== 'function') {
    throw new UserInteractionError('BAD_REQUEST', `provider.ask must be a function, got ${kindOf(asks)}`)
  }
  const { concurrency = Infinity } = provider as UserInteractionProvider
  if (concurrency === Infinity || (Number.isInteger(concurrency) && concurrency > 0)) return concurrency
  const fault = `provider.concurrency must be a positive integer, got ${kindOf(concurrency)}`
  throw new UserInteractionError('BAD_REQUEST', fault)
}
