/** What every view is given beside its data: the words and the way to act. Types only. */
import type { Messages } from '../messages/messages.ts'
import type { Action } from './state.ts'

/** What a person wants that needs more than a new state. */
export type Intent =
  | { readonly kind: 'send'; readonly id: string }
  | { readonly kind: 'sendReply'; readonly id: string }
  | { readonly kind: 'decline'; readonly id: string }
  /** Enter in the text of a question: goes on, or sends where it is the only one. */
  | { readonly kind: 'enter'; readonly id: string }
  /** An option's label into the text, to go on from there. */
  | { readonly kind: 'but'; readonly id: string; readonly question: number; readonly text: string }
  | { readonly kind: 'notify' }

/** The same for all views of a page. */
export interface Look {
  readonly text: Messages
  act(act: Action | Intent): void
  /** Whether Enter is for new lines, as on a keyboard on glass. */
  readonly coarse: boolean
}
