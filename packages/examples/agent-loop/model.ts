/** A model without a network: an adapter as the harness takes it, which replies from a script. */
import { CallId, type GenerateOptions, LlmAdapter, type StreamChunk } from '@deepseek-ai/dsh-llm'

/** What the model says in one step: words, and tools it calls. */
export interface Reply {
  say?: string
  calls?: readonly { id: string; name: string; arguments: unknown }[]
}

/** A reply, or how to find it in what the model was sent. */
export type ScriptedReply = Reply | ((request: GenerateOptions) => Reply)

/** Plays one script a model id, a reply for each request, and keeps the requests as it got them. */
export class ScriptedModel extends LlmAdapter {
  readonly requests: GenerateOptions[] = []
  private readonly scripts: ReadonlyMap<string, ScriptedReply[]>

  constructor(scripts: Readonly<Record<string, readonly ScriptedReply[]>>) {
    super()
    this.scripts = new Map(Object.entries(scripts).map(([model, replies]) => [model, [...replies]]))
  }

  override async *stream(request: GenerateOptions): AsyncGenerator<StreamChunk> {
    this.requests.push(request)
    const next = this.scripts.get(request.model)?.shift()
    if (!next) throw new Error(`the script of ${request.model} is at its end`)
    yield* encodeReply(typeof next === 'function' ? next(request) : next)
  }
}

function* encodeReply({ say, calls = [] }: Reply): Generator<StreamChunk> {
  if (say !== undefined) yield { type: 'block-end', index: 0, block: { type: 'text', text: say } }
  for (const [at, call] of calls.entries()) {
    const block = {
      type: 'tool-call' as const,
      id: CallId(call.id),
      name: call.name,
      arguments: JSON.stringify(call.arguments),
    }
    yield { type: 'block-end', index: at + 1, block }
  }
  yield { type: 'finish', reason: { kind: calls.length > 0 ? 'tool-calls' : 'stop' } }
}
