import { expect, test } from 'vitest'
import { totalsOf } from '../totals.ts'

const report = (passed: number, failed = 0, pending = 0, files: object[] = []): string =>
  JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: pending,
    testResults: files,
  })

test('ends with 0 when tests ran and all passed', () => {
  expect(totalsOf(report(12), 0)).toEqual({ line: '12 passed, 0 failed', code: 0 })
})

test('ends with 1 when one failed, when none ran, and when vitest itself failed', () => {
  expect(totalsOf(report(11, 1), 1)).toEqual({ line: '11 passed, 1 failed', code: 1 })
  expect(totalsOf(report(0), 0)).toEqual({ line: '0 passed, 0 failed', code: 1 })
  expect(totalsOf(report(12), 1).code).toBe(1)
  expect(totalsOf(report(0, 0, 5), 0)).toEqual({ line: '0 passed, 0 failed, 5 skipped', code: 1 })
})

test('counts a file that does not load as a failure, and one whose tests failed only once', () => {
  const files = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{}] },
  ]
  expect(totalsOf(report(3, 1, 0, files), 1).line).toBe('3 passed, 2 failed')
})

test('counts a report that is missing or cut off as a failure', () => {
  expect(totalsOf(undefined, 0)).toEqual({ line: '0 passed, 1 failed', code: 1 })
  expect(totalsOf('{"numPassed', 0)).toEqual({ line: '0 passed, 1 failed', code: 1 })
  expect(totalsOf('', 0).code).toBe(1)
})
