/** `pnpm check` runs every check, or those named; `pnpm fix` also puts right what a program can. */
import { checksOf } from './checks/list.ts'
import { runChecks } from './checks/runner.ts'
import { readTree } from './workspace.ts'

// The repository is where this is run, as pnpm does for a script of the root.
const root = process.cwd()
const given = process.argv.slice(2)
const fix = given.includes('--fix')
const checks = checksOf(root, () => readTree(root), fix)
const names = checks.map(({ name }) => name)
const unknown = given.filter((argument) => argument !== '--fix' && !names.includes(argument))
if (unknown.length > 0) {
  console.error(`check: unknown argument ${unknown.join(' ')}; it takes --fix and any of ${names.join(', ')}`)
  process.exit(2)
}

const chosen = checks.filter(({ name }) => given.includes(name))
const failed = await runChecks(
  chosen.length > 0 ? chosen : checks,
  { print: (line) => console.log(line), now: () => performance.now() },
  // What is being written is not to be read at the same time.
  fix ? 1 : 2,
)
if (failed.length > 0) process.exitCode = 1
