/** The provider that docs/write-a-provider.md begins with is this one, and the conformance suite is green on it. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createLinkedPair, describeProvider, type Surface } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { type Chat, createChatProvider } from '../plugins/chat.ts'

it('stands in the document, word for word', () => {
  const source = readFileSync(new URL('../plugins/chat.ts', import.meta.url), 'utf8')
  const page = readFileSync(new URL('../../../docs/write-a-provider.md', import.meta.url), 'utf8')
  expect(page).toContain(`\`\`\`ts\n${source.slice(source.indexOf('import'))}\`\`\``)
})

/** A chat over two streams, a message a line. What comes while nobody waits is for nobody. */
function createChat({ input, output }: ReturnType<typeof createLinkedPair>[0]): Chat & { close(): void } {
  const lines = createInterface({ input })
  const gone = new AbortController()
  return {
    send: (text) => void output.write(`${text}\n`),
    async receive(signal) {
      const [message] = await once(lines, 'line', { signal: AbortSignal.any([signal, gone.signal]) })
      return String(message)
    },
    close() {
      gone.abort(new Error('the chat is closed'))
      lines.close()
      input.removeAllListeners()
    },
  }
}

function createSurface(): Surface {
  const [program, person] = createLinkedPair()
  const chat = createChat(program)
  const say = (text: string): void => void person.output.write(`${text}\n`)
  return {
    provider: createChatProvider(chat),
    hand: {
      answer({ options = [] }, { selected: [label, ...others], custom }) {
        if (others.length > 0 || (label !== undefined && custom !== undefined)) throw new Error('one thing a message')
        if (custom?.includes('\n')) throw new Error('a message is one line')
        if (custom !== undefined && options[Number(custom) - 1]) throw new Error('a number is always an option')
        say(custom ?? String(options.findIndex((option) => option.label === label) + 1))
      },
      skip: () => say('/skip'),
      cancel: () => say('/cancel'),
      stir: () => {
        throw new Error('a chat hears of nothing but messages')
      },
    },
    screen: () => person.received,
    listeners: () => program.listeners(),
    close: () => chat.close(),
  }
}

describeProvider('the chat of the document', {
  create: createSurface,
  abilities: {
    multi: false,
    lines: false,
    agent: false,
    keepAlive: false,
    wordsBesideLabels: false,
    wordsLikeNumbers: false,
    concurrency: 1,
    screen: 'transcript',
  },
})
