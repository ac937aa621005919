/** This pair and the published peer pair, each in the same real runtime: agents, system prompt, tools. */
import AgentRegistry from '@deepseek-ai/dsh-agent'
import SystemPrompt from '@deepseek-ai/dsh-system-prompt'
import * as tool from '@deepseek-ai/dsh-tool-ask-user'
import ToolRuntime from '@deepseek-ai/dsh-tools'
import UserInteraction, {
  type AskUserQuestionAnswer,
  type AskUserQuestionItem,
} from '@deepseek-ai/dsh-user-interaction'
import PeerService from '@deepseek-ai/dsh-user-questions'
import { Context } from 'cordis'
import * as peerTool from 'peer-tool-ask-user'

type Say = (request: { questions: readonly AskUserQuestionItem[] }) => AskUserQuestionAnswer

/** Two contexts with one provider that answers at once. */
export async function mountBoth(say: Say): Promise<{ ours: Context; peer: Context }> {
  const provider = { ask: (request: Parameters<Say>[0]) => Promise.resolve(say(request)) }
  const ours = await mountRuntime()
  await ours.plugin(UserInteraction, {})
  ours.userInteraction.registerProvider(provider)
  await ours.plugin(tool, {})
  const peer = await mountRuntime()
  await peer.plugin(PeerService)
  peer.userQuestions.registerProvider(provider)
  await peer.plugin(peerTool)
  return { ours, peer }
}

/** A whole call of the tool, as the agent loop makes it. */
export async function call(ctx: Context, args: unknown): Promise<void> {
  const { signal } = new AbortController()
  const result = await ctx.tools.execute({
    callId: 'call' as never,
    name: 'ask_user_question',
    arguments: args,
    signal,
  })
  if (result.isError) throw new Error(JSON.stringify(result.content))
}

async function mountRuntime(): Promise<Context> {
  const ctx = new Context()
  await ctx.plugin(AgentRegistry)
  await ctx.plugin(SystemPrompt)
  await ctx.plugin(ToolRuntime)
  return ctx
}
