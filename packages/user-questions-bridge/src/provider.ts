/** A provider written for `ctx.userQuestions` as the seam takes it. */
import type { AskUserQuestionRequest, PendingAsk, UserInteractionProvider } from '@deepseek-ai/dsh-user-interaction'
import type {
  AskUserQuestionItem,
  AskUserQuestionRequest as QuestionRequest,
  UserQuestionProvider,
} from '@deepseek-ai/dsh-user-questions'
import { toInteractionError } from './errors.ts'

/** Adapts it; what is no provider is left for the seam to refuse. */
export function adaptProvider(provider: UserQuestionProvider): UserInteractionProvider {
  if (typeof provider?.ask !== 'function') return provider
  return {
    async ask(request, pending) {
      try {
        return await provider.ask(toQuestionRequest(request, pending))
      } catch (error) {
        throw toInteractionError(error)
      }
    },
  }
}

/** Such a provider knows one signal, so it gets the one that tells of every end; the questions are its own to keep. */
function toQuestionRequest({ agent, questions }: AskUserQuestionRequest, { signal }: PendingAsk): QuestionRequest {
  return { questions: structuredClone(questions) as AskUserQuestionItem[], signal, ...(agent && { agent }) }
}
