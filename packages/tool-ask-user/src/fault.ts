/** Words one fault of a model's arguments: the path, the rule and the value that came, on one line. Pure. */
import type { ZodIssue } from 'zod/v3'

type Path = ZodIssue['path']

/** What the schema can ask for, in words. */
const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

/** How much is shown: characters of a string and of the whole value, entries of a list or object, layers. */
const longestText = 60
const longestValue = 100
const mostEntries = 3
const deepest = 3

/** Characters that would break the line or, on a terminal, more than that; JSON leaves them as they are. */
const unsafe = /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu

/**
 * One line, such as `questions[0].options[1].label must be a string, got 7`.
 * @param call what the schema was given; the value is read from it.
 */
export function describeFault(issue: ZodIssue, call: unknown): string {
  const expected = issue.code === 'invalid_type' ? issue.expected : undefined
  const rule = expected ? `must be ${kinds[expected] ?? expected}` : issue.message
  return `${renderPath(issue.path)} ${rule}, ${renderGot(valueAt(call, issue.path), expected)}`
}

function renderPath(path: Path): string {
  if (path.length === 0) return 'the arguments'
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .slice(1)
}

function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, part) => (value as Record<string | number, unknown>)[part], root)
}

function renderGot(value: unknown, expected: string | undefined): string {
  if (value === undefined) return 'but is missing'
  // A list may come as JSON text; text that is still here did not parse, often because it was cut off.
  const what = expected === 'array' && typeof value === 'string' ? 'text that does not parse as one: ' : ''
  return `got ${what}${shorten(renderValue(value, 0), longestValue)}`
}

/** JSON of the value's outer layers: the value may be as long and as deep as a model cares to make it. */
function renderValue(value: unknown, depth: number): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (depth === deepest) return '…'
  if (Array.isArray(value)) {
    const items = value.slice(0, mostEntries).map((item) => renderValue(item, depth + 1))
    return `[${listed(items, value.length)}]`
  }
  const keys = Object.keys(value)
  const fields = value as Readonly<Record<string, unknown>>
  const entries = keys.slice(0, mostEntries).map((key) => `${quote(key)}:${renderValue(fields[key], depth + 1)}`)
  return `{${listed(entries, keys.length)}}`
}

function listed(shown: readonly string[], total: number): string {
  return [...shown, ...(total > shown.length ? ['…'] : [])].join(',')
}

function quote(text: string): string {
  return JSON.stringify(shorten(text, longestText)).replace(unsafe, escapeChar)
}

function escapeChar(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text
  return `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…`
}
