/** The forms in English. */
import type { Messages } from './messages.ts'

/** All texts. */
export const en: Messages = {
  askedBy: (agent) => `Asked by ${agent}`,
  part: (position, total) => `Part ${position} of ${total}`,
  answer: 'Your answer',
  instead: 'Or in your own words (replaces the choice)',
  beside: 'In your own words (beside the choices)',
  waiting: 'Waiting for your answer.',
}
