/** What reading and checking a model's arguments costs by their size, against the peer in the same runtime. */
import { alternate } from '../../../scripts/bench/alternate.ts'
import { type Figure, us } from '../../../scripts/bench/report.ts'
import { call, mountBoth } from './runtimes.ts'

const { ours, peer } = await mountBoth(({ questions }) => ({
  answers: questions.map(({ id }) => ({ id, selected: [] })),
}))

const figures: Figure[] = []
for (const [count, calls] of [
  [1, 200],
  [20, 60],
  [200, 8],
] as const) {
  const args = { questions: Array.from({ length: count }, (_, index) => questionOf(index)) }
  const { microseconds, ratios } = await alternate(
    { ours: () => call(ours, args), peer: () => call(peer, args) },
    { rounds: 40, calls },
  )
  figures.push({
    what: `tools.execute with ${count} ${count === 1 ? 'question' : 'questions'} of 6 options`,
    ours: us(microseconds['ours']),
    against: `peer ${us(microseconds['peer'])}`,
    ratio: ratios['peer'] ?? NaN,
    goal: 1,
  })
}
process.stdout.write(`${JSON.stringify(figures)}\n`)

function questionOf(index: number): object {
  const options = Array.from({ length: 6 }, (_, option) => ({
    label: `Choice ${option}`,
    description: 'What it means',
  }))
  return { id: `question-${index}`, header: 'Storage', question: 'Which one do we take?', options, multi_select: true }
}
