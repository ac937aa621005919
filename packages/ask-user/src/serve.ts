/** `ask-user mcp`: boots a composition and offers its tool to one MCP client, until that goes or a signal comes. */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Context } from '@deepseek-ai/cordis'
import { type Calls, createCalls, serveMcp } from '@deepseek-ai/dsh-user-interaction-mcp'
import type { Lang } from '@deepseek-ai/dsh-user-interaction/lang'
import { claimStreams, refuseReaders } from './claim.ts'
import { Desk } from './desk.ts'
import { type ExitCode, exitCodes } from './exit.ts'
import { NobodyError } from './nobody.ts'
import { fileUrl } from './path.ts'
import { runIn } from './run.ts'
import type { Settings } from './settings.ts'
import type { Interruption } from './signals.ts'
import type { Input } from './terminal.ts'
import { type Output, tell } from './write.ts'

/** What was decided. */
export interface ServeJob extends Settings {
  readonly host: {
    readonly env: NodeJS.ProcessEnv
    readonly stdin: Input
    readonly stdout: Output
    readonly stderr: Output
  }
  readonly lang: Lang
  readonly interruption: Interruption
}

const shipped = new URL('../compositions/mcp.yml', import.meta.url).href

/**
 * Serves. Standard output gets messages of the protocol and nothing else.
 * @returns the exit code: that of an answer when the client went, in the middle of a question too.
 * @throws CompositionError when the composition does not run.
 */
export async function serveClient({ host, lang, interruption, ...settings }: ServeJob): Promise<ExitCode> {
  const calls = createCalls()
  const { provider, answers, answersFile, config, deadlineMs } = settings
  const desk = new Desk({
    provider,
    env: host.env,
    output: host.stderr,
    lang,
    calls,
    script: { ...(answersFile && { file: fileUrl(answersFile) }), ...(answers && { answers }) },
    openInput() {
      throw new NobodyError('mcp')
    },
  })
  const { signal } = interruption
  const composition = config === undefined ? shipped : fileUrl(config)
  const release = claimStreams(host.stderr)
  try {
    await runIn(desk, { composition, deadlineMs, output: host.stderr, signal }, async (ctx) => {
      refuseReaders(ctx, fileURLToPath(composition))
      await serve(ctx, calls, { host, lang, interruption })
    })
  } finally {
    release()
  }
  return signal.aborted ? exitCodes.failed : exitCodes.answered
}

/** @throws Error when it was no end of the client's that ended the connection. */
async function serve(
  ctx: Context,
  calls: Calls,
  { host, lang, interruption: { signal } }: Pick<ServeJob, 'host' | 'lang' | 'interruption'>,
): Promise<void> {
  const { version } = createRequire(import.meta.url)('../package.json') as { version: string }
  const { stdin: input, stdout: output, stderr } = host
  const serving = serveMcp(ctx, { calls, input, output, version, lang, onError: (error) => note(error, stderr) })
  const stop = (): void => void serving.close()
  signal.addEventListener('abort', stop)
  try {
    const failure = await serving.closed
    if (failure) throw failure
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** A message of the protocol may hold a person's words, and so may what is said about one that cannot be read. */
function note(error: Error, output: Output): void {
  const { code = error.name } = error as { code?: unknown }
  void tell(output, `ask-user mcp: the connection reports ${String(code)}\n`)
}
