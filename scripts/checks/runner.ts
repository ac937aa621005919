/** Runs named checks, two at a time, and tells how each went. Knows nothing of what they check. */
import { mapPool } from './pool.ts'

/** One check. */
export interface Check {
  readonly name: string
  /** What to do when it fails, as a sentence. */
  readonly remedy: string
  /** Resolves with what is wrong, one line each; nothing when all is well. A rejection counts as a failure too. */
  run(): Promise<readonly string[]>
}

/** Where the report goes and what tells the time, in milliseconds. */
export interface Surroundings {
  print(line: string): void
  now(): number
}

/** Runs the checks in their order, at most `width` at a time; resolves with the names of those that failed. */
export async function runChecks(
  checks: readonly Check[],
  { print, now }: Surroundings,
  width: number,
): Promise<string[]> {
  const failed: string[] = []
  const began = now()
  await mapPool(checks, width, async (check) => {
    const started = now()
    const found = await faultsOf(check)
    if (found.length > 0) failed.push(check.name)
    print(renderCheck(check, found, now() - started))
  })
  const total = seconds(now() - began)
  print(failed.length === 0 ? `all ok in ${total}` : `failed: ${failed.join(', ')} (${total})`)
  return failed
}

async function faultsOf(check: Check): Promise<readonly string[]> {
  try {
    return await check.run()
  } catch (error) {
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)]
  }
}

function renderCheck({ name, remedy }: Check, found: readonly string[], took: number): string {
  const line = `${found.length === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(9)} ${seconds(took)}`
  if (found.length === 0) return line
  const lines = found.flatMap((fault) => fault.split('\n')).map((fault) => `     ${fault}`)
  return [line, ...lines, `  -> ${remedy}`].join('\n')
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1).padStart(5)} s`
}
