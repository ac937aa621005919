import { UserInteractionError } from '@deepseek-ai/dsh-user-interaction'
import {
  type AskUserQuestionRequest,
  UserQuestionError,
  type UserQuestionProvider,
} from '@deepseek-ai/dsh-user-questions'
import { describe, expect, it } from 'vitest'
import { compose, mountPlugin, Screen, settle } from './compose.ts'

const questions = [{ id: 'db', question: 'Which?', options: [{ label: 'SQLite' }, { label: 'Postgres' }] }]
const answer = { answers: [{ id: 'db', selected: ['Postgres'] }] }

/** A surface written for `ctx.userQuestions`, registered by a plugin that knows nothing else. */
async function register(ask: UserQuestionProvider['ask']) {
  const { ctx } = await compose()
  const surface = await mountPlugin(ctx)
  const remove = surface.ctx.userQuestions.registerProvider({ ask })
  return { ctx, surface, remove }
}

describe('ctx.userQuestions.registerProvider', () => {
  it('answers consumers of either name', async () => {
    const { ctx } = await register(async () => answer)
    const consumer = await mountPlugin(ctx)
    await expect(consumer.ctx.userQuestions.ask({ questions })).resolves.toEqual(answer)
    await expect(ctx.userInteraction.ask({ questions })).resolves.toEqual(answer)
  })

  it('calls the provider as a method, with questions that are its own', async () => {
    class Surface {
      readonly seen: unknown[] = []
      async ask({ questions: mine }: AskUserQuestionRequest) {
        mine[0]?.options?.reverse()
        this.seen.push(mine)
        return answer
      }
    }
    const { ctx } = await compose()
    const surface = new Surface()
    ctx.userQuestions.registerProvider(surface)
    await ctx.userInteraction.ask({ questions })
    expect(surface.seen).toMatchObject([[{ id: 'db', options: [{ label: 'Postgres' }, { label: 'SQLite' }] }]])
  })

  it('is an effect of the plugin that registers', async () => {
    const { ctx, surface } = await register(() => new Promise(() => {}))
    const asked = ctx.userInteraction.ask({ questions })
    await Promise.all([
      expect(asked).rejects.toMatchObject({ name: 'UserInteractionError', code: 'PROVIDER_GONE' }),
      surface.fiber.dispose(),
    ])
    expect(ctx.userInteraction.answerable).toBe(false)
  })

  it('returns what removes it, any number of times', async () => {
    const { ctx, remove } = await register(async () => answer)
    remove()
    remove()
    await settle()
    expect(ctx.userInteraction.answerable).toBe(false)
    ctx.userQuestions.registerProvider({ ask: async () => answer })
    expect(ctx.userInteraction.answerable).toBe(true)
  })

  it('refuses a second one, whichever name the first came by, and leaves the first working', async () => {
    const { ctx } = await compose()
    const screen = new Screen()
    ctx.userInteraction.registerProvider(screen)
    const { ctx: own } = await mountPlugin(ctx)
    expect(() => own.userQuestions.registerProvider({ ask: async () => answer })).toThrow(UserQuestionError)
    expect(() => own.userQuestions.registerProvider({ ask: async () => answer })).toThrow(
      expect.objectContaining({
        code: 'DUPLICATE_PROVIDER',
        cause: expect.any(UserInteractionError),
      }),
    )
    const asked = own.userQuestions.ask({ questions })
    screen.last.answer(answer)
    await expect(asked).resolves.toEqual(answer)
  })

  it('refuses what is no provider', async () => {
    const { ctx } = await compose()
    for (const bad of [undefined, null, {}, { ask: 'me' }]) {
      expect(() => ctx.userQuestions.registerProvider(bad as never)).toThrow(
        expect.objectContaining({
          name: 'UserQuestionError',
          code: 'BAD_REQUEST',
        }),
      )
    }
  })
})

describe('a provider written for ctx.userQuestions', () => {
  it('hears of every end through the one signal it knows', async () => {
    const seen: AskUserQuestionRequest[] = []
    const { ctx } = await register((request) => {
      seen.push(request)
      return new Promise(() => {})
    })
    const consumer = await mountPlugin(ctx)
    const asked = consumer.ctx.userQuestions.ask({ questions })
    const [request] = seen
    expect(request?.signal?.aborted).toBe(false)
    await Promise.all([expect(asked).rejects.toMatchObject({ code: 'ASK_ABORTED' }), consumer.fiber.dispose()])
    expect(request?.signal?.aborted).toBe(true)
  })

  it('dismisses with its own error, which either side gets in the words of the seam', async () => {
    const dismissal = new UserQuestionError('the dialog was closed', 'ASK_CANCELLED')
    const { ctx } = await register(() => Promise.reject(dismissal))
    const outcomes: string[] = []
    ctx.on('user-interaction/settled', ({ outcome }) => void outcomes.push(outcome))
    const { message } = new UserInteractionError('ASK_CANCELLED')
    await expect(ctx.userInteraction.ask({ questions })).rejects.toMatchObject({
      name: 'UserInteractionError',
      code: 'ASK_CANCELLED',
      message,
      cause: dismissal,
    })
    await expect(ctx.userQuestions.ask({ questions })).rejects.toMatchObject({
      name: 'UserQuestionError',
      code: 'ASK_CANCELLED',
      message,
      cause: { name: 'UserInteractionError', cause: dismissal },
    })
    expect(outcomes).toEqual(['cancelled', 'cancelled'])
  })

  it('passes a code of its own through, and any other failure as PROVIDER_FAILED', async () => {
    const own = new UserQuestionError('no session is open', 'NO_SESSION')
    const failures: unknown[] = [own, new Error('no screen')]
    const { ctx } = await register(() => Promise.reject(failures.shift()))
    await expect(ctx.userQuestions.ask({ questions })).rejects.toBe(own)
    await expect(ctx.userQuestions.ask({ questions })).rejects.toMatchObject({
      name: 'UserQuestionError',
      code: 'PROVIDER_FAILED',
      message: 'no screen',
    })
  })
})
