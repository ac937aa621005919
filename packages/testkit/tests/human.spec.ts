import UserInteraction, { type AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import { Context } from 'cordis'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createHuman } from '../src/index.ts'

const database: AskUserQuestionItem = {
  id: 'database',
  question: 'Which?',
  options: [{ label: 'SQLite' }, { label: 'Postgres' }],
}
const checks: AskUserQuestionItem = {
  id: 'checks',
  question: 'Which?',
  options: [{ label: 'unit' }, { label: 'lint' }],
  multiSelect: true,
}
const reason: AskUserQuestionItem = { id: 'reason', question: 'Why?' }

async function mount(human = createHuman()) {
  const ctx = new Context()
  onTestFinished(async () => void (await ctx.fiber.dispose()))
  await ctx.plugin(UserInteraction, { handoverMs: 0 })
  ctx.userInteraction.registerProvider(human)
  return { human, ask: ctx.userInteraction.ask.bind(ctx.userInteraction) }
}

describe('a scripted human', () => {
  it('does beforehand what it was told, one act a request, and then waits', async () => {
    const { human, ask } = await mount()
    human.script({ database: 'Postgres', checks: ['lint', 'unit'], reason: 'it is there' }, 'dismiss')
    await expect(ask({ questions: [database, checks, reason] })).resolves.toEqual({
      answers: [
        { id: 'database', selected: ['Postgres'] },
        { id: 'checks', selected: ['lint', 'unit'] },
        { id: 'reason', selected: [], custom: 'it is there' },
      ],
    })
    await expect(ask({ questions: [reason] })).rejects.toMatchObject({ code: 'ASK_CANCELLED' })
    ask({ questions: [database] }).catch(() => {})
    expect(human.shown.map(({ open }) => open)).toEqual([false, false, true])
  })

  it('acts when it is told to, on the request that it is shown next', async () => {
    const { human, ask } = await mount()
    const next = human.next()
    const answer = ask({ questions: [database, reason] })
    const shown = await next
    expect(shown.request.questions.map(({ id }) => id)).toEqual(['database', 'reason'])
    shown.act({ database: { custom: 'both' } })
    await expect(answer).resolves.toEqual({
      answers: [
        { id: 'database', selected: [], custom: 'both' },
        { id: 'reason', selected: [] },
      ],
    })
    const later = ask({ questions: [checks] })
    ;(await human.next()).act({ checks: { selected: ['lint'], custom: 'and types' } })
    await expect(later).resolves.toEqual({ answers: [{ id: 'checks', selected: ['lint'], custom: 'and types' }] })
  })

  it('takes a question down when its ask ends, and loses what is said to it later', async () => {
    const { human, ask } = await mount()
    const controller = new AbortController()
    const answer = ask({ questions: [reason], signal: controller.signal })
    const shown = await human.next()
    controller.abort()
    await expect(answer).rejects.toMatchObject({ code: 'ASK_ABORTED' })
    expect(shown.open).toBe(false)
    shown.act({ reason: 'too late' })
  })

  it('looks at no more requests at a time than it was made for', async () => {
    const { human, ask } = await mount(createHuman({ concurrency: 1 }))
    const first = ask({ questions: [reason] })
    const second = ask({ questions: [database] })
    expect(human.shown).toHaveLength(1)
    ;(await human.next()).act({})
    ;(await human.next()).act({ database: 'SQLite' })
    await expect(first).resolves.toEqual({ answers: [{ id: 'reason', selected: [] }] })
    await expect(second).resolves.toEqual({ answers: [{ id: 'database', selected: ['SQLite'] }] })
  })

  it('breaks like a surface that fails', async () => {
    const { human, ask } = await mount()
    const answer = ask({ questions: [reason] })
    ;(await human.next()).break(new Error('the screen went dark'))
    await expect(answer).rejects.toMatchObject({ code: 'PROVIDER_FAILED', message: 'the screen went dark' })
  })
})
