import { SessionId } from '@deepseek-ai/dsh-session'
import { expect, it } from 'vitest'
import * as delegate from '../agent-loop/delegate.ts'
import { prompt, route } from '../agent-loop/harness.ts'
import type { Reply } from '../agent-loop/model.ts'
import { asking, createAgent, lastRequest, openConversation } from './conversation.ts'
import { type Disk, MemorySessions } from './memory-sessions.ts'

/** A conversation whose sessions are kept on `disk`. */
async function openStored(disk: Disk, replies: readonly Reply[], scripts: Record<string, Reply[]> = {}) {
  const conversation = await openConversation(replies, { scripts })
  const { ctx } = conversation
  await ctx.plugin(MemorySessions, { disk })
  const resume = async (id: string) => {
    const { agent } = await ctx.agents.resume({
      resumeSessionId: SessionId(id),
      agentOptions: { provider: route, model: 'resumed' },
    })
    return agent
  }
  return { ...conversation, resume }
}

it('lets a session ask that was a child once and is resumed as a root', async () => {
  const delegating = { calls: [{ id: 'd1', name: 'delegate', arguments: { task: 'Choose a database.' } }] }
  const { agent, ctx, human, model, resume } = await openStored(new Map(), [delegating, { say: 'It is open.' }], {
    child: [{ calls: [asking('c1')] }, { say: 'Open: which database?' }],
    resumed: [{ calls: [asking('c2')] }, { say: 'Postgres it is.' }],
  })
  await ctx.plugin(delegate)
  agent.followup(prompt('Set it up.'))
  await agent.whenIdle()
  const child = await resume('session-main-d1')
  expect(child.session.header).toMatchObject({ parentSession: 'session-main', origin: 'subagent', delegationDepth: 1 })
  child.followup(prompt('Ask me.'))
  const { request, pick } = await human.sees()
  expect(request.agent === child).toBe(true)
  pick('Postgres')
  await child.whenIdle()
  expect(lastRequest(model).at(-1)).toBe('c2 gets {"answers":[{"id":"db","selected":["Postgres"]}]}')
})

it('finds a question that a crash left open closed with an error, and may ask it anew under another call', async () => {
  const disk: Disk = new Map()
  const { ctx, human: leaving } = await openStored(disk, [], { work: [{ calls: [asking('c1')] }] })
  const { agent: crashing } = await createAgent(ctx, 'work')
  crashing.followup(prompt('Set it up.'))
  await leaving.sees()
  await ctx.parallel('session/flush', crashing.session)

  const { human, model, resume } = await openStored(structuredClone(disk), [], {
    resumed: [{ calls: [asking('c2')] }, { say: 'SQLite it is.' }],
  })
  const agent = await resume('session-work')
  agent.followup(prompt('Go on.'))
  const { request, pick } = await human.sees()
  expect(request.key).toBe('session-work/c2')
  pick('SQLite')
  await agent.whenIdle()
  expect(lastRequest(model)).toEqual([
    'user: Set it up.',
    'c1 calls ask_user_question',
    expect.stringMatching(/^c1 gets .*(outcome|interrupted)/i),
    'user: Go on.',
    'c2 calls ask_user_question',
    'c2 gets {"answers":[{"id":"db","selected":["SQLite"]}]}',
  ])
})
