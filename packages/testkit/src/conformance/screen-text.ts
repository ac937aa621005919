/** How what is on a screen is compared with what was asked. Pure. */

/** What no surface may show: control characters, bidirectional overrides, halves of a surrogate pair. */
export const harmful = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\p{Cs}]/u

/** Text whatever its line breaks and indents. */
export function squeezed(text: string): string {
  return text.replace(/\s+/gu, '')
}
