/** Writes to the streams of a process without being brought down by whoever reads them. */
import type { Writable } from 'node:stream'
import { sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'

/** A stream that may be a terminal. */
export type Output = Writable & { readonly isTTY?: boolean }

/**
 * Writes text and waits until it is out. A terminal gets it without what could act on it; everything else gets it
 * byte for byte.
 * @returns what kept it from being written, if anything did.
 */
export async function write(output: Output, text: string): Promise<Error | undefined> {
  const ignore = (): void => {}
  // A failed write is told to the callback and, in its own time, as an event.
  output.on('error', ignore)
  const failure = await new Promise<Error | null | undefined>((resolve) => {
    output.write(output.isTTY ? sanitizeText(text) : text, resolve)
  })
  if (failure) return failure
  output.off('error', ignore)
  return undefined
}

/** What a terminal must not get, wherever it comes from. */
const controls = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\p{Cs}]/gu

/**
 * Tells a person something. That it may not arrive is no reason to fail. A control character in a name that is told
 * is spelled out: taken away, it could take our own words along.
 */
export async function tell(output: Output, text: string): Promise<void> {
  await write(
    output,
    text.replace(controls, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`),
  )
}
