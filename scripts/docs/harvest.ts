/** Boots the tool runtime with this workspace's tool plugins mounted and reads what a model would be told. */
import AgentRegistry from '@deepseek-ai/dsh-agent'
import SystemPrompt from '@deepseek-ai/dsh-system-prompt'
import * as askUserQuestion from '@deepseek-ai/dsh-tool-ask-user'
import ToolRegistry from '@deepseek-ai/dsh-tools'
import UserInteraction from '@deepseek-ai/dsh-user-interaction'
import { Context } from 'cordis'
import type { ToolDefinition } from './catalog.ts'

/** The tools that come with the plugins; those that the bare runtime brings are left out. */
export async function harvestTools(): Promise<ToolDefinition[]> {
  const ctx = new Context()
  try {
    await ctx.plugin(AgentRegistry)
    await ctx.plugin(SystemPrompt)
    await ctx.plugin(ToolRegistry)
    await ctx.plugin(UserInteraction)
    const brought = new Set(ctx.tools.schemas().map(({ name }) => name))
    await ctx.plugin(askUserQuestion)
    return ctx.tools.schemas().filter(({ name }) => !brought.has(name))
  } finally {
    await ctx.fiber.dispose()
  }
}
