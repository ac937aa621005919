/** The one sanitiser between text of a model (or anybody else) and a terminal. Pure; no look of its own. */

/**
 * What only a terminal reads, by ECMA-48: control sequences (CSI); control strings (OSC, DCS, SOS, PM, APC) up to
 * their terminator; other escapes. An unterminated string would swallow what follows, so it ends with its line.
 * Node's own stripper takes more and less: it hides readable text after a CSI that a BEL follows.
 */
const sequences = new RegExp(
  [
    '(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]?',
    '(?:\\u001b[\\]PX^_]|[\\u009d\\u0090\\u0098\\u009e\\u009f])[^\\n\\u0007\\u001b\\u009c]*(?:\\u0007|\\u001b\\\\|\\u009c)?',
    '\\u001b[ -/]*[0-~]',
  ].join('|'),
  'g',
)

/** Control characters of any other kind, bidi controls, and halves of a surrogate pair. */
const controls = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\p{Cs}]/gu

/** A character that leaves a mark: no white space, nothing that Unicode calls ignorable, no blank Braille cell. */
const visible = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Makes text safe to write to a terminal: no escape sequence, control character, bidirectional override or
 * unpaired surrogate survives; newline and tab do, and every printable character does, unchanged. Line ends come
 * out as `\n`. Nothing is replaced by U+FFFD.
 */
export function sanitizeText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(sequences, '').replace(controls, '')
}

/** {@link sanitizeText} for what must stay on one line: runs of white space become one space, the ends are trimmed. */
export function sanitizeLine(text: string): string {
  return sanitizeText(text).replace(/\s+/g, ' ').trim()
}

/** Whether text shows nothing: empty, white space, or only what the sanitiser takes away and invisible characters. */
export function isBlank(text: string): boolean {
  const first = text.charCodeAt(0)
  // A printable ASCII character in front belongs to no escape sequence, so it is there to see.
  if (first > 0x20 && first < 0x7f) return false
  return !visible.test(sanitizeText(text))
}
