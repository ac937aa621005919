/** The texts in English. */
import type { Messages } from './messages.ts'

/** The texts in English. */
export const en: Messages = {
  answer: 'Your answer',
  instead: 'Your own words (they replace the choice)',
  beside: 'Your own words (beside the choices or alone)',
  chat: 'Answer in the chat instead',
}
