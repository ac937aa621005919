/** The face of the seam: what consumers, providers and hosts may name. */
export { answerOf, checkAnswer, isConsent } from './answer.ts'
export {
  type AskOutcome,
  isUserInteractionError,
  UserInteractionError,
  type UserInteractionErrorCode,
  userInteractionErrors,
} from './errors.ts'
export type { SettledAsk, UserInteractionEvents } from './events.ts'
export type { AskUserQuestionRequest, PendingAsk, PendingAskInfo, UserInteractionProvider } from './provider.ts'
export { UserInteraction, UserInteraction as default, type UserInteractionConfig } from './service.ts'
export type {
  AskUserQuestionAnswer,
  AskUserQuestionAnswerItem,
  AskUserQuestionIntent,
  AskUserQuestionItem,
  AskUserQuestionOption,
} from './types.ts'
