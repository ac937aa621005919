import { describe, expect, it } from 'vitest'
import { prompt } from '../agent-loop/harness.ts'
import { asking, failuresOf, openConversation } from './conversation.ts'

/** A turn that waits for the human, and what is told of its end, in order. */
async function openWaiting() {
  const conversation = await openConversation([{ calls: [asking('c1')] }, { say: 'Never said.' }])
  const { agent, ctx, human } = conversation
  const story: string[] = []
  ctx.on('user-interaction/settled', ({ outcome, code }) => void story.push(`${outcome} ${code}`))
  ctx.on('agent/disposed', ({ agent: { id } }) => void story.push(`${id} disposed`))
  agent.followup(prompt('Set it up.'))
  return { ...conversation, story, shown: await human.sees() }
}

describe('an agent that is disposed while its question is open', () => {
  it('ends the question through the signal of its turn, and only then is gone', async () => {
    const { agent, ctx, dispose, model, shown, story } = await openWaiting()
    const disposed = dispose()
    expect(shown.pending.signal.aborted).toBe(true)
    await disposed
    expect(story).toEqual(['aborted ASK_ABORTED', 'session-main disposed'])
    expect(failuresOf(agent)).toEqual({ c1: 'ASK_ABORTED' })
    expect(ctx.userInteraction.pending).toEqual([])
    expect(model.requests).toHaveLength(1)
  })

  it('takes no late answer', async () => {
    const { agent, dispose, shown, story } = await openWaiting()
    const disposed = dispose()
    shown.pick('Postgres')
    await disposed
    expect(story).toEqual(['aborted ASK_ABORTED', 'session-main disposed'])
    expect(failuresOf(agent)).toEqual({ c1: 'ASK_ABORTED' })
  })

  it('may not ask any more', async () => {
    const { agent, ctx, dispose } = await openWaiting()
    await dispose()
    const asked = ctx.userInteraction.ask({ agent, questions: [{ id: 'db', question: 'Which?' }] })
    await expect(asked).rejects.toMatchObject({ code: 'CALLER_NOT_LIVE' })
  })
})

describe('a harness that is shut down while a question is open', () => {
  it('ends the question and the turn, and hangs on neither', async () => {
    const { agent, ctx, shown } = await openWaiting()
    await ctx.fiber.dispose()
    expect(shown.pending.signal.aborted).toBe(true)
    expect(agent.status).toBe('idle')
  })
})
