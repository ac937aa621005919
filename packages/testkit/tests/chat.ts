/** A provider of a few lines over a chat, and a person at the other end: what an author starts with. */
import {
  type AskUserQuestionAnswerItem,
  type AskUserQuestionItem,
  UserInteractionError,
  type UserInteractionProvider,
} from '@deepseek-ai/dsh-user-interaction'
import { sanitizeLine, sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'
import { createLinkedPair, type LinkedEnd, type Surface } from '../src/index.ts'

interface Waiter {
  resolve(text: string): void
  reject(error: unknown): void
}

/** Messages over one end of a wire, each a JSON string. */
class Chat {
  private readonly end: LinkedEnd
  private readonly waiters = new Set<Waiter>()
  private gone: Error | undefined

  constructor(end: LinkedEnd) {
    this.end = end
    end.input.on('data', this.take)
  }

  send(text: string): void {
    this.end.output.write(`${text}\n`)
  }

  /** The next message; what comes while nobody waits is for nobody. */
  async next(signal: AbortSignal): Promise<string> {
    signal.throwIfAborted()
    if (this.gone) throw this.gone
    let abort = (): void => {}
    let waiter: Waiter | undefined
    const message = new Promise<string>((resolve, reject) => {
      this.waiters.add((waiter = { resolve, reject }))
      abort = () => reject(signal.reason)
    })
    signal.addEventListener('abort', abort)
    try {
      return await message
    } finally {
      signal.removeEventListener('abort', abort)
      if (waiter) this.waiters.delete(waiter)
    }
  }

  close(): void {
    this.end.input.off('data', this.take)
    this.gone = new Error('the chat is closed')
    for (const { reject } of this.waiters) reject(this.gone)
  }

  private readonly take = (chunk: Buffer): void => {
    const [first] = this.waiters
    first?.resolve(JSON.parse(String(chunk)) as string)
  }
}

/** @param heed whether it listens to the signal. */
function createChatProvider(chat: Chat, heed: boolean): UserInteractionProvider {
  return {
    concurrency: 1,
    async ask({ questions }, pending) {
      const signal = heed ? pending.signal : new AbortController().signal
      const answers: AskUserQuestionAnswerItem[] = []
      for (const question of questions) {
        signal.throwIfAborted()
        chat.send(render(question))
        let text = await chat.next(signal)
        pending.keepAlive()
        for (; text === ''; pending.keepAlive()) text = await chat.next(signal)
        if (text === '/cancel') throw new UserInteractionError('ASK_CANCELLED')
        answers.push(parse(question, text))
      }
      return { answers }
    },
  }
}

function render({ question, header = '', detail = '', options = [] }: AskUserQuestionItem): string {
  const lines = options.map(({ label, description = '' }, index) => {
    return `${index + 1}. ${sanitizeLine(label)} - ${sanitizeLine(description)}`
  })
  return [sanitizeLine(header), sanitizeText(question), sanitizeText(detail), ...lines].join('\n')
}

/** `/skip`, numbers between spaces, or words. */
function parse({ id, options = [], multiSelect }: AskUserQuestionItem, text: string): AskUserQuestionAnswerItem {
  if (text === '/skip') return { id, selected: [] }
  const labels = text.split(' ').map((number) => options[Number(number) - 1]?.label)
  const chosen = labels.filter((label) => label !== undefined)
  const fits = chosen.length === labels.length && (multiSelect || chosen.length === 1)
  return fits ? { id, selected: chosen } : { id, selected: [], custom: text }
}

/** The chat with a person who reads everything and answers with numbers or words. */
export function createChatSurface({ heed = true }: { readonly heed?: boolean } = {}): Surface {
  const [program, person] = createLinkedPair()
  const chat = new Chat(program)
  const say = (text: string): void => void person.output.write(JSON.stringify(text))
  return {
    provider: createChatProvider(chat, heed),
    hand: {
      answer({ options = [] }, { selected, custom }) {
        const numbers = selected.map((label) => options.findIndex((option) => option.label === label) + 1)
        if (custom !== undefined && numbers.length > 0) throw new Error('a message is numbers or words, not both')
        if (custom !== undefined && options[Number(custom) - 1]) throw new Error('a number is always an option')
        say(custom ?? numbers.join(' '))
      },
      skip: () => say('/skip'),
      cancel: () => say('/cancel'),
      stir: () => say(''),
    },
    screen: () => person.received,
    listeners: () => program.listeners(),
    close: () => chat.close(),
  }
}
