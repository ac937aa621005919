/** Starts the program that asks, on a pipe or behind a shell, and waits for what it shows. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Step } from './fixtures/program.ts'

/** Where the program is started, so that its loader hooks are found. */
const folder = fileURLToPath(new URL('..', import.meta.url))
const path = fileURLToPath(new URL('fixtures/program.ts', import.meta.url))

/** The command line of the program. */
export function programLine(plan: readonly Step[], config: object = { lang: 'en' }): [string, ...string[]] {
  return [process.execPath, '--import', 'tsx', path, JSON.stringify(config), JSON.stringify(plan)]
}

export interface Run {
  readonly child: ChildProcessWithoutNullStreams
  stdout: string
  stderr: string
  /** Resolves once stderr holds the text, so many times. */
  shows(text: string, times?: number): Promise<void>
  /** The exit code, and one parsed line of stdout for each step. */
  end(): Promise<{ code: number | null; results: unknown[] }>
}

/** Starts the program on three pipes. */
export function startProgram(plan: readonly Step[], config?: object): Run {
  return start(...programLine(plan, config))
}

/** Starts a shell script, in which `"$@"` is the program. */
export function startShell(script: string, plan: readonly Step[]): Run {
  return start('sh', '-c', script, 'sh', ...programLine(plan))
}

/** Starts a command. It ends with the test at the latest. */
function start(command: string, ...args: readonly string[]): Run {
  const child = spawn(command, args, { cwd: folder })
  child.stdin.on('error', () => {})
  onTestFinished(() => void child.kill('SIGKILL'))
  const closed = once(child, 'close') as Promise<[number | null]>
  const ended = closed.then(() => Promise.reject(new Error(`the program has ended:\n${run.stderr}`)))
  ended.catch(() => {})
  const run: Run = {
    child,
    stdout: '',
    stderr: '',
    async shows(text, times = 1) {
      while (run.stderr.split(text).length <= times) await Promise.race([once(child.stderr, 'data'), ended])
    },
    async end() {
      const [code] = await closed
      return {
        code,
        results: run.stdout
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as unknown),
      }
    },
  }
  child.stdout.on('data', (chunk) => void (run.stdout += String(chunk)))
  child.stderr.on('data', (chunk) => void (run.stderr += String(chunk)))
  return run
}
