/** `ask-user journal`: looks into a journal of questions, or takes something out of it. */
import { forgetAsks, readJournal } from '@deepseek-ai/dsh-user-interaction-journal'
import { sanitizeLine } from '@deepseek-ai/dsh-user-interaction/text'
import { exitCodes } from './exit.ts'
import type { JournalCommand } from './journal-args.ts'
import { renderListed, renderShown } from './journal-report.ts'
import type { Messages } from './messages/messages.ts'
import { checkReadable } from './read.ts'
import { UsageError } from './usage.ts'
import { type Output, tell, write } from './write.ts'

/** Where it is told: what was asked for on `stdout`, everything about it on `stderr`. */
interface Streams {
  readonly stdout: Output
  readonly stderr: Output
}

/**
 * Does what the command says.
 * @returns the exit code.
 * @throws UsageError for a file that cannot be read and an id that is not in it; JournalError when it is in use.
 */
export async function runJournal(
  { all, file, ids, verb }: JournalCommand,
  { stdout, stderr }: Streams,
  text: Messages,
): Promise<number> {
  await checkReadable(file, text)
  const { entries, damaged, owner } = await readJournal(file)
  for (const { line, fault } of damaged) await tell(stderr, `${text.journal.damaged(line, fault)}\n`)
  const missing = ids.find((id) => !entries.some((entry) => entry.id === id))
  if (missing !== undefined) throw new UsageError(text.journal.unknown(sanitizeLine(missing)))
  if (verb === 'forget') {
    const forgotten = await forgetAsks(file, all ? 'all' : ({ id }) => ids.includes(id))
    await tell(stderr, `${text.journal.forgotten(forgotten.asks, forgotten.damagedLines)}\n`)
    return exitCodes.answered
  }
  if (owner !== undefined) await tell(stderr, `${text.journal.inUse(owner)}\n`)
  if (entries.length === 0) await tell(stderr, `${text.journal.empty}\n`)
  const chosen = ids.length === 0 ? entries : entries.filter(({ id }) => ids.includes(id))
  const render = verb === 'list' ? renderListed : renderShown
  await write(stdout, render(chosen, text.journal))
  return exitCodes.answered
}
