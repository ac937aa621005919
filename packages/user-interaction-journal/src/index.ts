/** The face: what the Loader mounts, and a journal for programs that have one without a cordis.yml. */
export type { AskState, JournalEntry } from './entry.ts'
export { JournalError, type JournalErrorCode, journalErrors } from './errors.ts'
export { Journal, type JournalOptions } from './journal.ts'
export { apply, Config, inject, name } from './plugin.ts'
export { type Forgotten, forgetAsks, type JournalContent, readJournal } from './read.ts'
