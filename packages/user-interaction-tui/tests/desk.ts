/** A person at a terminal in memory: a linked pair for the streams, an emulator for the screen, a clock in the hand. */
import { EventEmitter, once } from 'node:events'
import { createLinkedPair } from '@deepseek-ai/dsh-testkit'
import { Screen } from '@deepseek-ai/dsh-testkit/terminal'
import {
  type AskUserQuestionAnswer,
  type AskUserQuestionItem,
  type AskUserQuestionRequest,
  type PendingAsk,
  UserInteractionError,
  type UserInteractionErrorCode,
} from '@deepseek-ai/dsh-user-interaction'
import { vi } from 'vitest'
import { createTuiProvider, type HostProcess, type TuiProvider, type TuiProviderOptions } from '../src/index.ts'
import { HandClock } from './clock.ts'

/** A process that a test owns. */
class TestProcess extends EventEmitter implements HostProcess {
  readonly pid = 4242
  readonly killed: string[] = []

  kill(pid: number, signal: string): void {
    this.killed.push(`${pid} ${signal}`)
  }

  listenerTotal(): number {
    return this.eventNames().reduce((sum, event) => sum + this.listenerCount(event), 0)
  }
}

/** An ask as the seam would hand it over. */
class HandMadeAsk implements PendingAsk {
  readonly id = 'ask-1'
  readonly askedAt = 0
  readonly controller = new AbortController()
  keptAlive = 0
  deadlineAt: number | undefined

  get signal(): AbortSignal {
    return this.controller.signal
  }

  readonly keepAlive = (): void => void this.keptAlive++

  declare readonly draft?: NonNullable<PendingAsk['draft']>
  declare readonly saveDraft?: NonNullable<PendingAsk['saveDraft']>
  declare readonly commit?: NonNullable<PendingAsk['commit']>

  end(code: UserInteractionErrorCode = 'ASK_ABORTED', surface?: string): void {
    this.controller.abort(new UserInteractionError(code, undefined, { ...(surface !== undefined && { surface }) }))
  }
}

/** What came of an ask. */
type Outcome = AskUserQuestionAnswer['answers'] | Error | 'open'

/** An ask that is up. */
export interface OpenAsk {
  readonly pending: HandMadeAsk
  readonly ended: Promise<Outcome>
  outcome(): Outcome
}

/** The desk. */
export class Desk {
  readonly clock = new HandClock()
  readonly host = new TestProcess()
  readonly provider: TuiProvider
  readonly screen: Screen
  private readonly program: ReturnType<typeof createLinkedPair>[0]
  private readonly person: ReturnType<typeof createLinkedPair>[1]
  private shown = 0

  constructor(options: Partial<TuiProviderOptions> & { readonly columns?: number; readonly rows?: number } = {}) {
    const { columns = 80, rows = 24, ...rest } = options
    ;[this.program, this.person] = createLinkedPair({ terminal: { columns, rows } })
    this.screen = new Screen(
      { columns: columns || 80, rows: rows || 24 },
      (reply) => void this.person.output.write(reply),
    )
    this.provider = createTuiProvider({
      input: this.program.input,
      output: this.program.output,
      lang: 'en',
      env: {},
      clock: this.clock,
      host: this.host,
      ...rest,
    })
  }

  get input() {
    return this.program.input
  }

  get output() {
    return this.program.output
  }

  /** All bytes that the program wrote. */
  get bytes(): string {
    return this.person.received
  }

  /** Shows an ask and, unless told otherwise, lets the time pass in which keys do not count. */
  async ask(
    questions: readonly AskUserQuestionItem[],
    { atOnce = false, ...rest }: Partial<AskUserQuestionRequest> & { readonly atOnce?: boolean } = {},
    keeper: Pick<PendingAsk, 'draft' | 'saveDraft' | 'commit'> = {},
  ): Promise<OpenAsk> {
    const pending = Object.assign(new HandMadeAsk(), keeper)
    if (rest.deadlineMs !== undefined) pending.deadlineAt = this.clock.now() + rest.deadlineMs
    let outcome: Outcome = 'open'
    const ended = this.provider.ask({ questions, ...rest }, pending).then(
      ({ answers }) => (outcome = answers),
      (error: unknown) => (outcome = error as Error),
    )
    await settle()
    if (!atOnce) this.clock.pass(400)
    return { pending, ended, outcome: () => outcome }
  }

  /** Sends bytes in so many pieces, each a while after the one before, and lets everything happen that follows. */
  async type(...pieces: (string | Uint8Array)[]): Promise<string> {
    for (const piece of pieces) {
      this.clock.pass(1000)
      await this.burst(piece)
    }
    return this.look()
  }

  /** The same without any time between the pieces. */
  async burst(...pieces: (string | Uint8Array)[]): Promise<string> {
    for (const piece of pieces) {
      this.person.output.write(piece)
      await settle()
    }
    return this.look()
  }

  /** What the person sees. */
  async look(): Promise<string> {
    await settle()
    const bytes = this.person.received
    const written = this.screen.write(bytes.slice(this.shown))
    this.shown = bytes.length
    // The emulator takes bytes in by a timer, which a test may hold.
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(20)
    await written
    return this.screen.text()
  }

  async resize(columns: number, rows: number): Promise<string> {
    await this.look()
    this.screen.resize(columns, rows)
    this.program.resize(columns, rows)
    await this.look()
    // The form waits until the window keeps its size.
    this.clock.pass(100)
    return this.look()
  }

  /** Gives the window one size after the other, faster than the program can answer. */
  async resizeAtOnce(sizes: readonly (readonly [number, number])[]): Promise<string> {
    await this.look()
    for (const [columns, rows] of sizes) this.screen.resize(columns, rows)
    for (const [columns, rows] of sizes) this.program.resize(columns, rows)
    await this.look()
    this.clock.pass(100)
    await this.look()
    return this.look()
  }

  listeners(): number {
    return this.program.listeners() + this.host.listenerTotal()
  }

  hangUp(): Promise<unknown> {
    this.person.output.end()
    return once(this.program.input, 'end')
  }
}

/** Enough turns of the event loop for streams and promises. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
}
