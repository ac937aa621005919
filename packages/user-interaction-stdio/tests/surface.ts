/** The line provider with a person in front of it, for the conformance suite. */
import { createLinkedPair, type LinkedPairOptions, type Surface } from '@deepseek-ai/dsh-testkit'
import type { AskUserQuestionAnswerItem, AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import { createStdioProvider } from '../src/index.ts'

/** A person who types lines and reads everything that is written. */
export function createSurface(options: LinkedPairOptions = {}): Surface {
  const [program, person] = createLinkedPair(options)
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
    // Where several may be chosen, a number that is also a label means the label.
    return multiSelect && labels.includes(number) ? label : number
  })
  if (custom === undefined) return choices.join(', ')
  if (choices.length > 0) return `${choices.join(', ')}, ${custom}`
  return custom.includes('\n') ? `/multi\n${custom}\n.` : `/text ${custom}`
}
