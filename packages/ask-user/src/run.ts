/** One ask from start to end: boots the composition, calls the tool, stops. Neither argv nor exit codes here. */
import { once } from 'node:events'
import type { Context } from '@deepseek-ai/cordis'
import {
  type AskUserQuestionAnswer,
  isUserInteractionError,
  UserInteractionError,
} from '@deepseek-ai/dsh-user-interaction'
import { sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'
import { boot, type Running } from './boot.ts'
import { callTool } from './call.ts'
import { Desk, type DeskOptions } from './desk.ts'
import { CompositionError } from './faults.ts'
import type { Lang } from '@deepseek-ai/dsh-user-interaction/lang'
import { loadMessages } from './lang.ts'
import { askForOptions } from './only-options.ts'

/** Everything that was decided about an ask. */
export interface Plan extends DeskOptions {
  readonly lang: Lang
  /** The URL of a cordis.yml. Default: the shipped one. */
  readonly composition?: string | undefined
  readonly deadlineMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** What running a composition needs of it. */
export type RunPlan = Pick<Plan, 'composition' | 'deadlineMs' | 'output' | 'signal'>

const shipped = new URL('../compositions/cordis.yml', import.meta.url).href

/** How long the plugins of a composition may take to unload before what came of it is told without them. */
const stopPatienceMs = 2000

/** How often an option is asked for before whoever types is taken for a machine. */
const mostAttempts = 10

/**
 * Asks. Whatever comes of it, nothing is left running and no listener on signal or streams.
 * @param args the tool's arguments.
 * @throws CompositionError when the composition does not run; else as `callTool` does.
 */
export async function runAsk(args: unknown, plan: Plan): Promise<AskUserQuestionAnswer> {
  const desk = new Desk({ ...plan, openInput: await tellingPatience(plan) })
  try {
    return await runIn(desk, plan, (ctx) => askIn(ctx, args, desk, plan))
  } catch (error) {
    throw desk.nobody && isUserInteractionError(error, 'ASK_ABORTED') ? desk.nobody : error
  } finally {
    desk.close()
  }
}

/**
 * Boots a composition, does something in it and stops it, whatever comes of that.
 * @throws CompositionError when it does not run; else as `work` does.
 */
export async function runIn<T>(desk: Desk, plan: RunPlan, work: (ctx: Context) => Promise<T>): Promise<T> {
  const booting = bootFor(desk, plan)
  try {
    const { ctx } = await unlessAborted(booting, plan.signal)
    return await work(ctx)
  } finally {
    const stopping = booting.then(({ stop }) => stop())
    await unlessAborted(stopping, AbortSignal.timeout(stopPatienceMs)).catch(() => {})
  }
}

/** A plugin may take for ever to start or to stop; that holds up neither an interruption nor an answer. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  if (signal.aborted) throw new UserInteractionError('ASK_ABORTED')
  const aborted = new AbortController()
  const abort = once(signal, 'abort', { signal: aborted.signal }).then(() => {
    throw new UserInteractionError('ASK_ABORTED')
  })
  try {
    return await Promise.race([work, abort])
  } finally {
    aborted.abort()
    abort.catch(() => {})
  }
}

/** Opens the input and says how long it is waited for, if that is not for ever. */
async function tellingPatience({ openInput, output, lang }: Plan): Promise<Plan['openInput']> {
  const { notice } = await loadMessages(lang)
  return (giveUp) => {
    const open = openInput(giveUp)
    if (open.patienceMs !== undefined) output.write(`${notice.patience(open.patienceMs / 1000)}\n`)
    return open
  }
}

async function bootFor(desk: Desk, { composition, deadlineMs, output }: RunPlan): Promise<Running> {
  try {
    return await boot(composition ?? shipped, {
      prepare(ctx) {
        ctx.provide('askUser', desk)
        if (deadlineMs !== undefined) limitIdleness(ctx, deadlineMs)
      },
      log: (line) => void output.write(`${sanitizeText(line)}\n`),
    })
  } catch (error) {
    // In the shipped composition only what the caller gave can be at fault, and that error says so itself.
    const own = composition === undefined && error instanceof CompositionError && isUserInteractionError(error.cause)
    throw own ? error.cause : error
  }
}

/** Sets the deadline of the tool, whatever file mounts it. */
function limitIdleness(ctx: Context, deadlineMs: number): void {
  ctx.on(
    'internal/config',
    function (_config, next) {
      const config: unknown = next()
      return this.runtime?.name === 'tool-ask-user' ? { ...(config as object | undefined), deadlineMs } : config
    },
    { global: true, prepend: true },
  )
}

async function askIn(ctx: Context, args: unknown, desk: Desk, plan: Plan): Promise<AskUserQuestionAnswer> {
  const { composition, lang, onlyOptions, output, provider, signal } = plan
  const either = signal ? AbortSignal.any([signal, desk.signal]) : desk.signal
  const call = (asked: unknown) => callTool(ctx, asked, either)
  if (!onlyOptions) return (await call(args)).answer
  const { notice } = await loadMessages(lang)
  return askForOptions(call, args, {
    // A script says the same every time.
    attempts: provider === 'script' && composition === undefined ? 1 : mostAttempts,
    notice: () => void output.write(`${notice.onlyOptions}\n`),
  })
}
