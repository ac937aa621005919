/** The command from argv to exit code, over whatever process and streams it is given. */
import { createRequire } from 'node:module'
import { type Command, type GivenSettings, parseCommand, type Source } from './args.ts'
import { exitCodes } from './exit.ts'
import type { HostName } from './hosts.ts'
import type { Lang } from '@deepseek-ai/dsh-user-interaction/lang'
import { languageOf, loadMessages } from './lang.ts'
import type { Messages } from './messages/messages.ts'
import { confirmArguments, parseQuestions, quickArguments } from './questions.ts'
import { checkReadable, readAll, readText } from './read.ts'
import { renderSchema } from './schema.ts'
import { settle } from './settings.ts'
import { type Interruption, type SignalTarget, watchSignals } from './signals.ts'
import type { Input } from './terminal.ts'
import { UsageError } from './usage.ts'
import { type Output, tell, write } from './write.ts'

/** What the command needs of a process; `process` is one. */
export interface Host extends SignalTarget {
  readonly env: NodeJS.ProcessEnv
  readonly stdin: Input
  readonly stdout: Output
  readonly stderr: Output
}

/** A run of the command in the language of whoever runs it. */
interface Session {
  readonly host: Host
  readonly lang: Lang
  readonly text: Messages
  readonly interruption: Interruption
}

type AskCommand = Extract<Command, { kind: 'ask' }>
type McpCommand = Extract<Command, { kind: 'mcp' }>

/**
 * Runs the command. Standard output has got the answer, whole, when this resolves with 0, and nothing otherwise.
 * @param argv without the program and its file.
 * @returns the exit code; never rejects.
 */
export async function main(argv: readonly string[], host: Host): Promise<number> {
  const interruption = watchSignals(host)
  const lang = languageOf(argv, host.env)
  const text = await loadMessages(lang)
  try {
    const code = await run(parseCommand(argv, text), { host, lang, text, interruption })
    return code === exitCodes.answered ? code : (interruption.exitCode ?? code)
  } catch (error) {
    return interruption.exitCode ?? (await fail(error, host, text))
  } finally {
    interruption.stop()
  }
}

async function run(command: Command, session: Session): Promise<number> {
  if (command.kind === 'ask') return ask(command, session)
  if (command.kind === 'journal') {
    const { runJournal } = await import('./journal.ts')
    return runJournal(command, session.host, session.text)
  }
  if (command.kind === 'mcp')
    return command.printConfig
      ? printConfig(command.printConfig, command.settings, session)
      : serve(command.settings, session)
  await write(session.host.stdout, await renderInformation(command, session.text))
  return exitCodes.answered
}

async function renderInformation(
  command: Exclude<Command, AskCommand | McpCommand>,
  { help }: Messages,
): Promise<string> {
  if (command.kind === 'help') return help
  if (command.kind === 'schema') return `${await renderSchema(command.format)}\n`
  const { version } = createRequire(import.meta.url)('../package.json') as { version: string }
  return `${version}\n`
}

async function ask(
  { source, settings: flags, onlyOptions, plain, open }: AskCommand,
  session: Session,
): Promise<number> {
  const { host, text, lang, interruption } = session
  const settings = settle(flags, host.env, text)
  const args = await readSource(source, session)
  await checkReadable(settings.config, text)
  await checkReadable(settings.answersFile, text)
  // Only what asks needs the harness: help and faults of usage are there without its weight.
  const { askAndDeliver } = await import('./deliver.ts')
  return askAndDeliver({
    args,
    ...settings,
    onlyOptions,
    plain,
    open,
    confirm: source.kind === 'confirm',
    stdinTaken: source.kind === 'stdin',
    host,
    lang,
    text,
    interruption,
  })
}

/** Standard output gets what is to be pasted and nothing else. */
async function printConfig(name: HostName, flags: GivenSettings, { host, text }: Session): Promise<number> {
  const settings = settle(flags, {}, text)
  await checkReadable(settings.config, text)
  await checkReadable(settings.answersFile, text)
  const { hostConfig, ownCommandLine } = await import('./host-config.ts')
  const { file, text: config } = hostConfig(name, ownCommandLine(flags))
  await tell(host.stderr, `${text.notice.paste(file)}\n`)
  await write(host.stdout, config)
  return exitCodes.answered
}

async function serve(flags: GivenSettings, { host, text, lang, interruption }: Session): Promise<number> {
  const settings = settle(flags, host.env, text)
  await checkReadable(settings.config, text)
  await checkReadable(settings.answersFile, text)
  const { serveClient } = await import('./serve.ts')
  return serveClient({ ...settings, host, lang, interruption })
}

async function readSource(source: Source, { host, text, interruption }: Session): Promise<unknown> {
  switch (source.kind) {
    case 'quick':
      return quickArguments(source.questions)
    case 'confirm':
      return confirmArguments(source.text, text)
    case 'file':
      return parseQuestions(await readText(source.path, interruption.signal, text), JSON.stringify(source.path), text)
    case 'stdin': {
      if (host.stdin.isTTY && !source.named) throw new UsageError(text.usage.nothing)
      return parseQuestions(await readAll(host.stdin, interruption.signal, text), text.usage.stdin, text)
    }
  }
}

async function fail(error: unknown, { stderr }: Host, { usage, outcome }: Messages): Promise<number> {
  const isUsage = error instanceof UsageError
  const message = error instanceof Error ? error.message : String(error)
  await tell(
    stderr,
    isUsage ? `ask-user: ${message.replaceAll('\n', '\\n')}\n${usage.hint}\n` : `${outcome.failed(message)}\n`,
  )
  return isUsage ? exitCodes.usage : exitCodes.failed
}
