/** The command with `--provider web` as a process of its own, from its address on. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../src/bin.ts', import.meta.url))

/** A command that waits for an answer. */
export interface PageCommand {
  readonly address: URL
  readonly exit: Promise<{ readonly code: number | null; readonly stdout: string }>
  stderr(): string
  kill(signal: NodeJS.Signals): void
  /** Posts to the one ask there is, as the page would. */
  post(what: string, body: object): Promise<Response>
}

/** Starts it. Rejects, with all it wrote, when it ends before it prints an address. */
export async function startCommand(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<PageCommand> {
  const child = spawn(process.execPath, ['--import', 'tsx', bin, '--provider', 'web', '--no-open', ...args], {
    env: { ...process.env, LC_ALL: 'C', SSH_CONNECTION: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (stdout += text))
  const closed = once(child, 'close')
  const address = await new Promise<URL>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
      const [found] = /http:\S+(?=\n)/.exec(stderr) ?? []
      if (found) resolve(new URL(found))
    })
    child.once('close', (code) => reject(new Error(`the command ended with ${code}:\n${stderr}`)))
  })
  return {
    address,
    exit: closed.then(([code]: (number | null)[]) => ({ code: code ?? null, stdout })),
    stderr: () => stderr,
    kill: (signal) => void child.kill(signal),
    post: (what, body) => post(address, what, body),
  }
}

async function post(address: URL, what: string, body: object): Promise<Response> {
  const entered = await fetch(address, { redirect: 'manual' })
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const events = await fetch(new URL('/events', address), { headers: { cookie } })
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const asked = /"id":"([^"]+)","askedAt"/
  while (!asked.test(text)) {
    const { value, done } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) throw new Error('nothing was asked')
    text += value
  }
  await reader?.cancel()
  const [, id = ''] = asked.exec(text) ?? []
  return fetch(new URL(`/asks/${id}/${what}`, address), {
    method: 'POST',
    headers: { cookie, origin: address.origin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}
