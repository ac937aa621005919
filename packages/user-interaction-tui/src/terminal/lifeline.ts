/** Gives the terminal back whatever ends or stops the process. */

type Ending = 'SIGTERM' | 'SIGHUP' | 'SIGINT' | 'SIGQUIT'

/** What the form needs of a process; `process` is one. */
export interface HostProcess {
  readonly pid: number
  on(event: string, listener: () => void): unknown
  off(event: string, listener: () => void): unknown
  listenerCount(event: string): number
  kill(pid: number, signal: string): unknown
}

/** What to do at each turn of the process's life. */
export interface Lifeline {
  /** The process ends now: restore at once, without waiting. */
  restore(): void
  /** The process was stopped and goes on. */
  resume(): void
}

/**
 * Watches the process until the result is called. A signal that nobody else handles still ends or stops the process,
 * after `restore`.
 */
export function watchProcess(host: HostProcess, { restore, resume }: Lifeline): () => void {
  const listeners = new Map<string, () => void>()
  const listen = (event: string, run: () => void): void => {
    listeners.set(event, run)
    host.on(event, run)
  }
  const stop = (): void => {
    for (const [event, run] of listeners) host.off(event, run)
  }
  listen('exit', restore)
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT'] satisfies Ending[]) {
    listen(signal, () => {
      // A host with a handler of its own decides; it aborts the ask or exits.
      if (host.listenerCount(signal) > 1) return
      restore()
      stop()
      host.kill(host.pid, signal)
    })
  }
  const suspend = (): void => {
    restore()
    host.off('SIGTSTP', suspend)
    host.kill(host.pid, 'SIGTSTP')
    // Runs once the process goes on, or at once where nobody could wake it.
    setImmediate(() => {
      if (!listeners.has('SIGTSTP')) return
      host.on('SIGTSTP', suspend)
      resume()
    })
  }
  listen('SIGTSTP', suspend)
  return () => {
    stop()
    listeners.clear()
  }
}
