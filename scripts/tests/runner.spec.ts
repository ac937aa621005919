import { expect, test } from 'vitest'
import { type Check, runChecks } from '../checks/runner.ts'

interface Story {
  readonly failed: readonly string[]
  readonly screen: string
}

const check = (name: string, run: Check['run']): Check => ({ name, remedy: `Mend ${name}.`, run })

async function tell(checks: readonly Check[], width = 1): Promise<Story> {
  const lines: string[] = []
  let time = 0
  const now = (): number => (time += 500)
  const failed = await runChecks(checks, { print: (line) => lines.push(line), now }, width)
  return { failed, screen: lines.join('\n') }
}

test('prints one line a check with its time, and what to do below one that fails', async () => {
  const { failed, screen } = await tell([
    check('types', async () => []),
    check('lint', async () => ['a.ts:1 is wrong', 'b.ts:2 is wrong\n  in two lines']),
  ])
  expect(failed).toEqual(['lint'])
  expect(screen).toBe(
    [
      'ok   types       0.5 s',
      'FAIL lint        0.5 s',
      '     a.ts:1 is wrong',
      '     b.ts:2 is wrong',
      '       in two lines',
      '  -> Mend lint.',
      'failed: lint (  2.5 s)',
    ].join('\n'),
  )
})

test('says so when all is well', async () => {
  expect(await tell([check('types', async () => [])])).toEqual({
    failed: [],
    screen: 'ok   types       0.5 s\nall ok in   1.5 s',
  })
})

test('counts a check that throws as failed and goes on with the others', async () => {
  const { failed, screen } = await tell([
    check('docs', () => Promise.reject(new Error('no such tool'))),
    check('types', async () => []),
  ])
  expect(failed).toEqual(['docs'])
  expect(screen).toContain('Error: no such tool')
  expect(screen).toContain('ok   types')
})

test('keeps the given number running and starts the next as one ends', async () => {
  const running = new Set<string>()
  const seen: string[] = []
  const ends = new Map<string, () => void>()
  const slow = (name: string): Check =>
    check(
      name,
      () =>
        new Promise((resolve) => {
          running.add(name)
          seen.push([...running].join(' '))
          ends.set(name, () => {
            running.delete(name)
            resolve([])
          })
        }),
    )
  const story = tell([slow('a'), slow('b'), slow('c')], 2)
  expect(seen).toEqual(['a', 'a b'])
  ends.get('a')?.()
  await expect.poll(() => seen).toEqual(['a', 'a b', 'b c'])
  ends.get('b')?.()
  ends.get('c')?.()
  expect((await story).failed).toEqual([])
})
