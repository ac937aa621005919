/** A test as data, so that vitest can register it and the test kit's own tests can watch it fail. */
import { Story } from './story.ts'
import type { ProviderUnderTest } from './surface.ts'

/** One test of the suite. */
export interface Case {
  /** A sentence about what a provider does, verb first. */
  readonly name: string
  /** The seam's own setting for this test, in milliseconds. Default: 0. */
  readonly handoverMs?: number
  run(story: Story): Promise<void>
}

/** Runs one test on a fresh surface; rejects when it fails or leaves something behind. */
export async function runCase({ run, handoverMs = 0 }: Case, test: ProviderUnderTest): Promise<void> {
  const story = await Story.begin(test, handoverMs)
  try {
    await run(story)
  } catch (error) {
    // The first failure is the one to be told.
    await story.end().catch(() => {})
    throw error
  }
  await story.end()
}
