/** A tool that hands a task to a child agent, which the calling agent owns, and returns the child's last words. */
import { SessionId } from '@deepseek-ai/dsh-session'
import type { ToolRunContext } from '@deepseek-ai/dsh-tools'
import type { Context } from 'cordis'
import { lastWords, prompt, route } from './harness.ts'

export const name = 'delegate'
export const inject = ['tools', 'agents']

export function apply(ctx: Context): void {
  ctx.tools.register({
    name: 'delegate',
    description: 'Hands a task to another agent and returns its result.',
    parameters: { type: 'object', properties: { task: { type: 'string' } }, required: ['task'] },
    output: { schema: { type: 'string' }, render: (_args, value) => [{ type: 'text', text: String(value) }] },
    execute: (args, exec) => delegate((args as { task: string }).task, exec),
  })
}

async function delegate(task: string, { agent: parent, callId, signal }: ToolRunContext): Promise<string> {
  if (!parent) throw new Error('only an agent can delegate')
  const { agent, dispose } = await parent.ctx.agents.create({
    sessionId: SessionId(`${parent.id}-${callId}`),
    meta: { parentSession: parent.id, origin: 'subagent', delegationDepth: 1 },
    agentOptions: { provider: route, model: 'child' },
    signal,
  })
  const stop = (): void => agent.cancel({ kind: 'parent' })
  signal.addEventListener('abort', stop, { once: true })
  try {
    agent.followup(prompt(task))
    await agent.whenIdle()
    return lastWords(agent)
  } finally {
    signal.removeEventListener('abort', stop)
    await dispose()
  }
}
