/** Mounts the tool in the real runtime, as a harness would, with a provider that a test scripts. */
import AgentRegistry, { type Agent } from '@deepseek-ai/dsh-agent'
import SystemPrompt from '@deepseek-ai/dsh-system-prompt'
import ToolRuntime, { type ToolExecutionResult } from '@deepseek-ai/dsh-tools'
import UserInteraction, {
  type AskUserQuestionAnswer,
  type AskUserQuestionRequest,
  type PendingAsk,
  type UserInteractionProvider,
} from '@deepseek-ai/dsh-user-interaction'
import { Context } from 'cordis'
import { onTestFinished } from 'vitest'
import * as toolAskUser from '../src/index.ts'

/** A question that a provider was shown, with the means to answer it. */
export interface Shown {
  request: AskUserQuestionRequest
  pending: PendingAsk
  answer(answer: unknown): void
  fail(error: unknown): void
}

/** A provider that keeps what it is shown until the test answers. */
export class ScriptedProvider implements UserInteractionProvider {
  readonly shown: Shown[] = []

  ask(request: AskUserQuestionRequest, pending: PendingAsk): Promise<AskUserQuestionAnswer> {
    return new Promise((resolve, reject) => {
      this.shown.push({ request, pending, answer: resolve as (answer: unknown) => void, fail: reject })
    })
  }

  /** The newest question. */
  get last(): Shown {
    const last = this.shown.at(-1)
    if (!last) throw new Error('nothing was shown')
    return last
  }
}

/** A provider that answers at once. */
export function answering(answer: AskUserQuestionAnswer): UserInteractionProvider {
  return { ask: () => Promise.resolve(answer) }
}

/** The harness without the tool: agents, system prompt, tool runtime, seam. It ends with the test. */
export async function mountHarness(): Promise<Context> {
  const ctx = new Context()
  onTestFinished(async () => void (await ctx.fiber.dispose()))
  await ctx.plugin(AgentRegistry)
  await ctx.plugin(SystemPrompt)
  await ctx.plugin(ToolRuntime)
  await ctx.plugin(UserInteraction)
  return ctx
}

/** The harness with the tool and, unless told otherwise, a scripted provider. */
export async function mount(config: Partial<toolAskUser.Config> = {}, provider?: UserInteractionProvider) {
  const ctx = await mountHarness()
  const scripted = new ScriptedProvider()
  const tool = await ctx.plugin(toolAskUser, config)
  const removeProvider = ctx.userInteraction.registerProvider(provider ?? scripted)
  return { ctx, tool, provider: scripted, removeProvider }
}

/** Calls the tool as the agent loop does. */
export function call(
  ctx: Context,
  args: unknown,
  options: { agent?: Agent; callId?: string; signal?: AbortSignal } = {},
): Promise<ToolExecutionResult> {
  const { agent, callId = 'call-1', signal = new AbortController().signal } = options
  return ctx.tools.execute({
    callId: callId as Parameters<typeof ctx.tools.execute>[0]['callId'],
    name: 'ask_user_question',
    arguments: args,
    signal,
    ...(agent && { agent }),
  })
}

/** What the model reads. */
export function textOf(result: ToolExecutionResult): string {
  return result.content.map((block) => (block.type === 'text' ? block.text : `<${block.type}>`)).join('')
}

/** An agent that is live in `ctx`; it needs no loop to be asked for. */
export function registerAgent(ctx: Context, id: string): { agent: Agent; dispose: () => void } {
  const agent = { id, session: { id } } as unknown as Agent
  return { agent, dispose: ctx.agents.register(agent) }
}

/** Lets everything that is due happen. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
