/** Runs a command of the user's when a question appears. */
import { spawn } from 'node:child_process'

/**
 * Starts a shell command and lets go of it. It knows that there is a question and nothing about it; that it cannot be
 * run is no reason to fail.
 */
export function runOnAsk(command: string): void {
  const child = spawn(command, { shell: true, stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
