/** The place of one surface among those of a relay, taken or not. */
import type { NestedProvider } from '@deepseek-ai/dsh-user-interaction/nested'

/** One surface by its name. Only `Relay` changes it. */
export interface Seat {
  readonly name: string
  /** Whether its plugin may still register something soon. */
  loading: boolean
  /** What it registered, while it is there. */
  provider: NestedProvider | undefined
  /** Why it is not there, as far as that is known. */
  cause: Error | undefined
}

export function createSeat(name: string): Seat {
  return { name, loading: true, provider: undefined, cause: undefined }
}
