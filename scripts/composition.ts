/** Reads which plugins a composition names: a YAML list of entries, as the Loader takes it. */
import { parseDocument } from 'yaml'

/** What a YAML text names, or why it cannot be read. */
export interface Composition {
  /** The `name` of every entry, those of groups included; none for YAML that is no list of entries. */
  readonly names: readonly string[]
  /** The parser's first complaint. */
  readonly fault?: string
}

/** Reads a YAML text; never throws. Tags that only the Loader knows (`!!js`) are let through. */
export function readComposition(text: string): Composition {
  const document = parseDocument(text, { logLevel: 'silent' })
  const [error] = document.errors
  if (error) return { names: [], fault: error.message.split('\n')[0] ?? '' }
  return { names: namesOf(document.toJS()) }
}

function namesOf(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return []
    const { name, config } = entry as { name?: unknown; config?: unknown }
    return typeof name === 'string' ? [name, ...namesOf(config)] : []
  })
}
