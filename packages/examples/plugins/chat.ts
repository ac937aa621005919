/** A whole provider over any chat that can send and receive texts; docs/write-a-provider.md begins with it. */
import {
  type AskUserQuestionAnswerItem,
  type AskUserQuestionItem,
  UserInteractionError,
  type UserInteractionProvider,
} from '@deepseek-ai/dsh-user-interaction'
import { sanitizeLine, sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'

/** A chat with one person. */
export interface Chat {
  send(text: string): void
  /** The next message; rejects when the signal aborts. */
  receive(signal: AbortSignal): Promise<string>
}

/** Asks one question after the other; a number chooses, anything else is text. */
export function createChatProvider(chat: Chat): UserInteractionProvider {
  return {
    concurrency: 1,
    async ask({ questions }, pending) {
      if (questions.some(({ multiSelect }) => multiSelect)) throw new Error('this chat cannot choose several options')
      const answers: AskUserQuestionAnswerItem[] = []
      for (const question of questions) {
        chat.send(render(question))
        const text = await chat.receive(pending.signal)
        pending.keepAlive()
        if (text === '/cancel') throw new UserInteractionError('ASK_CANCELLED')
        answers.push(parse(question, text))
      }
      return { answers }
    },
  }
}

function render({ header = '', question, detail = '', options = [] }: AskUserQuestionItem): string {
  const choices = options.map(({ label, description = '' }, index) => {
    return `${index + 1}. ${sanitizeLine(label)} ${sanitizeLine(description)}`
  })
  return [sanitizeText(`${header}\n${question}\n${detail}`), ...choices].join('\n')
}

function parse({ id, options = [] }: AskUserQuestionItem, text: string): AskUserQuestionAnswerItem {
  const chosen = options[Number(text) - 1]
  if (text === '/skip') return { id, selected: [] }
  return chosen ? { id, selected: [chosen.label] } : { id, selected: [], custom: text }
}
