/** The options of the command: one table, and argv read against it. Pure. */
import { parseArgs } from 'node:util'
import type { Messages } from './messages/messages.ts'
import { UsageError } from './usage.ts'

interface Flag {
  readonly short?: string
  /** What its value is, as the help calls it; absent for a switch. */
  readonly takes?: string
}

const table = {
  question: { short: 'q', takes: 'TEXT' },
  option: { short: 'o', takes: 'TEXT' },
  describe: { takes: 'TEXT' },
  multi: { short: 'm' },
  header: { takes: 'TEXT' },
  confirm: { takes: 'TEXT' },
  'only-options': {},
  plain: {},
  provider: { takes: 'auto|tui|stdio|web|script' },
  answers: { takes: 'FILE' },
  answer: { takes: 'ID=LABEL' },
  config: { takes: 'FILE' },
  deadline: { takes: 'TIME' },
  'on-ask': { takes: 'CMD' },
  port: { takes: 'N' },
  'no-open': {},
  lang: { takes: 'en|zh' },
  format: { takes: 'json-schema|openai|anthropic|mcp' },
  'print-config': { takes: 'HOST' },
  help: { short: 'h' },
  version: { short: 'V' },
} as const satisfies Record<string, Flag>

/** The long name of an option. */
export type FlagName = keyof typeof table

const flags: Readonly<Record<string, Flag>> = table

/** One thing in argv, in order. `value` is empty for a switch. */
export type Argument =
  | { readonly kind: 'flag'; readonly name: FlagName; readonly raw: string; readonly value: string }
  | { readonly kind: 'word'; readonly value: string }

/**
 * Argv as options and words. The value of an option is taken literally, whatever it begins with.
 * @throws UsageError for an option that is unknown, lacks its value or takes none.
 */
export function readArguments(argv: readonly string[], text: Messages): Argument[] {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { short, takes }]) => {
      return [name, { type: takes ? ('string' as const) : ('boolean' as const), ...(short && { short }) }]
    }),
  )
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true })
  return tokens.flatMap((token): Argument[] => {
    if (token.kind === 'positional') return [{ kind: 'word', value: token.value }]
    if (token.kind === 'option-terminator') return []
    return [readFlag(token.name, token.rawName, token.value, text)]
  })
}

/** How an option is written, with what it takes. */
export function spell(name: FlagName): string {
  const { short, takes } = flags[name] ?? {}
  return `${short ? `-${short}` : `--${name}`}${takes ? ` ${takes}` : ''}`
}

function readFlag(name: string, raw: string, value: string | undefined, { usage }: Messages): Argument {
  if (!isFlag(name)) throw new UsageError(usage.unknownFlag(raw, allFlags().join(' ')))
  const { takes } = flags[name] ?? {}
  if (!takes && value !== undefined) throw new UsageError(usage.noValue(raw, value))
  if (takes && value === undefined) throw new UsageError(usage.missingValue(raw, takes))
  return { kind: 'flag', name, raw, value: value ?? '' }
}

function isFlag(name: string): name is FlagName {
  return Object.hasOwn(table, name)
}

function allFlags(): string[] {
  return Object.entries(flags).map(([name, { short }]) => (short ? `-${short}/--${name}` : `--${name}`))
}
