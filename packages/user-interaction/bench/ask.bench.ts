/** `ask()` with everything the contract adds, against the published peer's and a bare awaited provider call. */
import PeerService from '@deepseek-ai/dsh-user-questions'
import UserInteraction from '@deepseek-ai/dsh-user-interaction'
import { Context } from 'cordis'
import { alternate } from '../../../scripts/bench/alternate.ts'
import { type Figure, us } from '../../../scripts/bench/report.ts'

const answer = { answers: [{ id: 'go', selected: ['Yes'] }] }
const provider = { ask: () => Promise.resolve(answer) }
const request = {
  questions: [{ id: 'go', question: 'Go on?', options: [{ label: 'Yes' }, { label: 'No' }] }],
  signal: new AbortController().signal,
}

const root = new Context()
await root.plugin(UserInteraction, {})
await root.plugin(PeerService)
const { promise: consumer, resolve } = withResolvers<Context>()
await root.plugin({
  name: 'consumer',
  inject: ['userInteraction', 'userQuestions'],
  apply(ctx: Context) {
    ctx.userInteraction.registerProvider(provider)
    ctx.userQuestions.registerProvider(provider)
    resolve(ctx)
  },
})
const ctx = await consumer

const { microseconds, ratios } = await alternate(
  {
    ours: () => ctx.userInteraction.ask(request),
    peer: () => ctx.userQuestions.ask(request),
    floor: () => provider.ask(),
  },
  { rounds: 60, calls: 2000 },
)

const figures: Figure[] = [
  {
    what: 'ask() against the peer',
    ours: us(microseconds['ours']),
    against: us(microseconds['peer']),
    ratio: ratios['peer'] ?? NaN,
    goal: 1.5,
  },
  {
    what: 'ask() against a bare provider call',
    ours: us(microseconds['ours']),
    against: us(microseconds['floor']),
    ratio: ratios['floor'] ?? NaN,
  },
]
process.stdout.write(`${JSON.stringify(figures)}\n`)

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let settle: (value: T) => void = () => undefined
  return {
    promise: new Promise<T>((done) => {
      settle = done
    }),
    resolve: (value) => settle(value),
  }
}
