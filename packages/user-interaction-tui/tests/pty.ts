/** The program in a real terminal, behind a shell that tells whether the terminal is as it was. */
import { fileURLToPath } from 'node:url'
import { openTerminal, type Terminal } from '@deepseek-ai/dsh-testkit/terminal'
import { onTestFinished } from 'vitest'
import type { Plan } from './fixtures/program.ts'

const program = fileURLToPath(new URL('fixtures/program.ts', import.meta.url))

/** How the terminal is. */
export interface Room {
  readonly columns?: number
  readonly rows?: number
  readonly env?: NodeJS.ProcessEnv
}

/** Runs the program; the last row says `rc=` and, when `stty -a` says the same as before, `same`. */
export function openProgram(plan: Plan, { columns = 80, rows = 24, env = {} }: Room = {}): Terminal {
  const words = [process.execPath, '--import', import.meta.resolve('tsx'), program, JSON.stringify(plan)]
  const command = words.map((word) => `'${word.replace(/'/g, `'\\''`)}'`).join(' ')
  const script = `before=$(stty -a); ${command}; rc=$?; [ "$before" = "$(stty -a)" ] && echo "rc=$rc same" || echo "rc=$rc CHANGED"`
  const { PATH, HOME } = process.env
  const terminal = openTerminal('bash', ['-c', script], {
    columns,
    rows,
    env: { PATH, HOME, LANG: 'C.UTF-8', ...env },
    patienceMs: 15_000,
  })
  onTestFinished(() => terminal.close('SIGKILL').then(() => undefined))
  return terminal
}
