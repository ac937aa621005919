/** The quick form of a question: options of the command that belong to the one before them. Pure. */
import { type Argument, type FlagName, spell } from './flags.ts'
import type { Messages } from './messages/messages.ts'
import { UsageError } from './usage.ts'

/** A question as the command line spells it. All texts are literal. */
export interface QuickQuestion {
  readonly question: string
  readonly header?: string
  readonly options: readonly { readonly label: string; readonly description?: string }[]
  readonly multi: boolean
}

/** A question while its options are read. */
interface Draft {
  question: string
  header?: string
  options: { label: string; description?: string }[]
  multi: boolean
}

const names: ReadonlySet<FlagName> = new Set(['question', 'option', 'describe', 'multi', 'header'])

/** Whether an option belongs to the quick form. */
export function isQuick(name: FlagName): boolean {
  return names.has(name)
}

/**
 * The questions in the order of argv.
 * @throws UsageError for an option without the question or option that it belongs to, or given twice for one.
 */
export function readQuick(given: readonly Argument[], text: Messages): QuickQuestion[] {
  const drafts: Draft[] = []
  for (const argument of given) {
    if (argument.kind !== 'flag' || !isQuick(argument.name)) continue
    if (argument.name === 'question') drafts.push({ question: argument.value, options: [], multi: false })
    else add(drafts.at(-1), argument, text)
  }
  return drafts
}

function add(draft: Draft | undefined, { name, raw, value }: Argument & { kind: 'flag' }, { usage }: Messages): void {
  if (!draft) throw new UsageError(usage.belongsTo(raw, spell('question')))
  if (name === 'multi') {
    draft.multi = true
  } else if (name === 'header') {
    if (draft.header !== undefined) throw new UsageError(usage.repeated(raw))
    draft.header = value
  } else if (name === 'option') {
    draft.options.push({ label: value })
  } else {
    const option = draft.options.at(-1)
    if (!option) throw new UsageError(usage.belongsTo(raw, spell('option')))
    if (option.description !== undefined) throw new UsageError(usage.repeated(raw))
    option.description = value
  }
}
