/** Holds answers to the options: what was typed instead is asked again, never read as a choice. */
import { answerOf, type AskUserQuestionAnswer, UserInteractionError } from '@deepseek-ai/dsh-user-interaction'
import type { Answered } from './call.ts'

/** How to ask again. */
export interface Retry {
  /** How often in all; a script says the same each time. */
  readonly attempts: number
  /** Tells the human why they are asked again. */
  notice(): void
}

/**
 * Asks until no question with options is answered in words. Questions without options take text as ever, and a
 * skipped one stays skipped.
 * @throws UserInteractionError `BAD_ANSWER` when the last attempt brought text too; what `call` throws.
 */
export async function askForOptions(
  call: (args: unknown) => Promise<Answered>,
  args: unknown,
  { attempts, notice }: Retry,
): Promise<AskUserQuestionAnswer> {
  const { answer, questions } = await call(args)
  const items = new Map(answer.answers.map((item) => [item.id, item]))
  for (let attempt = 1; ; attempt++) {
    const again = questions.filter(({ id, options }) => options && items.get(id)?.custom !== undefined)
    const [first] = again
    if (!first) return { answers: answer.answers.map(({ id }) => items.get(id) ?? { id, selected: [] }) }
    if (attempt === attempts) {
      const fault = `question ${JSON.stringify(first.id)} must be answered with one of its options, not with text`
      throw new UserInteractionError('BAD_ANSWER', fault)
    }
    notice()
    const next = await call({ questions: again })
    for (const { id } of again) items.set(id, answerOf(next.answer, id))
  }
}
