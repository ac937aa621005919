/** One call of a tool over all the requests that a client makes for it: the tool runs once, whatever happens. */
import {
  type CallToolResult,
  type ClientCapabilities,
  inputRequired,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { type FormClient, pushForm, readAbilities } from './client.ts'
import type { Form } from './form.ts'
import { ParkedForms } from './parked-forms.ts'
import { type Waiting, watchWaiting } from './waiting.ts'

/** What a call needs to know of its connection. */
export interface CallOptions {
  /** Whether forms travel in results and the client comes back with the replies, as from 2026-07-28 on. */
  readonly reentrant: boolean
  readonly capabilities: ClientCapabilities | undefined
  /** The revision of the protocol that the connection speaks. */
  readonly revision: string | undefined
  /** What the client shows while it waits. */
  readonly waiting: string
  /** How often it hears that it still has to wait, in milliseconds. */
  readonly progressMs: number
  /** Runs the tool until it returns. The signal aborts when nobody waits for it any more. */
  run(signal: AbortSignal, client: FormClient): Promise<CallToolResult>
}

/** The call, from its first request to its result. It is the client of the asks that its tool makes. */
export class OpenCall implements FormClient {
  readonly forms: boolean
  readonly namedEnums: boolean
  private readonly options: CallOptions
  private readonly controller = new AbortController()
  private readonly parked = new ParkedForms()
  private readonly rounds = new Set<Waiting>()
  private readonly result: Promise<CallToolResult>
  /** The request that came last: what is sent to the client belongs to it. */
  private ctx: ServerContext
  private said: string
  private over = false

  constructor(ctx: ServerContext, options: CallOptions) {
    this.ctx = ctx
    this.options = options
    this.said = options.waiting
    const { forms, namedEnums } = readAbilities(options.capabilities, options.revision)
    this.forms = forms
    this.namedEnums = namedEnums
    this.result = this.run()
  }

  /**
   * Serves one request of the call.
   * @param state what the client has to send back to come again.
   * @returns the result, or what the client is to ask first.
   */
  async serve(ctx: ServerContext, state: () => Promise<string>): Promise<CallToolResult | InputRequiredResult> {
    this.ctx = ctx
    const waiting = watchWaiting(ctx, this.said, this.options.progressMs)
    const leave = (): void => this.leave(waiting)
    this.rounds.add(waiting)
    ctx.mcpReq.signal.addEventListener('abort', leave)
    // While the state was verified, the client may have given up already.
    if (ctx.mcpReq.signal.aborted) leave()
    try {
      this.parked.answer(repliesOf(ctx))
      if (this.parked.empty) await Promise.race([this.result, this.parked.next()])
      if (this.over || this.parked.empty) return await this.result
      return inputRequired({ inputRequests: this.parked.requests(), requestState: await state() })
    } finally {
      ctx.mcpReq.signal.removeEventListener('abort', leave)
      waiting.stop()
      this.rounds.delete(waiting)
    }
  }

  show(form: Form, signal: AbortSignal): Promise<unknown> {
    if (this.options.reentrant) return this.parked.park(form, signal)
    const { mcpReq } = this.ctx
    return pushForm((...request) => mcpReq.send(...request), form, signal)
  }

  /** Hears what the tool returned, once it has. A tool that fails is told to whoever asks for its result. */
  watchEnd(listener: (result: CallToolResult) => void): void {
    this.result.then(listener).catch(() => {})
  }

  get listens(): boolean {
    return [...this.rounds].some(({ heard }) => heard)
  }

  tell(text: string): void {
    this.said = text
    for (const waiting of this.rounds) waiting.say(text)
  }

  /** Ends it: the tool's signal aborts. */
  abort(): void {
    this.controller.abort()
    this.parked.close()
  }

  private async run(): Promise<CallToolResult> {
    try {
      return await this.options.run(this.controller.signal, this)
    } finally {
      this.over = true
    }
  }

  /** A client that gave up one of several requests for the call still waits for it. */
  private leave(waiting: Waiting): void {
    waiting.stop()
    this.rounds.delete(waiting)
    if (this.rounds.size === 0) this.abort()
  }
}

/** The replies by name. One that the SDK dropped, because no client can mean it, is none, and no reason to ask again. */
function repliesOf({ mcpReq }: ServerContext): Readonly<Record<string, unknown>> {
  const dropped = mcpReq.droppedInputResponseKeys?.map((name) => [name, undefined]) ?? []
  return { ...mcpReq.inputResponses, ...(Object.fromEntries(dropped) as Record<string, undefined>) }
}
