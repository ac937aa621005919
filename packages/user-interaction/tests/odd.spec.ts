/** What no one writes on purpose: errors, signals and requests that fight back when they are read. */
import { describe, expect, it } from 'vitest'
import type { AskUserQuestionRequest } from '../src/index.ts'
import { mountSeam, said } from './boot.ts'

const request: AskUserQuestionRequest = { questions: [{ id: 'first', question: 'first' }] }
const fights = (error: object, key: string): object =>
  Object.defineProperty(error, key, {
    get() {
      throw new Error('do not look')
    },
  })
const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

describe('an error of a provider', () => {
  it.each<[string, unknown]>([
    ['has a message that throws', fights(new Error('x'), 'message')],
    ['has a name that throws', fights(new Error('x'), 'name')],
    ['has a message that is a symbol', Object.assign(new Error('x'), { message: Symbol('m') })],
    ['is a symbol', Symbol('e')],
    ['is a revoked proxy', revoked()],
    ['is nothing', undefined],
  ])('%s: the ask ends with PROVIDER_FAILED, and the next one is shown', async (_what, error) => {
    for (const ask of [
      () => {
        throw error
      },
      () => Promise.reject(error),
    ]) {
      const { ctx } = await mountSeam()
      const remove = ctx.userInteraction.registerProvider({ ask, concurrency: 1 })
      const asks = [ctx.userInteraction.ask(request), ctx.userInteraction.ask(request)]
      for (const one of asks) await expect(one).rejects.toMatchObject({ code: 'PROVIDER_FAILED' })
      remove()
      ctx.userInteraction.registerProvider({ ask: async () => said('first') })
      await expect(ctx.userInteraction.ask(request)).resolves.toEqual(said('first'))
      expect(ctx.userInteraction.pending).toEqual([])
    }
  })
})

describe('a signal that only looks like one', () => {
  it('and cannot be let go of takes no other ask along', async () => {
    const { ctx } = await mountSeam()
    const signal = {
      aborted: false,
      addEventListener() {},
      removeEventListener() {
        throw new TypeError('stuck')
      },
    } as unknown as AbortSignal
    ctx.userInteraction.registerProvider({ ask: async () => said('first'), concurrency: 1 })
    const asks = [{ ...request, signal }, request, request].map((one) => ctx.userInteraction.ask(one))
    await expect(Promise.all(asks)).resolves.toEqual([said('first'), said('first'), said('first')])
  })
})

describe('a request that changes while it is read', () => {
  it('is refused when it ends up without questions', async () => {
    const { ctx } = await mountSeam()
    ctx.userInteraction.registerProvider({ ask: async () => said('first') })
    let reads = 0
    const shifty = {
      get questions() {
        return reads++ === 0 ? request.questions : []
      },
    }
    await expect(ctx.userInteraction.ask(shifty)).rejects.toMatchObject({ code: 'EMPTY_QUESTIONS' })
  })
})

it('shows an ask of a listener of answerable after it was told as asked', async () => {
  const { ctx } = await mountSeam()
  const heard: string[] = []
  ctx.on('user-interaction/asked', () => void heard.push('asked'))
  ctx.on('user-interaction/answerable', (answerable) => {
    if (answerable) void ctx.userInteraction.ask(request)
  })
  ctx.userInteraction.registerProvider({
    ask: async () => {
      heard.push('shown')
      return said('first')
    },
  })
  await new Promise(setImmediate)
  expect(heard).toEqual(['asked', 'shown'])
})

it('checks an answer to very many questions in a time that grows with them', async () => {
  const { ctx } = await mountSeam()
  const questions = Array.from({ length: 50_000 }, (_, index) => ({ id: `q${index}`, question: 'Which?' }))
  const answer = { answers: questions.map(({ id }) => ({ id, selected: [] })) }
  ctx.userInteraction.registerProvider({ ask: async () => answer })
  await expect(ctx.userInteraction.ask({ questions })).resolves.toEqual(answer)
}, 10_000)
