/** A virtual terminal: a real program on a real PTY, its bytes shown by a terminal emulator, its keys pressed by a test. */
import { spawn, type IPty } from '@lydell/node-pty'
import { encodeKey, encodePaste, type Key } from './keys.ts'
import { Screen, type ScreenOptions, type ScreenState } from './screen.ts'

export type { Key } from './keys.ts'
export { type Cell, Screen, type ScreenOptions, type ScreenState } from './screen.ts'

/** How a virtual terminal is made and how its program is started. */
export interface TerminalOptions extends Pick<ScreenOptions, 'columns' | 'rows' | 'scrollback'> {
  readonly cwd?: string
  /** In place of the present environment. `TERM` is always `xterm-256color`. */
  readonly env?: Readonly<NodeJS.ProcessEnv>
  /** How long `waitFor` waits before it gives up, in milliseconds. Default: 10 000. */
  readonly patienceMs?: number
}

/** How a program ended. */
export interface Exit {
  readonly code: number
  /** The number of the signal that ended it, if one did. */
  readonly signal?: number
}

/** What is looked for on a screen. */
export type Sought = string | RegExp | ((screen: string) => boolean)

/** Starts a command on a PTY of its own. End it with `close`, or wait for `exit`. */
export function openTerminal(command: string, args: readonly string[] = [], options: TerminalOptions = {}): Terminal {
  const { columns = 80, rows = 24, cwd = process.cwd(), env = process.env } = options
  const pty = spawn(command, [...args], { name: 'xterm-256color', cols: columns, rows, cwd, env: { ...env } })
  return new Terminal(pty, { columns, rows, ...options })
}

/** A program on a terminal. */
export class Terminal {
  /** How it ended. Everything it wrote is on the screen by then. */
  readonly exit: Promise<Exit>
  readonly screen: Screen
  private readonly pty: IPty
  private readonly patienceMs: number
  private readonly watchers = new Set<() => void>()
  private taken: Promise<void> = Promise.resolve()
  private bytes = ''
  private ended: Exit | undefined

  constructor(pty: IPty, options: TerminalOptions) {
    this.pty = pty
    this.patienceMs = options.patienceMs ?? 10_000
    this.screen = new Screen(options, (reply) => this.type(reply))
    pty.onData((data) => {
      this.bytes += data
      this.taken = this.screen.write(data).then(() => this.tell())
    })
    this.exit = new Promise((resolve) => {
      pty.onExit(
        ({ exitCode, signal }) =>
          void this.taken.then(() => {
            this.ended = { code: exitCode, ...(signal && { signal }) }
            resolve(this.ended)
            this.tell()
          }),
      )
    })
  }

  /** All that the program wrote, as it wrote it. */
  get written(): string {
    return this.bytes
  }

  /** The visible rows as text. */
  text(): string {
    return this.screen.text()
  }

  state(): Promise<ScreenState> {
    return this.screen.state()
  }

  /** Sends text as if it were typed, without Enter. */
  type(text: string): void {
    if (!this.ended) this.pty.write(text)
  }

  /** Presses keys, one after the other. */
  press(...keys: readonly Key[]): void {
    const application = this.screen.modes['applicationCursorKeysMode'] === true
    this.type(keys.map((key) => encodeKey(key, application)).join(''))
  }

  paste(text: string): void {
    this.type(encodePaste(text, this.screen.modes['bracketedPasteMode'] === true))
  }

  /**
   * Resolves with the visible text once it holds what is sought. Rejects, showing the screen, when the program has
   * ended without it or patience is at its end.
   */
  waitFor(sought: Sought): Promise<string> {
    return new Promise((resolve, reject) => {
      const giveUp = (why: string): void => {
        stop()
        reject(new Error(`${why}; waited for ${String(sought)}; the screen:\n${this.text()}`))
      }
      const timer = setTimeout(() => giveUp(`${this.patienceMs} ms have passed`), this.patienceMs)
      const look = (): void => {
        const text = this.text()
        if (holds(text, sought)) {
          stop()
          resolve(text)
        } else if (this.ended) {
          giveUp(`the program has ended with ${this.ended.code}`)
        }
      }
      const stop = (): void => {
        clearTimeout(timer)
        this.watchers.delete(look)
      }
      this.watchers.add(look)
      look()
    })
  }

  /** Gives the terminal another size; the program hears SIGWINCH. */
  resize(columns: number, rows: number): void {
    this.screen.resize(columns, rows)
    this.pty.resize(columns, rows)
  }

  /** Ends the program if it still runs, with SIGHUP unless told otherwise, and waits for its end. */
  async close(signal = 'SIGHUP'): Promise<Exit> {
    if (!this.ended) this.pty.kill(signal)
    const exit = await this.exit
    this.screen.dispose()
    return exit
  }

  private tell(): void {
    for (const look of this.watchers) look()
  }
}

function holds(text: string, sought: Sought): boolean {
  if (typeof sought === 'string') return text.includes(sought)
  return typeof sought === 'function' ? sought(text) : sought.test(text)
}
