/** A real terminal: a PTY that controls the command, and an emulator that shows what a person would see. */
import { spawn } from '@lydell/node-pty'
import headless from '@xterm/headless'
import { onTestFinished } from 'vitest'
import { cleanEnv, expand } from './child.ts'

/** A command that runs in a terminal. */
export interface Terminal {
  /** What is on the screen, without empty lines at the end. */
  screen(): string
  /** Resolves once the screen shows the text. */
  shows(text: string): Promise<void>
  type(keys: string): void
  /** Resolves with the exit code once the program is gone and the screen complete. */
  readonly ended: Promise<number>
}

/** Runs a line of shell in a terminal of its own, with `$ASK` for the command; lines are asked for unless `env` differs. */
export function openTerminal(line: string, env?: NodeJS.ProcessEnv): Terminal {
  const size = { cols: 100, rows: 40 }
  const emulator = new headless.Terminal({ ...size, allowProposedApi: true })
  const environment = cleanEnv({ TERM: 'xterm-256color', ACCESSIBLE: '1', ...env })
  const pty = spawn('bash', ['-c', expand(line)], { ...size, env: environment })
  const watchers = new Set<() => void>()
  pty.onData((data) =>
    emulator.write(data, () => {
      for (const watch of watchers) watch()
    }),
  )
  onTestFinished(() => {
    try {
      pty.kill('SIGKILL')
    } catch {
      // It has ended by itself.
    }
    emulator.dispose()
  })
  const screen = (): string => {
    const { active } = emulator.buffer
    const rows = Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString(true) ?? '')
    return rows.join('\n').trimEnd()
  }
  return {
    screen,
    shows: (text) =>
      new Promise((resolve) => {
        const watch = (): void => {
          if (!screen().includes(text)) return
          watchers.delete(watch)
          resolve()
        }
        watchers.add(watch)
        watch()
      }),
    type: (keys) => pty.write(keys),
    ended: new Promise((resolve) => {
      pty.onExit(({ exitCode }) => emulator.write('', () => resolve(exitCode)))
    }),
  }
}
