/** What a relay adds to an ask, and each further surface to it, against the same provider alone on the seam. */
import UserInteraction, { type UserInteractionProvider } from '@deepseek-ai/dsh-user-interaction'
import * as relay from '@deepseek-ai/dsh-user-interaction-relay'
import { Context } from 'cordis'
import { alternate } from '../../../scripts/bench/alternate.ts'
import { type Figure, us } from '../../../scripts/bench/report.ts'

const answer = { answers: [{ id: 'go', selected: ['Yes'] }] }
const request = { questions: [{ id: 'go', question: 'Go on?', options: [{ label: 'Yes' }, { label: 'No' }] }] }

/** Answers once every surface has been shown the question. */
const prompt: UserInteractionProvider = { ask: () => Promise.resolve(answer) }

/** Is shown the question and taken down again. */
const silent: UserInteractionProvider = {
  ask: (_request, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    }),
}

async function seam(surfaces: number): Promise<Context> {
  const ctx = new Context()
  await ctx.plugin(UserInteraction, {})
  const plugins = Array.from({ length: surfaces }, (_, index) => ({
    name: `surface ${index}`,
    plugin: {
      inject: ['userInteraction'],
      apply: (own: Context) => void own.userInteraction.registerProvider(index === 0 ? prompt : silent),
    },
  }))
  if (surfaces === 0) ctx.userInteraction.registerProvider(prompt)
  else await ctx.plugin(relay, { surfaces: plugins })
  return ctx
}

const [alone, one, two, four] = await Promise.all([0, 1, 2, 4].map(seam))
const asking = (ctx: Context | undefined) => {
  if (!ctx) throw new Error('not mounted')
  return () => ctx.userInteraction.ask(request)
}

const { microseconds } = await alternate(
  { four: asking(four), two: asking(two), one: asking(one), alone: asking(alone) },
  { rounds: 40, calls: 500 },
)

const { alone: bare = NaN, one: single = NaN, two: pair = NaN, four: several = NaN } = microseconds
const figures: Figure[] = [
  {
    what: 'ask() through a relay with one surface',
    ours: us(single),
    against: `the surface alone ${us(bare)}`,
    ratio: single / bare,
  },
  {
    what: 'ask() through a relay with two surfaces',
    ours: us(pair),
    against: `one ${us(single)}`,
    ratio: pair / single,
  },
  {
    what: 'each further surface adds to an ask',
    ours: us((several - pair) / 2),
    against: `the surface alone ${us(bare)}`,
    ratio: (several - pair) / 2 / bare,
  },
]
process.stdout.write(`${JSON.stringify(figures)}\n`)
