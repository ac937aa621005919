/** A process that a test owns: streams in memory, signals by hand, everything that was written as text. */
import { EventEmitter } from 'node:events'
import { PassThrough, Writable } from 'node:stream'
import { type Host, main } from '../src/main.ts'

/** What a test gives the command. */
export interface HostOptions {
  readonly env?: NodeJS.ProcessEnv
  /** What stands on standard input, which then ends; nothing keeps it open and silent. */
  readonly stdin?: string
  /** Whether standard input is a terminal. */
  readonly tty?: boolean
  readonly stdout?: Writable
}

/** The process and what came of it. */
export class TestHost extends EventEmitter implements Host {
  readonly env: NodeJS.ProcessEnv
  readonly stdin: PassThrough & { isTTY?: boolean }
  readonly stdout: Writable
  readonly stderr: Writable
  out = ''
  err = ''
  exited: number | undefined
  private readonly watchers = new Set<() => void>()

  constructor({ env = {}, stdin, tty, stdout }: HostOptions = {}) {
    super()
    this.env = env
    this.stdin = Object.assign(new PassThrough(), tty ? { isTTY: true } : {})
    if (stdin !== undefined) this.stdin.end(stdin)
    this.stdout =
      stdout
      ?? collect((text) => {
        this.out += text
      })
    this.stderr = collect((text) => {
      this.err += text
      for (const watch of this.watchers) watch()
    })
  }

  exit(code: number): void {
    this.exited = code
  }

  /** Resolves once standard error holds the text. */
  shown(text: string): Promise<void> {
    return new Promise((resolve) => {
      const watch = (): void => {
        if (!this.err.includes(text)) return
        this.watchers.delete(watch)
        resolve()
      }
      this.watchers.add(watch)
      watch()
    })
  }
}

/** Runs the command to its end. */
export async function run(argv: readonly string[], options: HostOptions = {}) {
  const host = new TestHost(options)
  const code = await main(argv, host)
  return { code, out: host.out, err: host.err, host }
}

function collect(take: (text: string) => void): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      take(chunk.toString())
      done()
    },
  })
}
