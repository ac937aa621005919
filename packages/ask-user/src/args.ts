/** Reads argv into what is to be done. Pure: no file, no environment. */
import { type Argument, type FlagName, readArguments, spell } from './flags.ts'
import { type HostName, hostNames, isHostName } from './hosts.ts'
import { type JournalCommand, parseJournal } from './journal-args.ts'
import type { Messages } from './messages/messages.ts'
import { isQuick, type QuickQuestion, readQuick } from './quick.ts'
import { isSchemaFormat, type SchemaFormat, schemaFormats } from './schema.ts'
import { UsageError } from './usage.ts'

/** Where the questions come from. */
export type Source =
  | { readonly kind: 'file'; readonly path: string }
  /** `named` when standard input was asked for with `-`. */
  | { readonly kind: 'stdin'; readonly named: boolean }
  | { readonly kind: 'quick'; readonly questions: readonly QuickQuestion[] }
  | { readonly kind: 'confirm'; readonly text: string }

/** Settings as they were given, unread: the environment has its say after them. */
export type GivenSettings = Partial<Record<Setting, readonly string[]>>

/** Options that the environment can give too. */
export const settingNames = ['provider', 'answers', 'answer', 'config', 'deadline', 'on-ask', 'port', 'lang'] as const

/** Those of them that `ask-user mcp` takes. */
const mcpSettings = ['provider', 'answers', 'answer', 'config', 'deadline', 'lang'] as const

/** One of them. */
export type Setting = (typeof settingNames)[number]

/** What is to be done. */
export type Command =
  | { readonly kind: 'help' | 'version' }
  | { readonly kind: 'schema'; readonly format: SchemaFormat }
  | JournalCommand
  | { readonly kind: 'mcp'; readonly settings: GivenSettings; readonly printConfig?: HostName }
  | {
      readonly kind: 'ask'
      readonly source: Source
      readonly settings: GivenSettings
      readonly onlyOptions: boolean
      readonly plain: boolean
      /** Whether a browser may be opened. */
      readonly open: boolean
    }

/**
 * Reads argv.
 * @throws UsageError naming the option or word that is unknown, misplaced, contradictory or lacks something.
 */
export function parseCommand(argv: readonly string[], text: Messages): Command {
  const given = readArguments(argv, text)
  const first = given.find((argument) => argument.kind === 'word')
  const rest = given.filter((argument) => argument !== first)
  if (first?.value === 'schema') return parseSchema(rest, text)
  if (first?.value === 'journal') return parseJournal(rest, text)
  if (first?.value === 'mcp') return parseMcp(rest, text)
  const names = new Set(given.flatMap((argument) => (argument.kind === 'flag' ? argument.name : [])))
  if (names.has('help')) return { kind: 'help' }
  if (names.has('version')) return { kind: 'version' }
  if (names.has('format')) throw new UsageError(text.usage.only('--format', 'ask-user schema'))
  if (names.has('print-config')) throw new UsageError(text.usage.only('--print-config', 'ask-user mcp'))
  const source = parseSource(given, text)
  const onlyOptions = names.has('only-options')
  if (onlyOptions && source.kind === 'quick' && source.questions.some(({ options }) => options.length === 0)) {
    throw new UsageError(text.usage.needs('--only-options', spell('option')))
  }
  return {
    kind: 'ask',
    source,
    settings: parseSettings(given, text),
    onlyOptions,
    plain: names.has('plain'),
    open: !names.has('no-open'),
  }
}

function parseSchema(given: readonly Argument[], text: Messages): Command {
  let format: SchemaFormat = 'json-schema'
  for (const argument of given) {
    if (argument.kind === 'word') throw new UsageError(text.usage.extra(argument.value))
    if (argument.name === 'help') return { kind: 'help' }
    if (argument.name === 'lang') continue
    if (argument.name !== 'format') throw new UsageError(text.usage.notTogether('schema', argument.raw))
    if (!isSchemaFormat(argument.value)) {
      throw new UsageError(text.usage.badValue('--format', schemaFormats.join('|'), argument.value))
    }
    format = argument.value
  }
  return { kind: 'schema', format }
}

function parseMcp(given: readonly Argument[], text: Messages): Command {
  const known = new Set<FlagName>(['print-config', ...mcpSettings])
  for (const argument of given) {
    if (argument.kind === 'word') throw new UsageError(text.usage.extra(argument.value))
    if (argument.name === 'help') return { kind: 'help' }
    if (!known.has(argument.name)) throw new UsageError(text.usage.notTogether('mcp', argument.raw))
  }
  const settings = parseSettings(given, text)
  // Nobody sits at the terminal of an MCP host's child, and its standard input is the protocol's.
  const way = settings.provider?.[0]
  if (way === 'tui' || way === 'stdio' || way?.includes(','))
    throw new UsageError(text.usage.notTogether('mcp', `--provider ${way}`))
  const [printConfig, again] = valuesOf(given, 'print-config')
  if (again !== undefined) throw new UsageError(text.usage.repeated('--print-config'))
  if (printConfig === undefined) return { kind: 'mcp', settings }
  if (isHostName(printConfig)) return { kind: 'mcp', settings, printConfig }
  throw new UsageError(text.usage.badValue('--print-config', hostNames.join('|'), printConfig))
}

function parseSource(given: readonly Argument[], text: Messages): Source {
  const [file, extra] = given.flatMap((argument) => (argument.kind === 'word' ? argument.value : []))
  if (extra !== undefined) throw new UsageError(text.usage.extra(extra))
  const [confirm, again] = valuesOf(given, 'confirm')
  if (again !== undefined) throw new UsageError(text.usage.repeated('--confirm'))
  const quick = given.find((argument) => argument.kind === 'flag' && isQuick(argument.name))
  const ways = [
    ...(file === undefined ? [] : [JSON.stringify(file)]),
    ...(confirm === undefined ? [] : ['--confirm']),
    ...(quick?.kind === 'flag' ? [quick.raw] : []),
  ]
  if (ways[0] !== undefined && ways[1] !== undefined) throw new UsageError(text.usage.notTogether(ways[0], ways[1]))
  if (quick) return { kind: 'quick', questions: readQuick(given, text) }
  if (confirm !== undefined) return { kind: 'confirm', text: confirm }
  return file === undefined || file === '-' ? { kind: 'stdin', named: file === '-' } : { kind: 'file', path: file }
}

function parseSettings(given: readonly Argument[], text: Messages): GivenSettings {
  const settings: Partial<Record<Setting, readonly string[]>> = {}
  for (const name of settingNames) {
    const values = valuesOf(given, name)
    if (values.length > 1 && name !== 'answer') throw new UsageError(text.usage.repeated(`--${name}`))
    if (values.length > 0) settings[name] = values
  }
  return settings
}

function valuesOf(given: readonly Argument[], name: FlagName): string[] {
  return given.flatMap((argument) => (argument.kind === 'flag' && argument.name === name ? argument.value : []))
}
