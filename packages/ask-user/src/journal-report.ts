/** A journal as a person reads it. Pure. The words of whoever answered are in `renderShown` only. */
import type {
  AskUserQuestionAnswer,
  AskUserQuestionAnswerItem,
  AskUserQuestionItem,
} from '@deepseek-ai/dsh-user-interaction'
import { sanitizeLine, sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'
import type { JournalEntry } from '@deepseek-ai/dsh-user-interaction-journal'
import type { Messages } from './messages/messages.ts'

type Text = Messages['journal']

/** So much of a question is told where it is only named. */
const longestName = 60

/** A line an ask: its id, how far it came, when it was asked, by whom, and what the first question is. */
export function renderListed(entries: readonly JournalEntry[], text: Text): string {
  return entries.map((entry) => `${[...headOf(entry, text), nameOf(entry.questions)].join('  ')}\n`).join('')
}

/** Everything about each ask, what was said to it included. */
export function renderShown(entries: readonly JournalEntry[], text: Text): string {
  return entries.map((entry) => `${renderAsk(entry, text).join('\n')}\n`).join('\n')
}

function renderAsk(entry: JournalEntry, text: Text): string[] {
  const { answer, draft, key, questions } = entry
  const said = (id: string): string[] => [
    ...saidIn(answer, id, text.said, text),
    ...saidIn(draft, id, text.entered, text),
  ]
  return [
    headOf(entry, text).join('  '),
    ...(key === undefined ? [] : [`  ${text.key(sanitizeLine(key))}`]),
    ...questions.flatMap(({ id, question }) => [...indented(question, 2), ...said(id)]),
  ]
}

function headOf({ id, agent, askedAt, orphaned, state }: JournalEntry, { states }: Text): string[] {
  const asked = new Date(askedAt).toISOString().replace(/\.\d+Z$/, 'Z')
  return [
    sanitizeLine(id),
    states[orphaned ? 'orphaned' : state],
    asked,
    agent === undefined ? '-' : sanitizeLine(agent),
  ]
}

function nameOf(questions: readonly AskUserQuestionItem[]): string {
  const [first, ...others] = questions
  const characters = [...sanitizeLine(first?.question ?? '')]
  const name =
    characters.length > longestName ? `${characters.slice(0, longestName - 1).join('')}…` : characters.join('')
  return others.length > 0 ? `${name} (+${others.length})` : name
}

function saidIn(answer: AskUserQuestionAnswer | undefined, id: string, how: string, text: Text): string[] {
  const item = answer?.answers.find((one) => one.id === id)
  return item ? [`    ${how}`, ...wordsOf(item, text)] : []
}

function wordsOf({ selected, custom }: AskUserQuestionAnswerItem, { skipped }: Text): string[] {
  const words = [...selected, ...(custom === undefined ? [] : [custom])]
  return words.length === 0 ? [`      ${skipped}`] : words.flatMap((word) => indented(word, 6))
}

function indented(words: string, by: number): string[] {
  return sanitizeText(words)
    .split('\n')
    .map((line) => ' '.repeat(by) + line)
}
