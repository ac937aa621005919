/** Runs a program and keeps what it prints. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** How a program ended. */
export interface Outcome {
  readonly code: number
  /** What it printed on both streams, in the order in which it came, without escape sequences of its own accord. */
  readonly output: string
}

/** Starts a program in a folder and waits for its end; rejects only when it cannot be started. */
export function run(cwd: string, file: string, args: readonly string[]): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined }
    const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
      })
    }
    child.once('error', reject)
    child.once('close', (code, signal) => {
      resolve({ code: code ?? 1, output: signal ? `${output}ended by ${signal}\n` : output })
    })
  })
}

/** {@link run} for a tool of the workspace; resolves with what it printed, as lines, when it did not end with 0. */
export async function tool(root: string, name: string, ...args: string[]): Promise<string[]> {
  const { code, output } = await run(root, join(root, 'node_modules', '.bin', name), args)
  if (code === 0) return []
  return output.trim() === '' ? [`${name} ended with ${code}`] : output.trimEnd().split('\n')
}

/** Runs pnpm: the one that started this process, or the workspace's through npx. */
export function pnpm(root: string, ...args: string[]): Promise<Outcome> {
  const started = process.env['npm_execpath'] ?? ''
  if (/pnpm\.c?js$/.test(started)) return run(root, process.execPath, [started, ...args])
  return run(root, 'npx', ['-y', 'pnpm@10', ...args])
}
