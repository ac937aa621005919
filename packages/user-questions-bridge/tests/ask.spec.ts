import { UserInteractionError, type UserInteractionErrorCode } from '@deepseek-ai/dsh-user-interaction'
import { UserQuestionError, UserQuestionService } from '@deepseek-ai/dsh-user-questions'
import { describe, expect, it } from 'vitest'
import { compose, mountPlugin, Screen } from './compose.ts'

const questions = [{ id: 'db', question: 'Which?', options: [{ label: 'SQLite' }, { label: 'Postgres' }] }]
const answer = { answers: [{ id: 'db', selected: ['Postgres'] }] }

/** A consumer of `ctx.userQuestions` and the surface that the seam shows its questions on. */
async function open() {
  const composition = await compose()
  const screen = new Screen()
  composition.ctx.userInteraction.registerProvider(screen)
  return { ...composition, screen, consumer: await mountPlugin(composition.ctx) }
}

/** The published error, with the seam's own of the same code and message as its cause. */
function bridged(code: UserInteractionErrorCode) {
  return { name: 'UserQuestionError', code, cause: expect.objectContaining({ name: 'UserInteractionError', code }) }
}

describe('ctx.userQuestions.ask', () => {
  it('is the published service to whoever looks', async () => {
    const { consumer } = await open()
    expect(consumer.ctx.userQuestions).toBeInstanceOf(UserQuestionService)
  })

  it('asks the human of the seam and returns what they said', async () => {
    const { consumer, screen } = await open()
    const turn = new AbortController()
    const asked = consumer.ctx.userQuestions.ask({ questions, signal: turn.signal })
    expect(screen.last.request).toEqual({ questions, signal: turn.signal })
    screen.last.answer(answer)
    await expect(asked).resolves.toEqual(answer)
  })

  it.each<[UserInteractionErrorCode, Parameters<UserQuestionService['ask']>[0]]>([
    ['ASK_ABORTED', { questions, signal: AbortSignal.abort() }],
    ['EMPTY_QUESTIONS', { questions: [] }],
    ['CALLER_NOT_LIVE', { questions, agent: { id: 'stranger' } as never }],
    ['BAD_REQUEST', { questions: [{ id: '', question: 'Which?' }] }],
    ['BAD_INTENT', { questions: [{ id: 'plan', question: 'Go?', intent: { kind: 'plan-review', approve: 'Go' } }] }],
  ])('refuses with %s before anything is shown', async (code, request) => {
    const { consumer, screen } = await open()
    await expect(consumer.ctx.userQuestions.ask(request)).rejects.toMatchObject(bridged(code))
    expect(screen.shown).toEqual([])
  })

  it('rejects with NO_PROVIDER where nobody answers', async () => {
    const { ctx } = await compose()
    const consumer = await mountPlugin(ctx)
    await expect(consumer.ctx.userQuestions.ask({ questions })).rejects.toMatchObject(bridged('NO_PROVIDER'))
  })

  it("gives a dismissal and a bad answer the seam's codes", async () => {
    const { consumer, screen } = await open()
    const dismissal = new UserInteractionError('ASK_CANCELLED')
    const dismissed = consumer.ctx.userQuestions.ask({ questions })
    screen.last.fail(dismissal)
    const error: unknown = await dismissed.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(UserQuestionError)
    expect(error).toMatchObject({ code: 'ASK_CANCELLED', message: dismissal.message, cause: dismissal })
    const wrong = consumer.ctx.userQuestions.ask({ questions })
    screen.last.answer({ answers: [{ id: 'db', selected: ['Oracle'] }] })
    await expect(wrong).rejects.toMatchObject(bridged('BAD_ANSWER'))
  })

  it('rejects, never throws, for what is no request', async () => {
    const { consumer } = await open()
    await expect(consumer.ctx.userQuestions.ask(undefined as never)).rejects.toMatchObject(bridged('BAD_REQUEST'))
  })
})

describe('an ask through the bridge', () => {
  it('ends with the plugin that asked', async () => {
    const { consumer, screen, ctx } = await open()
    const other = await mountPlugin(ctx)
    const asked = consumer.ctx.userQuestions.ask({ questions })
    const kept = other.ctx.userQuestions.ask({ questions })
    const [first, second] = screen.shown
    await Promise.all([expect(asked).rejects.toMatchObject(bridged('ASK_ABORTED')), consumer.fiber.dispose()])
    expect(first?.pending.signal.aborted).toBe(true)
    expect(second?.pending.signal.aborted).toBe(false)
    second?.answer(answer)
    await expect(kept).resolves.toEqual(answer)
  })

  it('ends at once with its signal, whatever the surface does', async () => {
    const { consumer, screen } = await open()
    const turn = new AbortController()
    const asked = consumer.ctx.userQuestions.ask({ questions, signal: turn.signal })
    turn.abort()
    screen.last.answer(answer)
    await expect(asked).rejects.toMatchObject(bridged('ASK_ABORTED'))
  })

  it('ends with the seam, also for a bridge that somebody has kept', async () => {
    const { consumer, entry } = await open()
    const kept = consumer.ctx.userQuestions
    const asked = kept.ask({ questions })
    await Promise.all([
      expect(asked).rejects.toMatchObject(bridged('SERVICE_GONE')),
      entry('user-interaction').update({ disabled: true }),
    ])
    await expect(kept.ask({ questions })).rejects.toMatchObject(bridged('SERVICE_GONE'))
  })

  it('survives the bridge when its plugin does', async () => {
    const { ctx, entry, screen } = await open()
    let asked: Promise<unknown> | undefined
    await ctx.plugin({ name: 'optional', apply: (own) => void (asked = own.get('userQuestions')?.ask({ questions })) })
    await entry('user-questions-bridge').update({ disabled: true })
    screen.last.answer(answer)
    await expect(asked).resolves.toEqual(answer)
    expect(ctx.get('userQuestions')).toBeUndefined()
  })
})
