/** The bytes that a terminal sends for a key. Pure. */

const plain = {
  enter: '\r',
  tab: '\t',
  'shift-tab': '\u001b[Z',
  escape: '\u001b',
  space: ' ',
  backspace: '\u007f',
  delete: '\u001b[3~',
  insert: '\u001b[2~',
  pageup: '\u001b[5~',
  pagedown: '\u001b[6~',
  f1: '\u001bOP',
  f2: '\u001bOQ',
  f3: '\u001bOR',
  f4: '\u001bOS',
  f5: '\u001b[15~',
  f6: '\u001b[17~',
  f7: '\u001b[18~',
  f8: '\u001b[19~',
  f9: '\u001b[20~',
  f10: '\u001b[21~',
  f11: '\u001b[23~',
  f12: '\u001b[24~',
} as const

/** Keys with another form in application cursor mode, by their last byte. */
const cursor = { up: 'A', down: 'B', right: 'C', left: 'D', end: 'F', home: 'H' } as const

type Letter =
  | 'a'
  | 'b'
  | 'c'
  | 'd'
  | 'e'
  | 'f'
  | 'g'
  | 'h'
  | 'i'
  | 'j'
  | 'k'
  | 'l'
  | 'm'
  | 'n'
  | 'o'
  | 'p'
  | 'q'
  | 'r'
  | 's'
  | 't'
  | 'u'
  | 'v'
  | 'w'
  | 'x'
  | 'y'
  | 'z'

/** A key by name; letters, digits and signs are typed, not pressed. */
export type Key = keyof typeof plain | keyof typeof cursor | `ctrl-${Letter}`

/** @param application whether the program has asked for the application form of the cursor keys. */
export function encodeKey(key: Key, application: boolean): string {
  if (key in cursor) return `\u001b${application ? 'O' : '['}${cursor[key as keyof typeof cursor]}`
  if (key in plain) return plain[key as keyof typeof plain]
  return String.fromCharCode(key.charCodeAt('ctrl-'.length) & 0x1f)
}

/** A paste: line ends as terminals send them, between markers where the program has asked for them. */
export function encodePaste(text: string, marked: boolean): string {
  const typed = text.replace(/\r?\n/g, '\r')
  return marked ? `\u001b[200~${typed}\u001b[201~` : typed
}
