/** Asks, and delivers the answer to standard output or the reason why there is none to standard error. */
import { type AskUserQuestionAnswer, isConsent } from '@deepseek-ai/dsh-user-interaction'
import { type ExitCode, exitCodes } from './exit.ts'
import type { Lang } from './lang.ts'
import type { Messages } from './messages/messages.ts'
import { renderJson, renderPlain } from './output.ts'
import { fileUrl } from './path.ts'
import { confirmation } from './questions.ts'
import { type Report, report, reportFailure } from './report.ts'
import { type Plan, runAsk } from './run.ts'
import type { Settings } from './settings.ts'
import { type Input, openInput } from './terminal.ts'
import { type Output, tell, write } from './write.ts'

/** What the command was told to do. */
export interface AskJob extends Settings {
  /** The tool's arguments. */
  readonly args: unknown
  readonly onlyOptions: boolean
  readonly plain: boolean
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
  readonly signal: AbortSignal
}

/**
 * Does the job. Standard output gets the whole answer or nothing.
 * @returns the exit code. After an abort nothing is told: the human knows.
 */
export async function askAndDeliver(job: AskJob): Promise<ExitCode> {
  const { code, message } = await attempt(job)
  if (message && !job.signal.aborted) await tell(job.host.stderr, message)
  return code
}

async function attempt(job: AskJob): Promise<Report> {
  const {
    args,
    plain,
    confirm,
    host,
    text: { outcome },
  } = job
  const plan = planOf(job)
  let answer: AskUserQuestionAnswer
  try {
    answer = await runAsk(args, plan)
  } catch (error) {
    const passed = plan.provider === 'script'
    return reportFailure(error, { passed, unanswered: passed || (await isInputEnded(error)) }, job.text)
  }
  if (confirm && !isConsent(answer, confirmation.id, confirmation.yes)) {
    return report(exitCodes.dismissed, outcome.notConfirmed)
  }
  const rendered = plain ? renderPlain(answer) : renderJson(answer)
  if (rendered === undefined) return report(exitCodes.dismissed, outcome.nothingAnswered)
  const failure = await write(host.stdout, rendered)
  return failure ? report(exitCodes.failed, outcome.notWritten(failure.message)) : report(exitCodes.answered)
}

async function isInputEnded(error: unknown): Promise<boolean> {
  return (await import('@deepseek-ai/dsh-user-interaction-stdio')).isInputEnded(error)
}

function planOf({ provider, answers, answersFile, config, stdinTaken, host, ...rest }: AskJob): Plan {
  const { env, stdout, stderr } = host
  const { lang, deadlineMs, onlyOptions, signal } = rest
  return {
    provider: provider === 'script' ? provider : 'stdio',
    script: { ...(answersFile && { file: fileUrl(answersFile) }), ...(answers && { answers }) },
    openInput(giveUp) {
      const way = provider === 'stdio' ? 'stdio' : 'auto'
      return openInput({ provider: way, stdin: host.stdin, stdinTaken, env, giveUp })
    },
    output: stderr,
    // Where the answer appears on the same screen, the receipt need not repeat it.
    json: stdout.isTTY !== true,
    lang,
    composition: config && fileUrl(config),
    deadlineMs,
    onlyOptions,
    signal,
  }
}
