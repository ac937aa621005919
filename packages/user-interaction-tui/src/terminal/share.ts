/** Lets others go on writing to the terminal while a form is up: what they write appears whole above it. */
import { StringDecoder } from 'node:string_decoder'
import type { Writable } from 'node:stream'

type Write = Writable['write']

/** Streams that others write to. */
export interface Shared {
  /** Gives the streams back. What was held back because its line had not ended is returned, by stream. */
  stop(): readonly { readonly stream: Writable; readonly text: string }[]
}

/**
 * Takes over `write` of the streams. Whole lines go to `show`; a line that has not ended waits for its end.
 * @param show writes text that ends with a line end above the form, by the stream's own `write`.
 */
export function shareStreams(
  streams: readonly Writable[],
  show: (text: string, write: (text: string) => void) => void,
): Shared {
  const taken = [...new Set(streams)].map((stream) => takeOver(stream, show))
  return { stop: () => taken.map((give) => give()) }
}

function takeOver(
  stream: Writable,
  show: (text: string, write: (text: string) => void) => void,
): () => { stream: Writable; text: string } {
  const own = Object.getOwnPropertyDescriptor(stream, 'write')
  const original: Write = stream.write
  const decoder = new StringDecoder('utf8')
  let line = ''
  let active = true
  const write = (text: string): void => void original.call(stream, text, 'utf8')
  const replaced = function (this: unknown, chunk: unknown, encoding?: unknown, done?: unknown): boolean {
    const callback = typeof encoding === 'function' ? encoding : done
    if (!active) return Reflect.apply(original, stream, [chunk, encoding, done]) as boolean
    line += typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk as Uint8Array))
    const end = line.lastIndexOf('\n') + 1
    if (end > 0) {
      const whole = line.slice(0, end)
      line = line.slice(end)
      show(whole, write)
    }
    if (typeof callback === 'function') process.nextTick(callback as () => void)
    return true
  }
  stream.write = replaced as Write
  return () => {
    active = false
    // Whoever has put theirs on top of ours keeps it; ours then hands everything through.
    if (stream.write === (replaced as Write)) {
      if (own) Object.defineProperty(stream, 'write', own)
      else Reflect.deleteProperty(stream, 'write')
    }
    return { stream, text: line + decoder.end() }
  }
}
