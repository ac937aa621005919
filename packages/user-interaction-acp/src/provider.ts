/** The provider over one connection to an editor: its life, from the first ask to the connection's end or `close`. */
import {
  type AskUserQuestionAnswer,
  type AskUserQuestionRequest,
  type PendingAsk,
  UserInteractionError,
  type UserInteractionProvider,
} from '@deepseek-ai/dsh-user-interaction'
import { detectLang, type Lang } from '@deepseek-ai/dsh-user-interaction/lang'
import { type AcpClient, type AcpSession, sessionOfAgent, showsForms } from './client.ts'
import { messages } from './lang.ts'
import { disconnected } from './request.ts'
import { askByDialog, askByForm, type Showing } from './surfaces.ts'

/** The editor, and how it is asked. */
export interface AcpProviderOptions extends AcpClient {
  /** The language of a form's own texts. Default: what LC_ALL, LC_MESSAGES or LANG say. */
  readonly lang?: Lang
  /**
   * What comes back sooner, in milliseconds, is by a rule of the editor and no person's: the ask fails. Of a form that
   * is a refusal or an empty one; one that is filled in is taken after 400 ms. Default: 1000; 0 takes everything.
   */
  readonly soonestMs?: number
  /** A clock in milliseconds that never goes back. Default: the process's. */
  readonly now?: () => number
}

/** A provider that owns no connection, only what it asked over one. */
export interface AcpProvider extends UserInteractionProvider {
  /** Not answerable any more once the connection has closed. */
  watchAnswerable(listener: (answerable: boolean) => void): () => void
  /**
   * The editor cancelled the turn of this session: its open asks are withdrawn and reject with `ASK_ABORTED`. Asks that
   * carry the turn's signal need no such call.
   */
  cancelSession(sessionId: string): void
  /** Stops for good: open asks are withdrawn and reject with `PROVIDER_GONE`. The connection stays open. May be repeated. */
  close(): void
}

/**
 * Makes a provider that asks in the editor: by a form where it shows forms, else by its permission dialog, which takes
 * one question of whose options one is chosen. Each ask goes to its own session; any number may be open. An ask rejects
 * with `ASK_CANCELLED` when the form is declined or cancelled, or the dialog's outcome is cancelled; with `BAD_ANSWER`
 * when what was accepted does not fit; with `PROVIDER_GONE` when the connection closes; with another error, at once,
 * when it cannot be shown, or when what came back was no person's. When `pending.signal` aborts, the editor gets `$/cancel_request`.
 */
export function createAcpProvider(options: AcpProviderOptions): AcpProvider {
  return new EditorProvider(options)
}

/** An ask while the editor shows it. */
interface OpenAsk {
  readonly sessionId: string
  readonly withdrawal: AbortController
}

class EditorProvider implements AcpProvider {
  private readonly options: AcpProviderOptions
  private readonly open = new Set<OpenAsk>()
  private closed = false

  constructor(options: AcpProviderOptions) {
    this.options = options
  }

  async ask(request: AskUserQuestionRequest, pending: PendingAsk): Promise<AskUserQuestionAnswer> {
    pending.signal.throwIfAborted()
    const { connection } = this.options
    if (this.closed) throw new UserInteractionError('PROVIDER_GONE')
    if (connection.signal.aborted) throw disconnected(connection.signal.reason)
    const session = this.options.sessionOf ? this.options.sessionOf(request) : sessionOfAgent(request)
    if (!session || typeof session.sessionId !== 'string' || session.sessionId === '') {
      throw new Error('this ask belongs to no session of the editor, so it is shown in none')
    }
    const ask: OpenAsk = { sessionId: session.sessionId, withdrawal: new AbortController() }
    const withdraw = (): void => ask.withdrawal.abort(pending.signal.reason)
    pending.signal.addEventListener('abort', withdraw, { once: true })
    this.open.add(ask)
    try {
      return await this.show(session, ask, request, pending)
    } finally {
      this.open.delete(ask)
      pending.signal.removeEventListener('abort', withdraw)
    }
  }

  watchAnswerable(listener: (answerable: boolean) => void): () => void {
    const { signal } = this.options.connection
    const lose = (): void => listener(false)
    listener(!signal.aborted && !this.closed)
    signal.addEventListener('abort', lose, { once: true })
    return () => signal.removeEventListener('abort', lose)
  }

  cancelSession(sessionId: string): void {
    for (const ask of this.open) {
      if (ask.sessionId === sessionId) ask.withdrawal.abort(new UserInteractionError('ASK_ABORTED'))
    }
  }

  close(): void {
    this.closed = true
    for (const { withdrawal } of this.open) withdrawal.abort(new UserInteractionError('PROVIDER_GONE'))
  }

  private async show(
    { sessionId, toolCallId }: AcpSession,
    { withdrawal: { signal } }: OpenAsk,
    { questions }: AskUserQuestionRequest,
    { id }: PendingAsk,
  ): Promise<AskUserQuestionAnswer> {
    const { connection, capabilities, lang, soonestMs = 1000, now = () => performance.now() } = this.options
    const session = { sessionId, ...(toolCallId !== undefined && { toolCallId }) }
    const showing: Showing = { connection, session, questions, id, signal }
    try {
      const texts = messages[lang ?? detectLang(process.env)]
      const ask = showsForms(capabilities) ? askByForm : askByDialog
      return await ask(showing, texts, { soonestMs, now })
    } catch (error) {
      signal.throwIfAborted()
      await letCancelArrive()
      signal.throwIfAborted()
      throw error
    }
  }
}

/**
 * An editor that cancels a turn settles what is open in it, as cancelled or as an error, and the SDK may deliver that
 * before the `session/cancel` it follows. A turn of the event loop lets the agent abort first: that is no dismissal.
 */
function letCancelArrive(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}
