/** Many asks pending at once: what each costs to open, to keep, to settle and to abort, and whether that grows. */
import PeerService from '@deepseek-ai/dsh-user-questions'
import UserInteraction, { type AskUserQuestionAnswer } from '@deepseek-ai/dsh-user-interaction'
import { Context } from 'cordis'
import { type Figure, us } from '../../../scripts/bench/report.ts'

const answer = { answers: [{ id: 'go', selected: ['Yes'] }] }
const questions = [{ id: 'go', question: 'Go on?', options: [{ label: 'Yes' }, { label: 'No' }] }]
const [few, many] = [10_000, 100_000]

interface Seam {
  ask(request: { questions: typeof questions; signal?: AbortSignal }): Promise<AskUserQuestionAnswer>
}

/** Microseconds and bytes for each ask. */
interface Costs {
  open: number
  bytes: number
  settle: number
  openOnOneSignal: number
  abort: number
}

const waiting: ((answer: AskUserQuestionAnswer) => void)[] = []
const provider = { ask: () => new Promise<AskUserQuestionAnswer>((resolve) => waiting.push(resolve)) }

const ctx = new Context()
await ctx.plugin(UserInteraction, {})
await ctx.plugin(PeerService)
ctx.userInteraction.registerProvider(provider)
ctx.userQuestions.registerProvider(provider)
const ours = ctx.userInteraction
const peer: Seam = ctx.userQuestions

const rounds: { few: Costs; many: Costs; peer: Costs }[] = []
for (let round = 0; round < 4; round++) {
  rounds.push({ few: await measure(ours, few), many: await measure(ours, many), peer: await measure(peer, many) })
}
/** The first round warms up; of the others the middle counts. */
const middle = (of: (round: (typeof rounds)[number]) => number): number =>
  rounds
    .slice(1)
    .map(of)
    .toSorted((a, b) => a - b)[1] ?? NaN

const timed = ['open', 'settle', 'openOnOneSignal', 'abort'] as const
const titles = {
  open: 'to open',
  settle: 'to settle',
  openOnOneSignal: 'to open on one signal',
  abort: 'to abort all on it',
}
const figures: Figure[] = [
  ...timed.map((what): Figure => ({
    what: `100,000 asks at once, ${titles[what]}, each`,
    ours: us(middle(({ many: costs }) => costs[what])),
    against: what === 'abort' ? '' : `peer ${us(middle(({ peer: costs }) => costs[what]))}`,
    ...(what === 'abort' ? {} : { ratio: middle((round) => round.many[what] / round.peer[what]) }),
  })),
  ...timed.map((what): Figure => ({
    what: `growth from 10,000 to 100,000, ${titles[what]}, each`,
    ours: us(middle(({ many: costs }) => costs[what])),
    against: `at 10,000: ${us(middle(({ few: costs }) => costs[what]))}`,
    ratio: middle((round) => round.many[what] / round.few[what]),
    // Twice as much for ten times as many is the garbage collector's; quadratic growth would be ten.
    goal: 2,
  })),
  {
    what: 'a pending ask, bytes',
    ours: `${Math.round(middle(({ many: costs }) => costs.bytes))}`,
    against: `peer ${Math.round(middle(({ peer: costs }) => costs.bytes))}`,
    value: middle(({ many: costs }) => costs.bytes),
    goal: 1229,
  },
]
process.stdout.write(`${JSON.stringify(figures)}\n`)

async function measure(seam: Seam, count: number): Promise<Costs> {
  const before = heap()
  const opened = clock()
  const asked = openAll(seam, count)
  const open = opened() / count
  // The provider's own promise is its business, but it is the same for both.
  const bytes = (heap() - before) / count
  const settled = clock()
  for (const resolve of waiting.splice(0)) resolve(answer)
  await Promise.all(asked)
  const settle = settled() / count
  const onOne = await measureOneSignal(seam, count)
  return { open, bytes, settle, ...onOne }
}

async function measureOneSignal(seam: Seam, count: number): Promise<Pick<Costs, 'openOnOneSignal' | 'abort'>> {
  const controller = new AbortController()
  const opened = clock()
  const asked = openAll(seam, count, controller.signal).map((ask) => ask.catch(() => undefined))
  const openOnOneSignal = opened() / count
  const aborted = clock()
  controller.abort()
  for (const resolve of waiting.splice(0)) resolve(answer)
  await Promise.all(asked)
  return { openOnOneSignal, abort: aborted() / count }
}

function openAll(seam: Seam, count: number, signal?: AbortSignal): Promise<AskUserQuestionAnswer>[] {
  return Array.from({ length: count }, () => seam.ask(signal ? { questions, signal } : { questions }))
}

function clock(): () => number {
  const start = performance.now()
  return () => (performance.now() - start) * 1000
}

function heap(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}
