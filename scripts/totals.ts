/** Reads vitest's JSON report and says what ran, in one line that a machine reads; ends with 0 only when all passed. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What is read of the report. */
interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[]
}

/** The closing line and the exit code. */
export interface Totals {
  readonly line: string
  readonly code: 0 | 1
}

/**
 * Counts what ran: a file that does not load is one failure, a test that was skipped is neither.
 * @param text the report; a missing or broken one counts as one failure.
 * @param status what vitest itself ended with.
 */
export function totalsOf(text: string | undefined, status: number): Totals {
  const report = parse(text)
  if (!report) return { line: '0 passed, 1 failed', code: 1 }
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const passed = report.numPassedTests
  const failed = report.numFailedTests + unloaded.length
  const skipped = report.numPendingTests === 0 ? '' : `, ${report.numPendingTests} skipped`
  const holds = passed > 0 && failed === 0 && status === 0
  return { line: `${passed} passed, ${failed} failed${skipped}`, code: holds ? 0 : 1 }
}

function parse(text: string | undefined): Report | undefined {
  try {
    return JSON.parse(text ?? '') as Report
  } catch {
    return undefined
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file = '', status = '1'] = process.argv.slice(2)
  const { line, code } = totalsOf(read(file), Number(status))
  console.log(`\n${line}`)
  process.exitCode = code
}
