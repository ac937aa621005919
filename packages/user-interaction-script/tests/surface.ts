/** The scripted human with whoever writes the script, for the conformance suite. */
import type { AskUserQuestionAnswerItem } from '@deepseek-ai/dsh-user-interaction'
import type { Surface } from '@deepseek-ai/dsh-testkit'
import { createScriptProvider } from '../src/index.ts'

/** Whoever writes a script says everything beforehand. */
export function createSurface(): Surface {
  const script = new Map<string, () => AskUserQuestionAnswerItem>()
  return {
    provider: createScriptProvider(script),
    hand: {
      answer: ({ id }, item) => void script.set(id, () => item),
      skip: ({ id }) => void script.set(id, () => ({ id, selected: [] })),
      cancel: () => {
        throw new Error('a script has no way to dismiss a request')
      },
      stir: () => {
        throw new Error('a script gives no sign of life')
      },
    },
    screen: () => '',
    listeners: () => 0,
    close: () => {},
  }
}
