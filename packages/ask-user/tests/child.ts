/** The command as a process of its own, without a terminal unless a test gives it one. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const bin = fileURLToPath(new URL('../src/bin.ts', import.meta.url))

const nodeArgs = ['--import', import.meta.resolve('tsx')]

/** An environment in which nothing but the test speaks to the command. */
export function cleanEnv(env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env
  return { PATH, HOME, LANG: 'C.UTF-8', ...env }
}

/** Starts the command. In a session of its own it has no terminal to open, wherever the tests run. */
export function start(args: readonly string[], env?: NodeJS.ProcessEnv): ChildProcessWithoutNullStreams {
  return watch(spawn(process.execPath, [...nodeArgs, bin, ...args], { env: cleanEnv(env), detached: true }))
}

/** A line of shell in which `$ASK` is the command and `$NODE` is what runs source. */
export function expand(line: string): string {
  const quote = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ')
  const node = [process.execPath, ...nodeArgs]
  return line.replaceAll('$ASK', quote([...node, bin])).replaceAll('$NODE', quote(node))
}

/** Starts such a line. */
export function shell(line: string, env?: NodeJS.ProcessEnv): ChildProcessWithoutNullStreams {
  return watch(spawn('bash', ['-c', expand(line)], { env: cleanEnv(env), detached: true }))
}

/** Waits until the child says `what` on standard error. */
export async function said(child: ChildProcessWithoutNullStreams, what: string): Promise<void> {
  let heard = ''
  await new Promise<void>((resolve) => {
    child.stderr.on('data', (chunk: Buffer) => {
      heard += chunk.toString()
      if (heard.includes(what)) resolve()
    })
  })
}

/** How the child ended and all it said. */
export async function ended(child: ChildProcessWithoutNullStreams) {
  const [out, err, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | NodeJS.Signals | null>((resolve) => {
      child.on('close', (code, signal) => resolve(code ?? signal))
    }),
  ])
  return { out, err, status }
}

function watch(child: ChildProcessWithoutNullStreams): ChildProcessWithoutNullStreams {
  // A child that has ended no longer minds what is written to it.
  child.stdin.on('error', () => {})
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}
