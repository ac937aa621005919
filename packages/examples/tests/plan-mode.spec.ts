import { UserInteractionError, userInteractionErrors } from '@deepseek-ai/dsh-user-interaction'
import type {} from '@deepseek-ai/dsh-plan-mode'
import { describe, expect, it } from 'vitest'
import { prompt, route } from '../agent-loop/harness.ts'
import { type Reply, ScriptedModel } from '../agent-loop/model.ts'
import { polyfillPromises } from '../agent-loop/promises.ts'
import { createAgent, failuresOf, Human, lastRequest } from './conversation.ts'
import { open } from './open.ts'

const plan = '# Move to Postgres\n\n1. Export.\n2. Import.'
const presenting = (id: string): Reply => ({ calls: [{ id, name: 'exit_plan_mode', arguments: { plan } }] })

/** The composition, with an agent in plan mode that presents its plan and then says something. */
async function openReview(replies: readonly Reply[] = [presenting('p1'), { say: 'All right.' }]) {
  polyfillPromises()
  const composition = await open('plan-mode')
  const { ctx } = composition
  const model = new ScriptedModel({ main: replies })
  ctx.llm.registerAdapter([route], model)
  const human = new Human()
  ctx.userInteraction.registerProvider(human)
  const { agent } = await createAgent(ctx, 'main')
  ctx.planMode.set(agent, true)
  agent.followup(prompt('Move the data.'))
  return { ...composition, model, human, agent, shown: await human.sees() }
}

describe('a plan under review', () => {
  it('reaches the surface as what it is: intent and plan, one question, two options', async () => {
    const { agent, shown } = await openReview()
    expect(shown.request.agent === agent).toBe(true)
    expect(shown.request.questions).toEqual([
      {
        id: 'plan-review',
        header: 'Plan review',
        question: 'Approve this plan and leave plan mode?',
        detail: plan,
        options: [
          { label: 'Approve', description: expect.any(String) },
          { label: 'Keep planning', description: expect.any(String) },
        ],
        intent: { kind: 'plan-review', approve: 'Approve' },
      },
    ])
  })

  it('is carried out once it is approved: plan mode is over with the next step', async () => {
    const { agent, ctx, model, shown } = await openReview()
    expect(model.requests.at(-1)?.system).toContain('Plan first.')
    shown.pick('Approve')
    await agent.whenIdle()
    expect(lastRequest(model).at(-1)).toMatch(/^p1 gets Plan approved/)
    expect(model.requests.at(-1)?.system).not.toContain('Plan first.')
    expect(ctx.planMode.get(agent)).toEqual({ active: false })
    expect(failuresOf(agent)).toEqual({})
  })

  it.each([
    ['the other option', { selected: ['Keep planning'] }, /keep planning; revise the plan and present it again\.$/],
    ['a skip', { selected: [] }, /keep planning; revise the plan and present it again\.$/],
    ['a typed text', { selected: [], custom: 'Keep a backup.' }, /their feedback: Keep a backup\.$/],
    [
      'a typed text beside the approval',
      { selected: ['Approve'], custom: 'But slowly.' },
      /their feedback: But slowly\.$/,
    ],
  ])('goes back to the model after %s, and plan mode stays', async (_, answer, told) => {
    const { agent, ctx, model, shown } = await openReview()
    shown.answer({ answers: [{ id: 'plan-review', ...answer }] })
    await agent.whenIdle()
    expect(lastRequest(model).at(-1)).toMatch(told)
    expect(model.requests.at(-1)?.system).toContain('Plan first.')
    expect(ctx.planMode.get(agent)).toEqual({ active: true })
  })

  it('is left when the human dismisses it to speak instead, and plan mode stays', async () => {
    const { agent, ctx, model, shown } = await openReview()
    shown.fail(new UserInteractionError('ASK_CANCELLED'))
    await agent.whenIdle()
    expect(lastRequest(model).at(-1)).toMatch(
      /dismissed the plan review to speak instead; stay in plan mode, stop here/,
    )
    expect(ctx.planMode.get(agent)).toEqual({ active: true })
  })

  it('keeps the words of the seam for every other failure', async () => {
    const { agent, ctx, model, shown } = await openReview()
    shown.fail(new Error('the screen went dark'))
    await agent.whenIdle()
    expect(lastRequest(model).at(-1)).toBe('p1 gets Error: the screen went dark')
    expect(failuresOf(agent)).toEqual({ p1: 'PROVIDER_FAILED' })
    expect(ctx.planMode.get(agent)).toEqual({ active: true })
  })

  it('is taken down with the turn', async () => {
    const { agent, ctx, shown } = await openReview()
    agent.cancel({ kind: 'user' })
    expect(shown.pending.signal.aborted).toBe(true)
    await agent.whenIdle()
    expect(failuresOf(agent)).toEqual({ p1: 'ASK_ABORTED' })
    expect(ctx.planMode.get(agent)).toEqual({ active: true })
  })
})

