/** The checks of this repository, the longest first. */
import { fileURLToPath } from 'node:url'
import { houseFaults } from '../house/rules.ts'
import { type Files, renderFault } from '../workspace.ts'
import { tool } from './command.ts'
import { packageFaults } from './packages.ts'
import type { Check } from './runner.ts'

/** What the formatter sees to; documents wrap by hand. */
const formatted = ['packages/*/{src,tests,bench}/**/*.ts', 'packages/examples/**/*.ts', 'scripts/**/*.{ts,mjs}', '*.ts']

const knipConfig = fileURLToPath(new URL('../knip.ts', import.meta.url))

/**
 * Every check, in the order in which they start.
 * @param read reads the repository when a check starts.
 * @param fix whether what a program can put right is put right on the way; what writes then comes first.
 */
export function checksOf(root: string, read: () => Files, fix: boolean): Check[] {
  const checks: Check[] = [
    {
      name: 'packages',
      remedy: 'Correct the manifest or the build until the tarball is what an installation needs.',
      run: () => packageFaults(root, read()),
    },
    {
      name: 'docs',
      remedy: 'Run `pnpm run docs` for what is generated; write the rest by hand where the line says.',
      run: () => tool(root, 'tsx', 'scripts/docs.ts', ...(fix ? [] : ['--check'])),
    },
    {
      name: 'types',
      remedy: 'Correct the types; `pnpm exec tsc -p . --noEmit` repeats this alone.',
      run: () => tool(root, 'tsc', '-p', '.', '--noEmit', '--pretty', 'false'),
    },
    {
      name: 'unused',
      remedy: 'Remove what nothing uses, or use it; declare what is imported.',
      run: () => tool(root, 'knip', '--no-progress', '--no-config-hints', '--config', knipConfig),
    },
    {
      name: 'lint',
      remedy: 'Run `pnpm fix` for what oxlint can correct; the rest is named by rule and line.',
      run: () => tool(root, 'oxlint', '--deny-warnings', '--format', 'unix', ...(fix ? ['--fix'] : [])),
    },
    {
      name: 'format',
      remedy: 'Run `pnpm fix`.',
      run: () => tool(root, 'prettier', fix ? '--write' : '--check', '--log-level', 'warn', ...formatted),
    },
    {
      name: 'house',
      remedy: 'Each line says what the house rules ask for instead; they are in scripts/house.',
      run: () => Promise.resolve(houseFaults(read()).map(renderFault)),
    },
  ]
  if (!fix) return checks
  const writes = ({ name }: Check): boolean => ['docs', 'lint', 'format'].includes(name)
  return [...checks.filter(writes), ...checks.filter((check) => !writes(check))]
}
