/** `ask()`: the whole of the command as a function, for programs that have no Cordis. */
import type { AskUserQuestionAnswer } from '@deepseek-ai/dsh-user-interaction'
import type { Answers } from './desk.ts'
import type { Lang } from '@deepseek-ai/dsh-user-interaction/lang'
import { languageOf } from './lang.ts'
import { fileUrl } from './path.ts'
import type { AskArguments } from './questions.ts'
import { runAsk } from './run.ts'
import { type Input, openInput } from './terminal.ts'
import type { Output } from './write.ts'

/** How to ask. */
export interface AskOptions {
  /** Aborting it takes the question down and rejects with `ASK_ABORTED`. */
  readonly signal?: AbortSignal
  /** How long the human may be idle once the question is shown, in milliseconds. Default: for ever. */
  readonly deadlineMs?: number
  /**
   * Who answers. `auto`: lines from `input`, else a form on the terminal, or lines where it cannot be redrawn, else lines
   * on standard input; `tui`: the same, in a build (CI) too; `stdio`: lines from `input` or standard input; `web`: a page in a browser, whose
   * address is written to `output`; `script`: nobody but `answers` and `answersFile`. Default: `script` when one of these is given, else `auto`.
   */
  readonly provider?: 'auto' | 'tui' | 'stdio' | 'web' | 'script'
  /** Where lines come from. It stays open. */
  readonly input?: Input
  /** Where questions go. It stays open. Default: standard error. */
  readonly output?: Output
  /** Default: what ASK_USER_LANG, LC_ALL, LC_MESSAGES or LANG say. */
  readonly lang?: Lang
  /** Answers by question id; they win over the file. */
  readonly answers?: Answers
  /** The path of a file of answers, as the command prints them. */
  readonly answersFile?: string
  /** The path of a cordis.yml to boot; it then decides who answers. */
  readonly config?: string
  /** Whether text is no answer where there are options; it is asked again. Default: false. */
  readonly onlyOptions?: boolean
}

/**
 * Puts questions to a human in this process: boots the harness, calls `ask_user_question`, stops. Nothing is left
 * running, and no listener on the signal or the streams.
 * @param request what a model would send to the tool.
 * @returns one answer for each question, in asked order.
 * @throws UserInteractionError when it was refused (`BAD_REQUEST`, `EMPTY_QUESTIONS`), dismissed, aborted, expired, or
 *   when nobody could be asked; CompositionError when a cordis.yml does not run.
 */
export function ask(request: AskArguments, options: AskOptions = {}): Promise<AskUserQuestionAnswer> {
  const { answers, answersFile, config, deadlineMs, input, onlyOptions, signal } = options
  const provider = options.provider ?? (answers || answersFile ? 'script' : 'auto')
  return runAsk(request, {
    provider: provider === 'auto' && input ? 'stdio' : provider,
    env: process.env,
    script: { ...(answersFile && { file: fileUrl(answersFile) }), ...(answers && { answers }) },
    openInput: (giveUp) =>
      input
        ? { input, close: () => {} }
        : openInput({
            provider: provider === 'stdio' ? 'stdio' : 'auto',
            stdin: process.stdin,
            stdinTaken: false,
            env: process.env,
            giveUp,
          }),
    output: options.output ?? process.stderr,
    lang: options.lang ?? languageOf([], process.env),
    composition: config && fileUrl(config),
    deadlineMs,
    ...(onlyOptions !== undefined && { onlyOptions }),
    signal,
  })
}