describe('plan mode that is reloaded during the review', () => {
  it('ends the review unapproved, takes no late approval, and can present the plan again', async () => {
    const { agent, ctx, entry, human, model, shown } = await openReview([
      presenting('p1'),
      { say: 'I will present it again.' },
      presenting('p2'),
      { say: 'All right.' },
    ])
    await entry('plan-mode').update({ config: { section: 'Plan once more.' } })
    expect(shown.pending.signal.aborted).toBe(true)
    shown.pick('Approve')
    await agent.whenIdle()
    expect(failuresOf(agent)).toEqual({ p1: 'ASK_ABORTED' })
    expect(ctx.planMode.get(agent)).toEqual({ active: true })

    agent.followup(prompt('Go on.'))
    const again = await human.sees()
    expect(model.requests.at(-1)?.system).toContain('Plan once more.')
    again.pick('Approve')
    await agent.whenIdle()
    expect(lastRequest(model).at(-1)).toMatch(/^p2 gets Plan approved/)
    expect(ctx.planMode.get(agent)).toEqual({ active: false })
  })

  it('approves nothing when approval and reload coincide, and says so in its own words', async () => {
    const { agent, ctx, entry, model, shown } = await openReview()
    let reloaded: Promise<unknown> | undefined
    ctx.on('user-interaction/settled', () => {
      reloaded = entry('plan-mode').update({ config: { section: 'Plan once more.' } })
    })
    shown.pick('Approve')
    await agent.whenIdle()
    await reloaded
    expect(lastRequest(model).at(-1)).toMatch(/reloaded while the plan was under review; present the plan again$/)
    expect(ctx.planMode.get(agent)).toEqual({ active: true })
  })
})

describe('a plan that nobody can review', () => {
  it('goes back to the model when the bridge is gone, while the review that was open is still answered', async () => {
    const { agent, ctx, entry, human, model, shown } = await openReview([
      presenting('p1'),
      presenting('p2'),
      { say: 'Later.' },
    ])
    await entry('user-questions-bridge').update({ disabled: true })
    expect(shown.pending.signal.aborted).toBe(false)
    shown.pick('Keep planning')
    await agent.whenIdle()
    expect(lastRequest(model).at(-1)).toMatch(/^p2 gets Error: no user-questions channel is available/)
    expect(human.sawAll).toBe(true)
    expect(ctx.planMode.get(agent)).toEqual({ active: true })
  })

  it('goes back to a child agent, which is to report it', async () => {
    const { agent, ctx, shown } = await openReview()
    shown.pick('Approve')
    await agent.whenIdle()
    const { agent: child } = await createAgent(agent.ctx, 'child')
    ctx.planMode.set(child, true)
    const signal = new AbortController().signal
    const call = { callId: 'p1' as never, name: 'exit_plan_mode', arguments: { plan }, agent: child, signal }
    const result = await ctx.tools.execute(call)
    expect(result).toMatchObject({
      isError: true,
      error: { info: { name: 'UserQuestionError', code: 'DELEGATED_CALLER' } },
    })
    expect(result.content).toEqual([{ type: 'text', text: `Error: ${userInteractionErrors.DELEGATED_CALLER.message}` }])
  })
})
