/** The form with a person in front of it, for the conformance suite. */
import type { Surface } from '@deepseek-ai/dsh-testkit'
import type { AskUserQuestionAnswerItem, AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import { Desk } from './desk.ts'

const down = '\u001b[B'

/** A person who presses keys and looks at the screen. */
export function createSurface(): Surface {
  const desk = new Desk({ columns: 100, rows: 40 })
  const type = async (...keys: readonly string[]): Promise<void> => {
    await desk.type(...keys)
  }
  return {
    provider: desk.provider,
    hand: {
      answer: (question, item) => type(...keysFor(question, item)),
      skip: () => type('\t'),
      // A single question is sent by its answer, unless it was skipped; then, as with several, the review is up.
      send: async () => {
        if ((await desk.look()).includes('This is what will be sent:')) await type('\r')
      },
      cancel: () => type('\u0003'),
      stir: () => type('\u0007'),
    },
    screen: () => desk.look(),
    listeners: () => desk.listeners(),
    close: () => desk.provider.close(),
  }
}

/** What a person presses to say just this, in pieces that need a moment before them. */
export function keysFor(
  { options = [], multiSelect }: AskUserQuestionItem,
  { selected, custom }: AskUserQuestionAnswerItem,
): string[] {
  const indexes = selected
    .map((label) => options.findIndex((option) => option.label === label))
    .toSorted((a, b) => a - b)
  const words = custom === undefined ? '' : `\u001b[200~${custom.replace(/\n/g, '\r')}\u001b[201~`
  if (options.length === 0) return [`${words}\r`]
  if (!multiSelect) return [custom === undefined ? `${down.repeat(indexes[0] ?? 0)}\r` : `\u001b[F${words}\r`]
  let at = 0
  let keys = ''
  for (const index of indexes) {
    keys += `${down.repeat(index - at)} `
    at = index
  }
  return custom === undefined ? [`${keys}\r`] : [`${keys}\u001b[F${words}\r`, '\r']
}
