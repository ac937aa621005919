/** Reads argv into what is to be done. Pure: no file, no environment. */
import { type Argument, type FlagName, readArguments, spell } from './flags.ts'
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
export const settingNames = ['provider', 'answers', 'answer', 'config', 'deadline', 'on-ask', 'lang'] as const

/** One of them. */
export type Setting = (typeof settingNames)[number]

/** What is to be done. */
export type Command =
  | { readonly kind: 'help' | 'version' }
  | { readonly kind: 'schema'; readonly format: SchemaFormat }
  | {
      readonly kind: 'ask'
      readonly source: Source
      readonly settings: GivenSettings
      readonly onlyOptions: boolean
      readonly plain: boolean
    }

/**
 * Reads argv.
 * @throws UsageError naming the option or word that is unknown, misplaced, contradictory or lacks something.
 */
export function parseCommand(argv: readonly string[], text: Messages): Command {
  const given = readArguments(argv, text)
  const first = given.find((argument) => argument.kind === 'word')
  if (first?.value === 'schema')
    return parseSchema(
      given.filter((argument) => argument !== first),
      text,
    )
  const names = new Set(given.flatMap((argument) => (argument.kind === 'flag' ? argument.name : [])))
  if (names.has('help')) return { kind: 'help' }
  if (names.has('version')) return { kind: 'version' }
  if (names.has('format')) throw new UsageError(text.usage.only('--format', 'ask-user schema'))
  const source = parseSource(given, text)
  const onlyOptions = names.has('only-options')
  if (onlyOptions && source.kind === 'quick' && source.questions.some(({ options }) => options.length === 0)) {
    throw new UsageError(text.usage.needs('--only-options', spell('option')))
  }
  return { kind: 'ask', source, settings: parseSettings(given, text), onlyOptions, plain: names.has('plain') }
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
