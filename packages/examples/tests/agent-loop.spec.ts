import { UserInteractionError, userInteractionErrors } from '@deepseek-ai/dsh-user-interaction'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { prompt } from '../agent-loop/harness.ts'
import { asking, failuresOf, lastRequest, openConversation } from './conversation.ts'

const { ASK_ABORTED, ASK_CANCELLED, ASK_EXPIRED } = userInteractionErrors

describe('a turn in which the model asks', () => {
  it('waits for the human, and the next request carries what they said', async () => {
    const { agent, human, model } = await openConversation([
      { say: 'Let me ask.', calls: [asking('c1')] },
      { say: 'Done.' },
    ])
    agent.followup(prompt('Set it up.'))
    const { request, pick } = await human.sees()
    expect(request.agent === agent).toBe(true)
    expect(request.key).toBe('session-main/c1')
    expect(agent.status).toBe('running')
    expect(model.requests).toHaveLength(1)
    pick('Postgres')
    await agent.whenIdle()
    expect(model.requests).toHaveLength(2)
    expect(lastRequest(model)).toEqual([
      'user: Set it up.',
      'assistant: Let me ask.',
      'c1 calls ask_user_question',
      'c1 gets {"answers":[{"id":"db","selected":["Postgres"]}]}',
    ])
    expect(failuresOf(agent)).toEqual({})
  })

  it('keeps the cached prefix: the request after the answer begins with the one before it', async () => {
    const { agent, human, model } = await openConversation([{ calls: [asking('c1')] }, { say: 'Done.' }])
    agent.followup(prompt('Set it up.'))
    const { pick } = await human.sees()
    pick('SQLite')
    await agent.whenIdle()
    const [before, after] = model.requests.map(({ system, tools, messages }) => ({ system, tools, messages }))
    expect(after).toMatchObject({ system: before?.system, tools: before?.tools })
    expect(after?.messages.slice(0, before?.messages.length)).toEqual(before?.messages)
  })

  it('tells the model of a dismissal in words that give no consent, and goes on', async () => {
    const { agent, human, model } = await openConversation([{ calls: [asking('c1')] }, { say: 'I will wait.' }])
    agent.followup(prompt('Set it up.'))
    const { fail } = await human.sees()
    fail(new UserInteractionError('ASK_CANCELLED'))
    await agent.whenIdle()
    expect(lastRequest(model).at(-1)).toBe(`c1 gets Error: ${ASK_CANCELLED.message}`)
    expect(failuresOf(agent)).toEqual({ c1: 'ASK_CANCELLED' })
  })

  it('tells the model that nobody answered before the deadline', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { agent, human, model } = await openConversation([{ calls: [asking('c1')] }, { say: 'Nobody is there.' }], {
      config: { deadlineMs: 60_000 },
    })
    agent.followup(prompt('Set it up.'))
    const { pending } = await human.sees()
    vi.advanceTimersByTime(59_999)
    pending.keepAlive()
    vi.advanceTimersByTime(59_999)
    expect(pending.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    await agent.whenIdle()
    expect(pending.signal.aborted).toBe(true)
    expect(lastRequest(model).at(-1)).toBe(`c1 gets Error: ${ASK_EXPIRED.message}`)
    expect(failuresOf(agent)).toEqual({ c1: 'ASK_EXPIRED' })
  })
})

describe('a turn that is stopped while its question is open', () => {
  it('takes the question down at once and leaves one result, so that the next request is valid', async () => {
    const { agent, human, model } = await openConversation([{ calls: [asking('c1')] }, { say: 'All right.' }])
    agent.followup(prompt('Set it up.'))
    const { pending, pick } = await human.sees()
    agent.cancel({ kind: 'user' })
    expect(pending.signal.aborted).toBe(true)
    pick('Postgres')
    await agent.whenIdle()
    expect(model.requests).toHaveLength(1)
    agent.followup(prompt('Never mind.'))
    await agent.whenIdle()
    expect(lastRequest(model)).toEqual([
      'user: Set it up.',
      'c1 calls ask_user_question',
      `c1 gets Error: ${ASK_ABORTED.message}`,
      'user: Never mind.',
    ])
    expect(failuresOf(agent)).toEqual({ c1: 'ASK_ABORTED' })
  })

  it('may ask again in the next turn', async () => {
    const { agent, human, model } = await openConversation([
      { calls: [asking('c1')] },
      { calls: [asking('c2')] },
      { say: 'Done.' },
    ])
    agent.followup(prompt('Set it up.'))
    await human.sees()
    agent.cancel({ kind: 'user' })
    agent.followup(prompt('Ask me again.'))
    const { pick } = await human.sees()
    pick('SQLite')
    await agent.whenIdle()
    expect(lastRequest(model).at(-1)).toBe('c2 gets {"answers":[{"id":"db","selected":["SQLite"]}]}')
  })
})

describe('two questions in one step', () => {
  const step = { calls: [asking('c1', 'db'), asking('c2', 'cache')] }

  it('are shown one after the other, and both results arrive in the order of the calls', async () => {
    const { agent, ctx, human, model } = await openConversation([step, { say: 'Done.' }])
    agent.followup(prompt('Set it up.'))
    const first = await human.sees()
    expect(ctx.userInteraction.pending.map(({ key }) => key)).toEqual(['session-main/c1'])
    first.pick('SQLite')
    const second = await human.sees()
    second.pick('Postgres')
    await agent.whenIdle()
    expect(lastRequest(model).slice(-2)).toEqual([
      'c1 gets {"answers":[{"id":"db","selected":["SQLite"]}]}',
      'c2 gets {"answers":[{"id":"cache","selected":["Postgres"]}]}',
    ])
  })

  it('get one result each when the turn is stopped, and the second is never shown', async () => {
    const { agent, human, model } = await openConversation([step, { say: 'All right.' }])
    agent.followup(prompt('Set it up.'))
    await human.sees()
    agent.cancel({ kind: 'user' })
    await agent.whenIdle()
    agent.followup(prompt('Never mind.'))
    await agent.whenIdle()
    expect(human.sawAll).toBe(true)
    expect(lastRequest(model).filter((line) => line.includes(' gets '))).toHaveLength(2)
    expect(failuresOf(agent)).toEqual({ c1: 'ASK_ABORTED', c2: 'ABORTED_BEFORE_DISPATCH' })
  })
})

describe('what a model sends that cannot be shown', () => {
  it('comes back as an error which names the fault, and the turn goes on to a good question', async () => {
    const bad = { id: 'c1', name: 'ask_user_question', arguments: { questions: [{ id: 'db' }] } }
    const { agent, human, model } = await openConversation([
      { calls: [bad] },
      { calls: [asking('c2')] },
      { say: 'Done.' },
    ])
    agent.followup(prompt('Set it up.'))
    const { pick } = await human.sees()
    pick('Postgres')
    await agent.whenIdle()
    expect(failuresOf(agent)).toEqual({ c1: 'INVALID_ARGS' })
    expect(lastRequest(model).find((line) => line.startsWith('c1 gets'))).toContain('questions[0].question')
  })
})
