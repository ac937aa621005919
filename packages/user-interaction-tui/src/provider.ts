/** The form as a provider over any terminal: its life, from the first ask to `close`. */
import type {
  AskUserQuestionAnswer,
  AskUserQuestionRequest,
  PendingAsk,
  UserInteractionProvider,
} from '@deepseek-ai/dsh-user-interaction'
import { type Clock, systemClock } from './clock.ts'
import { createError } from './errors.ts'
import { detectLang, type Lang } from '@deepseek-ai/dsh-user-interaction/lang'
import { messages } from './lang.ts'
import { Session } from './session.ts'
import type { HostProcess } from './terminal/lifeline.ts'
import { canRedraw, type TerminalInput, type TerminalOutput, wantsColor } from './redraw.ts'

/** The streams are the caller's: opened and, in the end, closed there. */
export interface TuiProviderOptions {
  /** Where keys come from. Read, and raw, only while a question is up. */
  readonly input: TerminalInput
  /** Where the form is drawn. */
  readonly output: TerminalOutput
  /** Other streams that show on the same terminal; what is written to them meanwhile appears above the form. */
  readonly alsoShown?: readonly TerminalOutput[]
  /** Default: what LC_ALL, LC_MESSAGES or LANG say. */
  readonly lang?: Lang
  /** Whether to send styles. Default: unless NO_COLOR is set. */
  readonly color?: boolean
  /** Whether own words are no answer where there are options; they are not offered then. Default: false. */
  readonly onlyOptions?: boolean
  /** Whether an answer leaves a receipt in place of the form: what was sent, in words. Default: true. */
  readonly receipt?: boolean
  /** Whether the receipt ends with the JSON that the agent gets. Default: true. */
  readonly json?: boolean
  /** Whether to say how an ask ended without an answer; false where whoever asks says it. Default: true. */
  readonly endings?: boolean
  /** How to call somebody whose terminal has no focus when the form opens. Default: `bell`. */
  readonly notify?: 'bell' | 'osc9' | 'off'
  /** What Ctrl-C does, each time, in place of dismissing; it should end the ask. Default: it dismisses at once. */
  readonly onInterrupt?: () => void
  /** Called when a form opens, with nothing of what it asks. */
  readonly onAsk?: () => void
  /** Tells the listener how many other asks wait, at once and at each change; the result stops that. */
  readonly watchWaiting?: (listener: (count: number) => void) => () => void
  /** What NO_COLOR, TERM, ACCESSIBLE and the locale are. Default: this process's. */
  readonly env?: NodeJS.ProcessEnv
  /** Default: the system's. */
  readonly clock?: Clock
  /** Whose signals and exit to watch while a question is up. Default: this process. */
  readonly host?: HostProcess
}

/** A provider that owns no stream but has two of them while a question is up. */
export interface TuiProvider extends UserInteractionProvider {
  readonly concurrency: 1
  /** Not answerable any more once the terminal has gone. */
  watchAnswerable(listener: (answerable: boolean) => void): () => void
  /** Stops for good: an open ask rejects with `PROVIDER_GONE`, the terminal is as before. May be called again. */
  close(): void
}

/**
 * Makes a provider that asks in one form for a whole request, one request at a time. An ask rejects with
 * `ASK_CANCELLED` when the human dismisses it, with `PROVIDER_FAILED` when the terminal has gone, and with the reason
 * of `pending.signal` when that aborts. Whatever ends it, the terminal is left as it was.
 */
export function createTuiProvider(options: TuiProviderOptions): TuiProvider {
  return new FormProvider(options)
}

/** Terminals built on xterm.js, as they call themselves in TERM_PROGRAM. */
const builtOnXterm: ReadonlySet<string> = new Set(['vscode', 'Hyper', 'Tabby'])

class FormProvider implements TuiProvider {
  readonly concurrency = 1
  private readonly options: TuiProviderOptions
  private readonly watchers = new Set<(answerable: boolean) => void>()
  private session: Session | undefined
  private closed = false

  constructor(options: TuiProviderOptions) {
    this.options = options
  }

  async ask(request: AskUserQuestionRequest, pending: PendingAsk): Promise<AskUserQuestionAnswer> {
    // For whoever asks past `concurrency`; the seam does not.
    while (this.session) await this.session.answer.catch(() => undefined)
    pending.signal.throwIfAborted()
    if (this.closed) throw await createError('PROVIDER_GONE')
    if (!this.answerable) throw await createError('PROVIDER_FAILED', 'there is no terminal to draw a form on')
    return this.show(new Session(this.sessionOptions(), request, pending))
  }

  watchAnswerable(listener: (answerable: boolean) => void): () => void {
    this.watchers.add(listener)
    listener(this.answerable)
    return () => void this.watchers.delete(listener)
  }

  close(): void {
    this.closed = true
    this.session?.fail(createError('PROVIDER_GONE'), 'withdrawn')
  }

  private async show(session: Session): Promise<AskUserQuestionAnswer> {
    const { onAsk, watchWaiting } = this.options
    this.session = session
    session.open()
    let unwatch: (() => void) | undefined
    try {
      unwatch = watchWaiting?.((count) => session.showWaiting(count))
      onAsk?.()
      return await session.answer
    } catch (error) {
      session.fail(error, 'failed')
      throw error
    } finally {
      unwatch?.()
      this.session = undefined
      if (!this.answerable) for (const tell of this.watchers) tell(false)
    }
  }

  private get answerable(): boolean {
    const { input, output } = this.options
    if (input.destroyed || input.readableEnded || output.destroyed || output.writableEnded) return false
    return canRedraw(input, output, this.env)
  }

  private get env(): NodeJS.ProcessEnv {
    return this.options.env ?? process.env
  }

  private sessionOptions(): ConstructorParameters<typeof Session>[0] {
    const { input, output, alsoShown = [], lang, color, notify = 'bell', onInterrupt } = this.options
    const { onlyOptions = false, receipt = true, json = true, endings = true } = this.options
    const text = messages[lang ?? detectLang(this.env)]
    const bells = { bell: '\u0007', osc9: `\u001b]9;${text.notification}\u0007`, off: '' }
    return {
      input,
      output,
      alsoShown,
      clock: this.options.clock ?? systemClock,
      host: this.options.host ?? process,
      isXterm: builtOnXterm.has(this.env['TERM_PROGRAM'] ?? ''),
      text,
      color: color ?? wantsColor(this.env),
      onlyOptions,
      receipt,
      json,
      endings,
      bell: bells[notify],
      onInterrupt,
    }
  }
}
