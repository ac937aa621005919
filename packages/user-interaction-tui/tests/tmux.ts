/** The program in a window of tmux, behind a shell of its own: another terminal than the emulator of the other tests. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Plan } from './fixtures/program.ts'

const program = fileURLToPath(new URL('fixtures/program.ts', import.meta.url))
const patienceMs = 25_000

/** Whether tmux is there. */
export function hasTmux(): boolean {
  try {
    execFileSync('tmux', ['-V'])
    return true
  } catch {
    return false
  }
}

let windows = 0

/** A window with the program in it. */
export class Window {
  private readonly folder = mkdtempSync(join(tmpdir(), 'form-tmux-'))
  private readonly server = `form-${process.pid}-${++windows}`

  /** Starts the program; the shell notes before and after it how the terminal is, and with which code it ended. */
  constructor(plan: Plan, { columns = 80, rows = 24 }: { readonly columns?: number; readonly rows?: number } = {}) {
    const { folder } = this
    const words = [process.execPath, '--import', import.meta.resolve('tsx'), program, JSON.stringify(plan)]
    const command = words.map((word) => `'${word.replace(/'/g, `'\\''`)}'`).join(' ')
    const script = join(folder, 'run.sh')
    const [before, after, pid] = ['before', 'after', 'pid'].map((name) => join(folder, name))
    writeFileSync(
      script,
      `stty -a > ${before}\necho above\n(echo $BASHPID > ${pid}; exec ${command})\nrc=$?\nstty -a > ${after}\necho rc=$rc\ncat\n`,
    )
    const size = ['-x', String(columns), '-y', String(rows)]
    const env = ['env', 'LANG=C.UTF-8', 'LC_ALL=C.UTF-8', 'NO_COLOR=1', 'bash', script]
    this.tmux('-f', '/dev/null', 'new-session', '-d', ...size, ...env)
    onTestFinished(() => this.close())
  }

  /** What is visible. */
  text(): string {
    return this.tmux('capture-pane', '-p').replace(/[ \n]+$/u, '')
  }

  /** What is visible and what has scrolled away. */
  transcript(): string {
    return this.tmux('capture-pane', '-p', '-S', '-').replace(/[ \n]+$/u, '')
  }

  /** Keys by the names that tmux has for them. */
  press(...names: readonly string[]): void {
    this.tmux('send-keys', ...names)
  }

  type(text: string): void {
    this.tmux('send-keys', '-l', text)
  }

  resize(columns: number, rows: number): void {
    this.tmux('resize-window', '-x', String(columns), '-y', String(rows))
  }

  isCursorShown(): boolean {
    return this.tmux('display-message', '-p', '#{cursor_flag}').trim() === '1'
  }

  /** Whether the terminal is as it was before the program, once that has ended. */
  isSane(): boolean {
    const [before, after] = ['before', 'after'].map((name) => readFileSync(join(this.folder, name), 'utf8'))
    return before === after && before !== ''
  }

  kill(signal: NodeJS.Signals): void {
    process.kill(Number(readFileSync(join(this.folder, 'pid'), 'utf8')), signal)
  }

  /** Resolves with what is visible once that holds what is sought. */
  async waitFor(sought: string | RegExp): Promise<string> {
    const began = performance.now()
    for (;;) {
      const text = this.text()
      if (typeof sought === 'string' ? text.includes(sought) : sought.test(text)) return text
      if (performance.now() - began > patienceMs) throw new Error(`waited for ${String(sought)}; the screen:\n${text}`)
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
  }

  /** The same, and then as long as keys do not count. */
  async ready(sought: string | RegExp): Promise<string> {
    const text = await this.waitFor(sought)
    await new Promise((resolve) => setTimeout(resolve, 900))
    return text
  }

  private close(): void {
    try {
      this.tmux('kill-server')
    } catch {
      // It goes with its last window.
    }
    rmSync(this.folder, { recursive: true })
  }

  private tmux(...args: readonly string[]): string {
    return execFileSync('tmux', ['-L', this.server, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  }
}
