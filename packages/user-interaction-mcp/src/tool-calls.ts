/** The tool calls of one connection: which request belongs to which call, and what is left when it ends. */
import { randomBytes, randomUUID } from 'node:crypto'
import {
  type CallToolRequest,
  type CallToolResult,
  createRequestStateCodec,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { digestOf, FinishedCalls } from './finished-calls.ts'
import { type CallOptions, OpenCall } from './open-call.ts'

interface Parked {
  readonly call: OpenCall
  readonly digest: string
  readonly timer: NodeJS.Timeout
}

/** What the state holds that a client sends back. */
interface State {
  readonly call: string
}

/** The calls. */
export class ToolCalls {
  /** Signs the state, so that a client can come back only to a call of this connection. */
  readonly codec: RequestStateCodec<State>
  private readonly open = new Set<OpenCall>()
  private readonly parked = new Map<string, Parked>()
  private readonly finished = new FinishedCalls()
  private readonly parkedMs: number

  /** @param parkedMs how long a call whose client does not come back is kept, in milliseconds. */
  constructor(parkedMs: number) {
    this.parkedMs = parkedMs
    this.codec = createRequestStateCodec({
      key: randomBytes(32),
      ttlSeconds: Math.ceil(parkedMs / 1000),
      bind: ({ mcpReq }) => mcpReq.method,
    })
  }

  /**
   * Serves a request: of a call that is open already, or of a new one.
   * @throws ProtocolError when it comes back to no call of this connection, or with other arguments.
   */
  async serve(
    params: CallToolRequest['params'],
    ctx: ServerContext,
    options: CallOptions,
  ): Promise<CallToolResult | InputRequiredResult> {
    const state = ctx.mcpReq.requestState<State>()
    if (state) return this.resume(state, params, ctx)
    if (ctx.mcpReq.inputResponses) throw refused('inputResponses without the requestState that they belong to')
    const call = new OpenCall(ctx, options)
    this.open.add(call)
    const id = randomUUID()
    const digest = digestOf(params)
    try {
      return await call.serve(ctx, () => this.park(id, call, digest, ctx))
    } finally {
      if (!this.parked.has(id)) this.open.delete(call)
    }
  }

  /** Aborts every call. May be called again. */
  close(): void {
    for (const call of this.open) call.abort()
    for (const { timer } of this.parked.values()) clearTimeout(timer)
    this.open.clear()
    this.parked.clear()
    this.finished.clear()
  }

  private resume(
    { call: id }: State,
    params: CallToolRequest['params'],
    ctx: ServerContext,
  ): CallToolResult | Promise<CallToolResult | InputRequiredResult> {
    const digest = digestOf(params)
    const kept = this.parked.get(id) ?? this.finished.get(id)
    if (!kept) throw refused('the call that this requestState belongs to is over')
    if (digest !== kept.digest) throw refused('this requestState belongs to a call with other arguments')
    if ('result' in kept) return kept.result
    const { call } = kept
    return call.serve(ctx, () => this.park(id, call, digest, ctx))
  }

  /** Keeps a call whose client is to come back. */
  private park(id: string, call: OpenCall, digest: string, ctx: ServerContext): Promise<string> {
    const parked = this.parked.get(id)
    clearTimeout(parked?.timer)
    const timer = setTimeout(() => this.drop(id), this.parkedMs)
    timer.unref()
    this.parked.set(id, { call, digest, timer })
    if (!parked) call.watchEnd((result) => this.finish(id, digest, result))
    return this.codec.mint({ call: id }, ctx)
  }

  private finish(id: string, digest: string, result: CallToolResult): void {
    const parked = this.parked.get(id)
    if (!parked) return
    clearTimeout(parked.timer)
    this.parked.delete(id)
    this.open.delete(parked.call)
    this.finished.add(id, digest, result)
  }

  private drop(id: string): void {
    const parked = this.parked.get(id)
    if (!parked) return
    this.parked.delete(id)
    this.open.delete(parked.call)
    parked.call.abort()
  }
}

function refused(reason: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, reason)
}
