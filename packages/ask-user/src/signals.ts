/** Turns the signals that end a command into one abort, so that whoever shows a question can take it down. */

const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

type SignalName = keyof typeof exitCodes

/** What signals arrive at; `process` is one. */
export interface SignalTarget {
  on(signal: SignalName, listener: (signal: SignalName) => void): unknown
  off(signal: SignalName, listener: (signal: SignalName) => void): unknown
  exit(code: number): unknown
}

/** A watch over the signals, until `stop`. */
export interface Interruption {
  /** Aborts at the first signal. */
  readonly signal: AbortSignal
  /** What to end with once it has aborted. */
  readonly exitCode: number | undefined
  /** Whether it was Ctrl-C, so that the human knows who stopped it. */
  readonly byHuman: boolean
  /** As if Ctrl-C had been sent: a terminal that is read key by key sends no signal. */
  interrupt(): void
  stop(): void
}

/** Watches. The first signal aborts, the second ends the process at once. */
export function watchSignals(target: SignalTarget): Interruption {
  const controller = new AbortController()
  const names = Object.keys(exitCodes) as SignalName[]
  let exitCode: number | undefined
  const listen = (name: SignalName): void => {
    if (exitCode !== undefined) return void target.exit(exitCodes[name])
    exitCode = exitCodes[name]
    controller.abort()
  }
  for (const name of names) target.on(name, listen)
  return {
    signal: controller.signal,
    get exitCode() {
      return exitCode
    },
    get byHuman() {
      return exitCode === exitCodes.SIGINT
    },
    interrupt: () => listen('SIGINT'),
    stop() {
      for (const name of names) target.off(name, listen)
    },
  }
}
