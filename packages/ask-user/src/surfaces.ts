/** Several ways to be asked at once, as a comma list names them. Pure. */
import type { Messages } from './messages/messages.ts'
import { UsageError } from './usage.ts'

/** What may stand in the list. */
export type SurfaceName = 'tui' | 'stdio' | 'web' | 'script'

/**
 * Reads `tui,web`; undefined for what is no list.
 * @throws UsageError for a word that is no surface, one that comes twice, and two that would share a terminal.
 */
export function readSurfaces(
  { name, value }: { readonly name: string; readonly value: string },
  { usage }: Pick<Messages, 'usage'>,
): readonly SurfaceName[] | undefined {
  if (!value.includes(',')) return undefined
  const words = value.split(',').map((word) => word.trim())
  const unknown = words.find((word) => !isSurface(word))
  if (unknown !== undefined) throw new UsageError(usage.badValue(name, 'tui|stdio|web|script', unknown))
  const surfaces = words.filter(isSurface)
  const twice = surfaces.find((word, index) => surfaces.indexOf(word) !== index)
  if (twice) throw new UsageError(usage.repeated(`${name} ${twice}`))
  // A form and lines would type over each other.
  if (surfaces.includes('tui') && surfaces.includes('stdio')) throw new UsageError(usage.notTogether('tui', 'stdio'))
  return surfaces
}

function isSurface(word: string): word is SurfaceName {
  return word === 'tui' || word === 'stdio' || word === 'web' || word === 'script'
}
