/** The provider in a process of its own at a real terminal, as seen from a test: asks go there, answers come back. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openTerminal, type Terminal } from '@deepseek-ai/dsh-testkit/terminal'
import {
  type AskUserQuestionAnswer,
  type PendingAsk,
  UserInteractionError,
  type UserInteractionProvider,
} from '@deepseek-ai/dsh-user-interaction'
import type { Order, Report } from './fixtures/provider.ts'

/** Cells of each terminal. */
export const size = { columns: 100, rows: 40 }

const program = fileURLToPath(new URL('fixtures/provider.ts', import.meta.url))

/** An ask as this process sees it. */
interface Open {
  readonly pending: PendingAsk
  resolve(answer: AskUserQuestionAnswer): void
  reject(error: unknown): void
}

/** A program at a terminal. Time passes there only while it is waited for, so that no key is late by accident. */
export class Child {
  private readonly server: Server
  private readonly folder: string
  private readonly terminal: Terminal
  private readonly socket: Socket
  private readonly asks = new Map<number, Open>()
  private marks = 0
  private typed = 0
  private held = 0

  private constructor(server: Server, folder: string, terminal: Terminal, socket: Socket) {
    this.server = server
    this.folder = folder
    this.terminal = terminal
    this.socket = socket
    const lines = createInterface({ input: socket }).on('line', (line) => this.hear(JSON.parse(line) as Report))
    // It goes with the program.
    for (const end of [socket, lines]) end.on('error', () => {})
  }

  static async start(): Promise<Child> {
    const folder = mkdtempSync(join(tmpdir(), 'form-'))
    const server = createServer()
    const path = join(folder, 'socket')
    await new Promise<void>((resolve) => void server.listen(path, resolve))
    const connected = new Promise<Socket>((resolve) => void server.once('connection', resolve))
    const terminal = openTerminal(process.execPath, ['--import', import.meta.resolve('tsx'), program, path], size)
    return new Child(server, folder, terminal, await connected)
  }

  /** All bytes that the program wrote. */
  get written(): string {
    return this.terminal.written
  }

  /** How many listeners there were on what the provider was given when it was last waited for. */
  listeners(): number {
    // It is asked anew for whoever asks again: the count comes from another process.
    this.tell({ kind: 'count' })
    return this.held
  }

  /** A provider of its own, in place of the one before. */
  async openProvider(): Promise<UserInteractionProvider> {
    this.tell({ kind: 'open' })
    await this.settle()
    return {
      concurrency: 1,
      watchAnswerable(listener) {
        listener(true)
        return () => {}
      },
      ask: ({ questions, deadlineMs, agent }, pending) => {
        const number = ++this.marks
        const onAbort = (): void => this.tell({ kind: 'abort', number })
        const answer = new Promise<AskUserQuestionAnswer>(
          (resolve, reject) => void this.asks.set(number, { pending, resolve, reject }),
        )
        pending.signal.addEventListener('abort', onAbort, { once: true })
        const request = { questions, ...(deadlineMs !== undefined && { deadlineMs }) }
        this.tell({ kind: 'ask', number, request, ...(agent && { agent: agent.id }) })
        return answer.finally(() => pending.signal.removeEventListener('abort', onAbort))
      },
    }
  }

  async closeProvider(): Promise<void> {
    this.tell({ kind: 'close' })
    await this.settle()
  }

  /** Types pieces, each a while after what the one before did. */
  async type(...pieces: readonly string[]): Promise<void> {
    for (const piece of pieces) {
      await this.settle()
      this.typed += Buffer.byteLength(piece)
      this.terminal.type(piece)
    }
    await this.settle()
  }

  /** Resolves when all that was typed has been read, a while has passed, and what was written because of it is here. */
  async settle(): Promise<void> {
    const mark = `mark-${++this.marks}-`
    this.tell({ kind: 'settle', mark, typed: this.typed })
    while (!this.terminal.written.includes(mark)) await new Promise<void>((resolve) => setImmediate(resolve))
  }

  async close(): Promise<void> {
    const gone = once(this.socket, 'close')
    // Its own emulator may wait for a timer that a test has held, so the end is seen on the socket.
    void this.terminal.close('SIGKILL')
    await gone
    this.server.close()
    rmSync(this.folder, { recursive: true })
  }

  private tell(order: Order): void {
    this.socket.write(`${JSON.stringify(order)}\n`)
  }

  private hear(report: Report): void {
    if (report.kind === 'listeners') return void (this.held = report.count)
    const ask = this.asks.get(report.number)
    if (report.kind === 'alive') ask?.pending.keepAlive()
    if (report.kind === 'answer') ask?.resolve(report.answer as AskUserQuestionAnswer)
    if (report.kind === 'error') ask?.reject(new UserInteractionError(report.code as 'ASK_CANCELLED', report.message))
  }
}
