/** What a frame is drawn from, and what it is. Types only. */
import type { Row } from '../style.ts'

/** What is known of an ask beside its form. */
export interface Facts {
  /** The id of the agent that asks. */
  readonly agent?: string | undefined
  /** How many other asks wait. */
  readonly waiting: number
  /** How long until nobody has answered in time, in milliseconds; only while that is to be shown. */
  readonly leftMs?: number | undefined
}

/** Rows that together are the form, and where the cursor is while text is being typed. */
export interface Frame {
  readonly rows: readonly Row[]
  readonly cursor?: { readonly row: number; readonly column: number } | undefined
}
