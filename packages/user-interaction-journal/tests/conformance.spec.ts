import { createLinkedPair, describeProvider, type Surface } from '@deepseek-ai/dsh-testkit'
import type { AskUserQuestionAnswerItem, AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import { createScriptProvider } from '@deepseek-ai/dsh-user-interaction-script'
import { createStdioProvider } from '@deepseek-ai/dsh-user-interaction-stdio'
import { Journal } from '../src/index.ts'
import { watchedDisk } from './disks.ts'
import { freshPath, limits } from './folder.ts'

/** The same surface, with a journal between it and the seam. */
function journalled(surface: Surface): Surface {
  const { disk, idle } = watchedDisk()
  const warn = (error: unknown): never => {
    throw error
  }
  const journal = new Journal({ path: freshPath(), ...limits, disk, warn })
  return {
    ...surface,
    provider: journal.over(surface.provider),
    async settle() {
      await surface.settle?.()
      await idle()
    },
    async close() {
      await surface.close()
      await journal.close()
    },
  }
}

/** Whoever writes a script says everything beforehand. */
function createScript(): Surface {
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

/** A person who types lines and reads everything that is written. */
function createLines(): Surface {
  const [program, person] = createLinkedPair()
  const provider = createStdioProvider({ input: program.input, output: program.output, lang: 'en', color: false })
  const type = (lines: string): void => void person.output.write(`${lines}\n`)
  return {
    provider,
    hand: {
      answer: (question, item) => type(linesOf(question, item)),
      skip: () => type('/skip'),
      cancel: () => type('/cancel'),
      stir: () => type(''),
    },
    screen: () => person.received,
    listeners: () => program.listeners(),
    close: () => provider.close(),
  }
}

function linesOf(
  { options = [], multiSelect }: AskUserQuestionItem,
  { selected, custom }: AskUserQuestionAnswerItem,
): string {
  const labels = options.map(({ label }) => label)
  const choices = selected.map((label) => {
    const number = String(labels.indexOf(label) + 1)
    return multiSelect && labels.includes(number) ? label : number
  })
  if (custom === undefined) return choices.join(', ')
  if (choices.length > 0) return `${choices.join(', ')}, ${custom}`
  return custom.includes('\n') ? `/multi\n${custom}\n.` : `/text ${custom}`
}

describeProvider('the scripted human through a journal', {
  create: () => journalled(createScript()),
  abilities: { cancel: false, keepAlive: false, waits: false, screen: 'none' },
})
describeProvider('the line provider through a journal', {
  create: () => journalled(createLines()),
  abilities: { concurrency: 1, screen: 'transcript', wordsBesideLabels: false },
})
