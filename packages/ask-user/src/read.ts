/** Reads what the command was pointed at: files, and standard input as a whole. */
import { access, constants, readFile } from 'node:fs/promises'
import { addAbortSignal, type Readable } from 'node:stream'
import type { Messages } from './messages/messages.ts'
import { UsageError } from './usage.ts'

/**
 * The text of a file. An abort rejects too.
 * @throws UsageError when it cannot be read or is no UTF-8.
 */
export async function readText(path: string, signal: AbortSignal, text: Messages): Promise<string> {
  const name = JSON.stringify(path)
  return decode(await readable(readFile(path, { signal }), name, text), name, text)
}

/**
 * Makes sure that a file is there for whoever will read it.
 * @throws UsageError when it cannot be read.
 */
export async function checkReadable(path: string | undefined, text: Messages): Promise<void> {
  if (path !== undefined) await readable(access(path, constants.R_OK), JSON.stringify(path), text)
}

/**
 * All of a stream as text.
 * @throws UsageError when it cannot be read or is no UTF-8. An abort destroys the stream and rejects too.
 */
export async function readAll(input: Readable, signal: AbortSignal, text: Messages): Promise<string> {
  const { stdin } = text.usage
  return decode(await readable(collect(addAbortSignal(signal, input)), stdin, text), stdin, text)
}

async function collect(input: Readable): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of input) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks)
}

async function readable<T>(reading: Promise<T>, source: string, { usage }: Messages): Promise<T> {
  try {
    return await reading
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new UsageError(usage.unreadable(source, code ?? message))
  }
}

/** Anything else than UTF-8 would come out as labels that nobody wrote. */
function decode(bytes: Uint8Array, source: string, { usage }: Messages): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UsageError(usage.notUtf8(source))
  }
}
