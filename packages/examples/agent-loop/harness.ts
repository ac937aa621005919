/** The published harness with its real agent loop, the seam and the tool on it; model and human are the caller's. */
import AgentRegistry, { type Agent } from '@deepseek-ai/dsh-agent'
import AgentLoop from '@deepseek-ai/dsh-agent-loop'
import LlmRuntime, { createUserMessage, type LlmAdapter, type UserMessage } from '@deepseek-ai/dsh-llm'
import SessionStore from '@deepseek-ai/dsh-session'
import SystemPrompt from '@deepseek-ai/dsh-system-prompt'
import * as toolAskUser from '@deepseek-ai/dsh-tool-ask-user'
import ToolRuntime from '@deepseek-ai/dsh-tools'
import UserInteraction from '@deepseek-ai/dsh-user-interaction'
import { Context } from 'cordis'
import { polyfillPromises } from './promises.ts'

/** The provider route under which the caller's model is registered. */
export const route = 'scripted'

/**
 * Mounts everything that a turn needs. Whoever answers registers on `ctx.userInteraction` or mounts a provider plugin.
 * @param config of the tool `ask_user_question`.
 */
export async function openHarness(model: LlmAdapter, config: Partial<toolAskUser.Config> = {}): Promise<Context> {
  polyfillPromises()
  const ctx = new Context()
  await ctx.plugin(AgentRegistry)
  await ctx.plugin(SessionStore)
  await ctx.plugin(LlmRuntime)
  await ctx.plugin(SystemPrompt)
  await ctx.plugin(ToolRuntime)
  await ctx.plugin(UserInteraction)
  await ctx.plugin(toolAskUser, config)
  await ctx.plugin(AgentLoop, { agents: [] })
  ctx.llm.registerAdapter([route], model)
  return ctx
}

/** What a person types to the agent, as opposed to what they answer to its questions. */
export function prompt(text: string): UserMessage {
  return createUserMessage({ content: [{ type: 'text', text }], source: { kind: 'user' } })
}

/** What the agent said last, without what it thought or called. */
export function lastWords({ session }: Agent): string {
  const message = session.deriveMessages().findLast(({ role }) => role === 'assistant')
  return message?.content.map((block) => (block.type === 'text' ? block.text : '')).join('') ?? ''
}
