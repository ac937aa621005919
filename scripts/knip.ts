/** What knip cannot see by itself: the tests of the packages, plugins that a composition names, tools run by name. */
import type { KnipConfig } from 'knip'
import { readComposition } from './composition.ts'

/** Reads a composition as a module that uses all of the plugins it names. */
function moduleOf(composition: string): string {
  return readComposition(composition)
    .names.map((name) => `export * from '${name}'`)
    .join('\n')
}

const config: KnipConfig = {
  compilers: { yml: moduleOf },
  workspaces: {
    '.': {
      entry: ['scripts/totals.ts'],
      ignoreDependencies: ['@arethetypeswrong/cli', 'oxlint', 'prettier', 'publint'],
    },
    'packages/*': {
      entry: ['tests/**/*.spec.ts', 'bench/*.bench.ts', '**/*.yml'],
      // A test that wants a full disk makes a small one, where it may.
      ignoreBinaries: ['mount', 'umount'],
    },
  },
}

export default config
