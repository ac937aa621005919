import { userInteractionErrors } from '@deepseek-ai/dsh-user-interaction'
import { expect, it } from 'vitest'
import * as delegate from '../agent-loop/delegate.ts'
import { lastWords, prompt } from '../agent-loop/harness.ts'
import { asking, createAgent, failuresOf, lastRequest, openConversation } from './conversation.ts'

const delegating = { calls: [{ id: 'd1', name: 'delegate', arguments: { task: 'Choose a database.' } }] }
const child = [{ calls: [asking('c1')] }, { say: 'Open: which database?' }]

it('refuses the question of a child agent, which reports it to its parent, and the parent completes', async () => {
  const { agent, ctx, human, model } = await openConversation([delegating, { say: 'It is open.' }], {
    scripts: { child },
  })
  await ctx.plugin(delegate)
  agent.followup(prompt('Set it up.'))
  await agent.whenIdle()
  const [, , toldToChild] = model.requests
  expect(JSON.stringify(toldToChild?.messages)).toContain(`Error: ${userInteractionErrors.DELEGATED_CALLER.message}`)
  expect(lastRequest(model)).toEqual(['user: Set it up.', 'd1 calls delegate', 'd1 gets Open: which database?'])
  expect(failuresOf(agent)).toEqual({})
  expect(lastWords(agent)).toBe('It is open.')
  expect(human.sawAll).toBe(true)
})

it('lets the parent ask what its child could not', async () => {
  const { agent, ctx, human, model } = await openConversation(
    [delegating, { calls: [asking('c2')] }, { say: 'Postgres it is.' }],
    { scripts: { child } },
  )
  await ctx.plugin(delegate)
  agent.followup(prompt('Set it up.'))
  const { request, pick } = await human.sees()
  expect(request.agent === agent).toBe(true)
  pick('Postgres')
  await agent.whenIdle()
  expect(lastRequest(model).at(-1)).toBe('c2 gets {"answers":[{"id":"db","selected":["Postgres"]}]}')
})

it('goes by who owns an agent now: one that a root created beside itself may ask', async () => {
  const { agent, ctx, human } = await openConversation([], { scripts: { child } })
  const owned = await createAgent(agent.ctx, 'owned')
  const free = await createAgent(ctx, 'free')
  const questions = [{ id: 'db', question: 'Which?' }]
  await expect(ctx.userInteraction.ask({ agent: owned.agent, questions })).rejects.toMatchObject({
    code: 'DELEGATED_CALLER',
  })
  const asked = ctx.userInteraction.ask({ agent: free.agent, questions })
  const { answer } = await human.sees()
  answer({ answers: [{ id: 'db', selected: [], custom: 'SQLite' }] })
  await expect(asked).resolves.toEqual({ answers: [{ id: 'db', selected: [], custom: 'SQLite' }] })
})
