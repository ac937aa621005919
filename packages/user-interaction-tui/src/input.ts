/** One thing that came from a terminal: a key, text, a paste, or what the terminal says itself. Pure. */

/** Keys with a name. A letter with Ctrl or Alt is named by itself. */
export interface Key {
  readonly kind: 'key'
  readonly name: string
  readonly ctrl?: boolean
  readonly alt?: boolean
  readonly shift?: boolean
}

/** One thing that came from the terminal. */
export type Input =
  | Key
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: 'focus'; readonly focused: boolean }
  /** What the terminal says that it is (secondary device attributes), or on which row, from 1, its cursor is. */
  | { readonly kind: 'device'; readonly attributes?: string; readonly position?: number }

const named: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'newline',
  '\t': 'tab',
  '\b': 'backspace',
  '\u007f': 'backspace',
}

/** The key of a C0 control character; undefined for those without one. */
export function controlKey(character: string): Key | undefined {
  const name = named[character]
  if (name) return { kind: 'key', name }
  const code = character.charCodeAt(0)
  if (code === 0x1b) return { kind: 'key', name: 'escape' }
  if (code < 1 || code > 26) return undefined
  return { kind: 'key', name: String.fromCharCode(code + 0x60), ctrl: true }
}
