/** The one sanitiser between text of a model (or anybody else) and a terminal. Pure; no look of its own. */
import { stripVTControlCharacters } from 'node:util'

/**
 * A string that only a terminal reads: OSC, DCS, SOS, PM or APC, in their 7-bit (ESC + letter) and 8-bit (C1)
 * forms, up to its terminator. An unterminated one would swallow what follows, so it ends with its line.
 */
// oxlint-disable-next-line no-control-regex
const controlStrings = /(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\n\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?/g

/** What is left of escape sequences once the known ones are gone, bidi controls, and halves of a surrogate pair. */
const leftovers = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\p{Cs}]/gu

const visible = /[^\s\p{Cf}]/u

/**
 * Makes text safe to write to a terminal: no escape sequence, control character, bidirectional override or
 * unpaired surrogate survives; newline and tab do, and every printable character does, unchanged. Line ends come
 * out as `\n`. Nothing is replaced by U+FFFD.
 */
export function sanitizeText(text: string): string {
  const stripped = stripVTControlCharacters(text.replace(/\r\n?/g, '\n').replace(controlStrings, ''))
  return stripped.replace(leftovers, '')
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
