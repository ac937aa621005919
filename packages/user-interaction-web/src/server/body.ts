/** Reads the body of a request, up to a limit, so that whoever sends too much still hears why it was refused. */
import type { IncomingMessage } from 'node:http'
import { Refusal } from './reply.ts'

/** The largest body, in bytes: an answer, and nothing that a person types is larger. */
const largestBody = 2 ** 20

/** @throws Refusal for a body that is too large, or that is no UTF-8. */
export async function readBody(incoming: IncomingMessage): Promise<string> {
  const tooLarge = new Refusal('too_large', `the body must have at most ${largestBody} bytes`)
  if (Number(incoming.headers['content-length'] ?? 0) > largestBody) throw tooLarge
  const chunks: Buffer[] = []
  let size = 0
  await new Promise<void>((resolve, reject) => {
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= largestBody) chunks.push(chunk)
      // What is left of it runs out unread.
      else reject(tooLarge)
    })
    incoming.once('end', resolve)
    incoming.once('error', reject)
  })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new Refusal('bad_request', 'the body must be UTF-8')
  }
}
