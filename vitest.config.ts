import { defineConfig } from 'vitest/config'

/** Tests run straight from source; booting the Loader and driving a PTY may take their time on a busy machine. */
export default defineConfig({
  test: {
    include: ['packages/*/tests/**/*.spec.ts', 'scripts/tests/**/*.spec.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Much of the time goes into waiting for processes, terminals and a browser.
    maxWorkers: '100%',
  },
})
