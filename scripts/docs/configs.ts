/** Holds the Config table of a plugin's READMEs and its schemastery Config together, key by key, both ways. */
import type { Fault } from '../workspace.ts'
import { type Row, rowsUnder } from './markdown.ts'

/** One key of a plugin's Config, as its table must show it. */
export interface ConfigKey {
  readonly key: string
  /** As schemastery prints it, in single quotes. */
  readonly type: string
  /** A JSON-like literal in single quotes, `required`, or undefined when leaving it out means something of its own. */
  readonly fallback: string | undefined
  /** Whether the schema says what the key is for. */
  readonly described: boolean
}

/** What is read of a schemastery schema. */
export interface Schema {
  readonly type: string
  readonly dict?: Readonly<Record<string, Schema | undefined>> | undefined
  readonly meta?:
    | {
        readonly default?: unknown
        readonly required?: boolean | undefined
        readonly description?: unknown
      }
    | undefined
}

const nothing = ['none', '–', '—', '无']
const required = ['required', '必填']

/** Whether a value that a package exports as `Config` is a schemastery object schema. */
export function isConfig(value: unknown): value is Schema {
  const schema = value as Schema | null | undefined
  return (typeof value === 'object' || typeof value === 'function') && schema?.type === 'object'
}

/** The keys of a Config, those of nested objects as `outer.inner`. */
export function keysOf(schema: Schema, prefix = ''): ConfigKey[] {
  return Object.entries(schema.dict ?? {}).flatMap(([name, value]) => {
    if (!value) return []
    const key = prefix + name
    if (value.type === 'object') return keysOf(value, `${key}.`)
    const fallback = value.meta?.required ? 'required' : literalOf(value.meta?.default)
    return [{ key, type: quoted(String(value)), fallback, described: Boolean(value.meta?.description) }]
  })
}

/** Compares the table under the heading `Config` (in Chinese: 配置) of one README with the keys. */
export function configFaults(file: string, text: string, keys: readonly ConfigKey[]): Fault[] {
  const rows = rowsUnder(text, /\bConfig\b|配置/)
  if (!rows) return [{ file, message: 'has no section headed "Config" (in Chinese: 配置); every plugin has one' }]
  const shown = new Map(rows.map(({ cells, line }) => [bare(cells[0]), { cells, line }]))
  const extra = [...shown]
    .filter(([key]) => !keys.some((known) => known.key === key))
    .map(([key, { line }]) => {
      return { file, line, message: `describes \`${key}\`, which is no key of the plugin's Config; remove the row` }
    })
  return [...extra, ...keys.flatMap((known) => keyFaults(file, known, shown.get(known.key)))]
}

function keyFaults(file: string, { key, type, fallback, described }: ConfigKey, row: Row | undefined): Fault[] {
  const undescribed = described ? [] : [`\`${key}\` has no .description(...) in the plugin's Config; give it one`]
  if (!row) {
    return [...undescribed, `has no row for \`${key}\` in its Config table; add one: key, type, default, meaning`].map(
      (message) => ({ file, message }),
    )
  }
  const [, shownType, shownFallback, meaning] = row.cells
  const messages = [...undescribed]
  if (bare(shownType) !== type) messages.push(`shows the type of \`${key}\` as ${bare(shownType)}; it is ${type}`)
  const expected = fallback === undefined ? nothing : fallback === 'required' ? required : [fallback]
  if (!expected.includes(bare(shownFallback))) {
    messages.push(`shows the default of \`${key}\` as ${bare(shownFallback)}; it is ${expected.join(' or ')}`)
  }
  if (!meaning) messages.push(`does not say what \`${key}\` means; fill the fourth column`)
  return messages.map((message) => ({ file, line: row.line, message }))
}

function bare(cell = ''): string {
  return quoted(cell.replaceAll('`', '').trim())
}

function literalOf(value: unknown): string | undefined {
  return value === undefined ? undefined : quoted(JSON.stringify(value))
}

function quoted(text: string): string {
  return text.replaceAll('"', "'")
}
