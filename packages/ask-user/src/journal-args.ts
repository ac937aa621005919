/** Reads the argv of `ask-user journal`. Pure. */
import type { Argument } from './flags.ts'
import type { Messages } from './messages/messages.ts'
import { UsageError } from './usage.ts'

/** What can be done to a journal. */
const journalVerbs = ['list', 'show', 'forget'] as const

/** What is to be done to which journal, and to which asks of it; none means all, except to `forget`. */
export interface JournalCommand {
  readonly kind: 'journal'
  readonly verb: (typeof journalVerbs)[number]
  readonly file: string
  readonly ids: readonly string[]
  /** `forget FILE all`: everything, lines that cannot be read too. */
  readonly all: boolean
}

/**
 * Reads what stands beside the word `journal`.
 * @throws UsageError naming what is unknown, too much or missing.
 */
export function parseJournal(given: readonly Argument[], { usage }: Messages): JournalCommand | { kind: 'help' } {
  const words: string[] = []
  for (const argument of given) {
    if (argument.kind === 'word') words.push(argument.value)
    else if (argument.name === 'help') return { kind: 'help' }
    else if (argument.name !== 'lang') throw new UsageError(usage.notTogether('journal', argument.raw))
  }
  const [word, file, ...ids] = words
  const verb = journalVerbs.find((known) => known === word)
  if (!verb) {
    const expected = journalVerbs.join('|')
    throw new UsageError(
      word === undefined ? usage.missingValue('journal', expected) : usage.badValue('journal', expected, word),
    )
  }
  if (file === undefined) throw new UsageError(usage.missingValue(`journal ${verb}`, 'FILE'))
  if (verb === 'list' && ids[0] !== undefined) throw new UsageError(usage.extra(ids[0]))
  if (verb === 'forget' && ids.length === 0)
    throw new UsageError(usage.missingValue('journal forget FILE', 'ID ...|all'))
  const all = verb === 'forget' && ids.length === 1 && ids[0] === 'all'
  return { kind: 'journal', verb, file, ids: all ? [] : ids, all }
}
