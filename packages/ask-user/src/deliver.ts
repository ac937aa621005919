/** Asks, and delivers the answer to standard output or the reason why there is none to standard error. */
import { type AskUserQuestionAnswer, isConsent } from '@deepseek-ai/dsh-user-interaction'
import { type ExitCode, exitCodes } from './exit.ts'
import { unknownFields } from './fields.ts'
import type { Lang } from '@deepseek-ai/dsh-user-interaction/lang'
import type { Messages } from './messages/messages.ts'
import { renderJson, renderPlain } from './output.ts'
import { fileUrl } from './path.ts'
import { confirmation } from './questions.ts'
import { type Report, report, reportFailure } from './report.ts'
import { type Plan, runAsk } from './run.ts'
import { openOutput } from './prompts.ts'
import type { Settings } from './settings.ts'
import type { Interruption } from './signals.ts'
import { type Input, openInput } from './terminal.ts'
import { type Output, tell, write } from './write.ts'

/** What the command was told to do. */
export interface AskJob extends Settings {
  /** The tool's arguments. */
  readonly args: unknown
  readonly onlyOptions: boolean
  readonly plain: boolean
  /** Whether a browser may be opened. */
  readonly open: boolean
  /** Whether only the yes of `--confirm` is an answer. */
  readonly confirm: boolean
  /** Whether standard input carried the questions. */
  readonly stdinTaken: boolean
  readonly host: {
    readonly env: NodeJS.ProcessEnv
    readonly stdin: Input
    readonly stdout: Output
    readonly stderr: Output
  }
  readonly lang: Lang
  readonly text: Messages
  readonly interruption: Interruption
}

/**
 * Does the job. Standard output gets the whole answer or nothing.
 * @returns the exit code.
 */
export async function askAndDeliver(job: AskJob): Promise<ExitCode> {
  const { host, interruption, text } = job
  await noteUnknownFields(job)
  const { code, message } = await attempt(job)
  const stopped = interruption.signal.aborted && code !== exitCodes.answered
  const end = interruption.byHuman ? text.outcome.stopped : text.outcome.ended
  if (message || stopped) await tell(host.stderr, stopped ? `${end}\n` : message)
  return code
}

/** The tool reads past what it does not know; whoever wrote it would rather know. */
async function noteUnknownFields({ args, host, text }: AskJob): Promise<void> {
  const { askUserQuestionTool } = await import('@deepseek-ai/dsh-tool-ask-user')
  const paths = unknownFields(args, askUserQuestionTool.parameters)
  if (paths.length > 0) await tell(host.stderr, `${text.notice.unknownFields(paths.join(', '))}\n`)
}

async function attempt(job: AskJob): Promise<Report> {
  const {
    args,
    plain,
    confirm,
    host,
    text: { outcome },
  } = job
  let atTerminal = false
  const prompts = openOutput({ provider: job.provider, ...host })
  const plan = planOf(job, prompts.output, (input) => {
    atTerminal = input.isTTY === true
  })
  let answer: AskUserQuestionAnswer
  try {
    answer = await runAsk(args, plan)
  } catch (error) {
    const passed = plan.provider === 'script'
    const { isInputEnded, isNoAnswer } = await import('@deepseek-ai/dsh-user-interaction-stdio')
    if (confirm && isNoAnswer(error)) return report(exitCodes.dismissed, outcome.notConfirmed)
    return reportFailure(error, { passed, unanswered: passed || isInputEnded(error), atTerminal, args }, job.text)
  } finally {
    prompts.close()
  }
  if (confirm && !isConsent(answer, confirmation.id, confirmation.yes)) {
    return report(exitCodes.dismissed, outcome.notConfirmed)
  }
  const rendered = plain ? renderPlain(answer) : renderJson(answer)
  if (rendered === undefined) return report(exitCodes.dismissed, outcome.nothingAnswered)
  const failure = await write(host.stdout, rendered)
  return failure ? report(exitCodes.failed, outcome.notWritten(failure.message)) : report(exitCodes.answered)
}

function planOf(job: AskJob, output: Output, opened: (input: Input) => void): Plan {
  const { provider, surfaces, answers, answersFile, config, stdinTaken, host, confirm, plain, lang, deadlineMs } = job
  const { env, stdout } = host
  return {
    provider,
    ...(surfaces && { surfaces }),
    env,
    onAsk: job.onAsk,
    web: { port: job.port, open: job.open },
    interrupt: () => job.interruption.interrupt(),
    script: { ...(answersFile && { file: fileUrl(answersFile) }), ...(answers && { answers }) },
    openInput(giveUp) {
      const way = provider === 'stdio' || surfaces?.includes('stdio') ? 'stdio' : 'auto'
      const open = openInput({ provider: way, stdin: host.stdin, stdinTaken, env, giveUp })
      opened(open.input)
      return open
    },
    output,
    // No receipt where the answer itself appears on the same screen, or where more than an answer decides.
    receipt: !confirm && !plain && !(stdout.isTTY && output.isTTY),
    // What is told of an ending goes to standard error, wherever that is.
    endings: output !== host.stderr,
    lang,
    composition: config && fileUrl(config),
    deadlineMs,
    onlyOptions: job.onlyOptions || confirm,
    signal: job.interruption.signal,
  }
}
