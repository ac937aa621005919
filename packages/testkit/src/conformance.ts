/** The conformance suite: one call registers every test that a provider of `ctx.userInteraction` has to pass. */
import { describe, it } from 'vitest'
import { answerCases } from './conformance/answers.ts'
import { type Case, runCase } from './conformance/case.ts'
import { deadlineCases } from './conformance/deadline.ts'
import { dismissalCases } from './conformance/dismissal.ts'
import { endingCases } from './conformance/ending.ts'
import { handoverCases } from './conformance/handover.ts'
import { labelCases } from './conformance/labels.ts'
import { leakCases } from './conformance/leaks.ts'
import { orderCases } from './conformance/order.ts'
import { type Abilities, everything, type ProviderUnderTest } from './conformance/surface.ts'
import { textCases } from './conformance/texts.ts'
import { wordCases } from './conformance/words.ts'

const topics: Readonly<Record<string, (can: Abilities) => Case[]>> = {
  answers: answerCases,
  "a person's own words": wordCases,
  'labels and what is shown': labelCases,
  texts: textCases,
  'several at once': orderCases,
  dismissal: dismissalCases,
  'the end of an ask': endingCases,
  time: deadlineCases,
  'removal and handover': handoverCases,
  'what is left behind': leakCases,
}

/**
 * Registers the tests with vitest, under `name`; call it at the top of a test file. Each test mounts the seam in a
 * fresh Context and a fresh surface in a plugin, asks through the seam only, and fails when anything is left behind.
 */
export function describeProvider(name: string, test: ProviderUnderTest): void {
  const can = { ...everything, ...test.abilities }
  describe(name, () => {
    for (const [topic, casesOf] of Object.entries(topics)) {
      const cases = casesOf(can)
      if (cases.length === 0) continue
      describe(topic, () => {
        for (const one of cases) it(one.name, () => runCase(one, test))
      })
    }
  })
}

/** The tests as data, by topic and name, for whoever wants to see one fail. */
export function conformanceCases(can: Abilities): Readonly<Record<string, Case>> {
  return Object.fromEntries(Object.values(topics).flatMap((casesOf) => casesOf(can).map((one) => [one.name, one])))
}
