/** Compares contenders fairly on a noisy machine: they run in turn, and what counts is the ratio within each round. */

/** One contender: something to await, again and again. */
export type Contender = () => unknown

export interface Alternation {
  /** Microseconds a call, the median over the rounds, by contender. */
  readonly microseconds: Readonly<Record<string, number>>
  /** The median over the rounds of the first contender's time divided by this one's. */
  readonly ratios: Readonly<Record<string, number>>
}

export interface AlternationOptions {
  /** How often all contenders take their turn; the first fifth warms up and does not count. */
  readonly rounds: number
  /** Calls a turn. */
  readonly calls: number
}

/** Lets the contenders run in turn; each round starts with another one. */
export async function alternate(
  contenders: Readonly<Record<string, Contender>>,
  { rounds, calls }: AlternationOptions,
): Promise<Alternation> {
  const names = Object.keys(contenders)
  const times = new Map<string, number[]>(names.map((name) => [name, []]))
  const warmUp = Math.ceil(rounds / 5)
  for (let round = 0; round < rounds + warmUp; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length] ?? ''
      const took = await time(contenders[name] ?? (() => undefined), calls)
      if (round >= warmUp) times.get(name)?.push(took)
    }
  }
  const first = times.get(names[0] ?? '') ?? []
  return {
    microseconds: mapValues(times, (own) => median(own)),
    ratios: mapValues(times, (own) => median(own.map((took, round) => (first[round] ?? NaN) / took))),
  }
}

async function time(run: Contender, calls: number): Promise<number> {
  const start = performance.now()
  for (let call = 0; call < calls; call++) await run()
  return ((performance.now() - start) / calls) * 1000
}

function mapValues(times: ReadonlyMap<string, number[]>, of: (own: number[]) => number): Record<string, number> {
  return Object.fromEntries([...times].map(([name, own]) => [name, of(own)]))
}

/** The middle of a sample. */
function median(sample: readonly number[]): number {
  const sorted = sample.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2
}
