import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Action, Model } from './model/model.ts'
import { flush, Real } from './model/real.ts'

/** 1,000 in the ordinary run; `ASK_USER_RUNS=20000` for a long night. */
const numRuns = Number(process.env['ASK_USER_RUNS'] ?? 1000)

/** `ASK_USER_SEED` repeats a run. */
const seed = Number(process.env['ASK_USER_SEED'] ?? Math.trunc(Math.random() * 2 ** 31))

const showing = fc.nat(40)
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 40,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      agent: fc.integer({ min: -1, max: 1 }),
      signal: fc.integer({ min: -1, max: 2 }),
      deadline: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 30 })),
    }),
  },
  {
    weight: 40,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'answer' as const,
        'reject' as const,
        'cancel' as const,
        'lie' as const,
        'keepAlive' as const,
      ),
      showing,
    }),
  },
  { weight: 10, arbitrary: fc.record({ do: fc.constant('abort' as const), signal: fc.nat(2) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('endAgent' as const), agent: fc.nat(1) }) },
  {
    weight: 15,
    arbitrary: fc.record({ do: fc.constant('register' as const), concurrency: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 10, arbitrary: fc.constant<Action>({ do: 'remove' }) },
  { weight: 20, arbitrary: fc.record({ do: fc.constant('advance' as const), ms: fc.integer({ min: 1, max: 25 }) }) },
  { weight: 1, arbitrary: fc.constant<Action>({ do: 'dispose' }) },
)

/** What happens within one tick; between two ticks every microtask runs. */
const ticks = fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { maxLength: 30 })

const unhandled = vi.fn()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  process.on('unhandledRejection', unhandled)
})
afterEach(() => {
  vi.useRealTimers()
  process.off('unhandledRejection', unhandled)
})

it('does what the model does, whatever happens in whatever order, and leaves nothing behind', async () => {
  console.info(`the seam against its model: ${numRuns} runs, seed ${seed}`)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(0, 20), ticks, async (handoverMs, story) => {
      vi.clearAllTimers()
      const model = new Model(handoverMs)
      const real = await Real.create(handoverMs)
      for (const actions of [[{ do: 'register', concurrency: 2 } satisfies Action], ...story]) {
        for (const one of actions) {
          model.apply(one)
          real.apply(one)
        }
        model.flush()
        await flush()
        expect(real.log).toEqual(model.log)
        expect(real.pending).toEqual(model.pending)
        expect(real.answerable).toBe(model.answerable)
      }
      expect(await real.end()).toEqual([])
    }),
    { numRuns, seed },
  )
  expect(unhandled).not.toHaveBeenCalled()
}, 600_000)
