/** The line provider over any two streams: its life, from the first ask to `close`. */
import {
  type AskUserQuestionAnswer,
  type AskUserQuestionRequest,
  type PendingAsk,
  UserInteractionError,
  type UserInteractionProvider,
} from '@deepseek-ai/dsh-user-interaction'
import { Conversation, type Surface } from './conversation.ts'
import { LineReader } from './lines.ts'
import { detectLang, type Lang } from '@deepseek-ai/dsh-user-interaction/lang'
import { renderDropped } from './receipt.ts'
import { createLook } from './render.ts'
import { type Output, Screen, wantsColor } from './screen.ts'
import type { Input } from './source.ts'

/** The streams are the caller's: opened and, in the end, closed there. */
export interface StdioProviderOptions {
  /** Where lines come from. Read only while a question is up, from the first one on. */
  readonly input: Input
  /** Where questions go. */
  readonly output: Output
  /** Default: what LC_ALL, LC_MESSAGES or LANG say. */
  readonly lang?: Lang
  /** Whether to emphasise with escape sequences. Default: on a terminal, unless NO_COLOR or ACCESSIBLE is set. */
  readonly color?: boolean
  /** Whether text is no answer where there are options; it is asked again. Default: false. */
  readonly onlyOptions?: boolean
  /** Whether an answer ends with a receipt: what was sent, in words. Default: true. */
  readonly receipt?: boolean
  /** Whether the receipt ends with the JSON that the agent gets. Default: where the output is no terminal. */
  readonly json?: boolean
  /** Whether to say how an ask ended without an answer; false where whoever asks says it. Default: true. */
  readonly endings?: boolean
}

/** A provider that owns no stream but listens on two. */
export interface StdioProvider extends UserInteractionProvider {
  readonly concurrency: 1
  /** Not answerable any more once the input has ended or the output has failed. */
  watchAnswerable(listener: (answerable: boolean) => void): () => void
  /**
   * Stops for good: an open ask rejects with `PROVIDER_GONE`, no listener is left on either stream, the input is
   * paused. Both streams stay open. May be called again.
   */
  close(): void
}

/**
 * Makes a provider that asks in numbered lines of plain text, one ask at a time. An ask rejects with
 * `ASK_CANCELLED` when the human dismisses it and with `PROVIDER_FAILED` when the input has ended or the output has
 * failed; when its signal aborts it says on the output that nothing was chosen.
 */
export function createStdioProvider(options: StdioProviderOptions): StdioProvider {
  return new LineProvider(options)
}

class LineProvider implements StdioProvider {
  readonly concurrency = 1
  private readonly output: Output
  private readonly surface: Surface
  private readonly watchers = new Set<(answerable: boolean) => void>()
  private conversation: Conversation | undefined
  /** Why nobody can be asked any more, if so. */
  private lost: Error | undefined
  private answerable = true

  constructor({ input, output, lang, color, ...ways }: StdioProviderOptions) {
    const { onlyOptions = false, receipt = true, json = output.isTTY !== true, endings = true } = ways
    const screen = new Screen(output, input.isTTY === true && output.isTTY === true)
    const look = createLook(lang ?? detectLang(process.env), color ?? wantsColor(output, process.env))
    const reader = new LineReader(input, {
      ended: () => this.endAnswerable(),
      dropped(lines, { typed, cut }) {
        if (cut) screen.leaveTyped()
        screen.aside(renderDropped(lines, typed, look))
      },
    })
    this.output = output
    this.surface = { reader, screen, look, onlyOptions, receipt, json, endings }
  }

  async ask(request: AskUserQuestionRequest, pending: PendingAsk): Promise<AskUserQuestionAnswer> {
    // For whoever asks past `concurrency`; the seam does not.
    while (this.conversation?.open) await this.conversation.run().catch(() => undefined)
    if (this.output.destroyed || this.output.writableEnded) this.onOutputError()
    if (this.lost) throw this.lost
    if (!this.output.listeners('error').includes(this.onOutputError)) this.output.on('error', this.onOutputError)
    this.conversation = new Conversation(this.surface, request, pending)
    return this.conversation.run()
  }

  watchAnswerable(listener: (answerable: boolean) => void): () => void {
    this.watchers.add(listener)
    listener(this.answerable)
    return () => void this.watchers.delete(listener)
  }

  close(): void {
    const gone = new UserInteractionError('PROVIDER_GONE')
    this.lost ??= gone
    this.surface.reader.close(gone)
    this.output.off('error', this.onOutputError)
  }

  private readonly onOutputError = (cause?: unknown): void => {
    this.lost ??= new UserInteractionError('PROVIDER_FAILED', 'the stream for questions cannot be written', { cause })
    this.surface.reader.abandon(this.lost)
    this.endAnswerable()
  }

  private endAnswerable(): void {
    if (!this.answerable) return
    this.answerable = false
    for (const tell of this.watchers) tell(false)
  }
}
