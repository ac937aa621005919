/** Lengths of time as people say them. Pure. */

/** The units they are said in. */
export type Unit = 'second' | 'minute' | 'hour' | 'day'

const units: readonly (readonly [Unit, number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/** A length in whole units, the largest that fits it at least twice; never more than there is. */
export function durationOf(ms: number, say: (count: number, unit: Unit) => string): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  const [unit, size] = units.find(([, length]) => seconds >= length * 2) ?? ['second', 1]
  return say(Math.floor(seconds / size), unit)
}
