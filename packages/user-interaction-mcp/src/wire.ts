/** Standard streams as a transport, and messages as the SDK reads them: what it would drop unheard is heard. */
import { Buffer } from 'node:buffer'
import { type Readable, Transform, type TransformCallback, type Writable } from 'node:stream'
import { isJSONRPCErrorResponse, isJSONRPCResultResponse } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'

/** The longest message that is read, in bytes. */
const longestMessage = 10 * 2 ** 20

const newline = 0x0a

/** A message that is longer than any is let be: where the next one begins is not known, so the connection ends. */
export class MessageTooLongError extends Error {
  constructor() {
    super(`the MCP client sent a message of more than ${longestMessage} bytes`)
    this.name = 'MessageTooLongError'
  }
}

/** The transport over two streams, which stay open. */
export class StreamWire extends StdioServerTransport {
  private readonly source: Readable
  private readonly lines: Lines

  constructor(input: Readable = process.stdin, output: Writable = process.stdout) {
    const lines = new Lines()
    super(lines, output, { maxBufferSize: Infinity })
    this.source = input
    this.lines = lines
  }

  override async start(): Promise<void> {
    await super.start()
    const { source, lines } = this
    if (source.readableEnded || source.destroyed) return void lines.end()
    source.on('error', this.fail)
    source.on('close', this.finish)
    source.pipe(lines)
  }

  override async close(): Promise<void> {
    this.source.unpipe(this.lines)
    this.source.off('error', this.fail)
    this.source.off('close', this.finish)
    await super.close()
  }

  private readonly fail = (error: Error): void => void this.lines.destroy(error)
  private readonly finish = (): void => void this.lines.end()
}

/**
 * A response that is none by JSON-RPC would be dropped, and its request wait for ever: it comes out with an empty
 * result, which answers nothing and is refused by whoever asked. All else comes out as it is.
 */
export function mendMessage(message: unknown): unknown {
  if (typeof message !== 'object' || message === null || 'method' in message || !('id' in message)) return message
  const { id } = message
  if (typeof id !== 'string' && typeof id !== 'number') return message
  if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) return message
  return { jsonrpc: '2.0', id, result: {} }
}

/** Whole lines, mended, and none too long. */
class Lines extends Transform {
  private held: Buffer[] = []
  private length = 0

  override _transform(chunk: Buffer | string, _encoding: BufferEncoding, done: TransformCallback): void {
    let rest = Buffer.from(chunk)
    for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline)) {
      if (!this.hold(rest.subarray(0, end + 1))) return done(new MessageTooLongError())
      this.push(mendLine(Buffer.concat(this.held)))
      this.held = []
      this.length = 0
      rest = rest.subarray(end + 1)
    }
    done(this.hold(rest) ? null : new MessageTooLongError())
  }

  private hold(part: Buffer): boolean {
    this.held.push(part)
    this.length += part.length
    return this.length <= longestMessage
  }
}

function mendLine(line: Buffer): Buffer | string {
  // Most lines are requests, and these are read once only.
  if (line.includes('"method"') && !line.includes('"result"') && !line.includes('"error"')) return line
  try {
    const message: unknown = JSON.parse(line.toString())
    const mended = mendMessage(message)
    return mended === message ? line : `${JSON.stringify(mended)}\n`
  } catch {
    return line
  }
}
