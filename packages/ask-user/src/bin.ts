#!/usr/bin/env node
/** The command `ask-user`: `main` on this process, which is the command's alone to end and to speak for. */
import { Console } from 'node:console'
import { exitCodes } from './exit.ts'
import { main } from './main.ts'
import { tell } from './write.ts'

const { stdin, stdout, stderr, env } = process
let code: number | undefined

// A plugin may end the process, or leave it nothing to wait for: that is no answer.
process.on('exit', () => (process.exitCode = code ?? exitCodes.failed))
const hold = setInterval(() => {}, 2 ** 30)

// Standard output carries the answer alone: what plugins print goes where prompts go.
globalThis.console = new Console(stderr)
Object.defineProperty(process, 'stdout', { get: () => stderr })
// Whoever read the prompts may have gone. The surface that writes them sees it and says so; the process goes on.
stderr.on('error', () => {})

process.on('uncaughtException', crash)

async function crash(error: unknown): Promise<void> {
  code = exitCodes.failed
  const message = error instanceof Error ? error.message : String(error)
  await tell(stderr, `ask-user: ${message.replaceAll('\n', '\\n')}\n`)
  process.exit()
}

// A script of a package manager is run at the root; a path is meant from where its caller stood.
if (env['npm_lifecycle_event'] === 'ask' && env['INIT_CWD']) process.chdir(env['INIT_CWD'])

code = await main(process.argv.slice(2), {
  env,
  stdin,
  stdout,
  stderr,
  on: (signal, listener) => process.on(signal, listener),
  off: (signal, listener) => process.off(signal, listener),
  exit(now) {
    code = now
    process.exit()
  },
})
clearInterval(hold)
// A plugin, or a terminal that was read, may still hold the process.
process.exit()
