/** A provider without a human: it says what its script says, at once, and nothing else. */
import { UserInteractionError, type UserInteractionProvider } from '@deepseek-ai/dsh-user-interaction'
import type { Script } from './script.ts'

/**
 * Answers every question from the script. A question that the script does not cover fails the whole ask with
 * `PROVIDER_FAILED`, naming its id: nothing is ever answered by default. An item with neither labels nor text skips.
 */
export function createScriptProvider(script: Script): UserInteractionProvider {
  return {
    async ask({ questions }) {
      const missing = questions.filter((question) => !script.has(question.id))
      if (missing.length > 0)
        throw uncovered(
          missing.map((question) => question.id),
          [...script.keys()],
        )
      return { answers: questions.flatMap((question) => script.get(question.id)?.(question) ?? []) }
    },
  }
}

function uncovered(missing: readonly string[], known: readonly string[]): UserInteractionError {
  const list = (ids: readonly string[]): string => ids.map((id) => JSON.stringify(id)).join(', ')
  const covers = known.length > 0 ? `it answers ${list(known)}` : 'it answers nothing'
  return new UserInteractionError('PROVIDER_FAILED', `the script has no answer for ${list(missing)}; ${covers}`)
}
