/** The page as a provider: one board, one server, their life from `listen` to `close`. */
import { isIP } from 'node:net'
import {
  type AskUserQuestionAnswer,
  type AskUserQuestionRequest,
  type PendingAsk,
  UserInteractionError,
  type UserInteractionProvider,
} from '@deepseek-ai/dsh-user-interaction'
import { type Lang, langOf } from '@deepseek-ai/dsh-user-interaction/lang'
import { addressOf, isLoopback } from './address.ts'
import { Board } from './board.ts'
import { encodeEvent } from './codec.ts'
import { Guard } from './server/guard.ts'
import { listen, type Listening } from './server/listen.ts'
import { Session } from './server/session.ts'
import { Streams } from './server/streams.ts'

/** All of it has defaults that are safe. */
export interface WebProviderOptions {
  /** Where to listen. Default: `127.0.0.1`. Another host than this machine's own demands a `token`. */
  readonly host?: string
  /** Default 0: any that is free. */
  readonly port?: number
  /** The capability of the address, in place of a random one; at least 16 characters. */
  readonly token?: string
  /** Further names in the Host header that are this server's. */
  readonly allowedHosts?: readonly string[]
  /** The language of the page. Default: what each browser prefers. */
  readonly lang?: Lang
  /** Whether words of one's own are no answer where there are options; they are not offered then. Default: false. */
  readonly onlyOptions?: boolean
  /** How many settled asks stay on the page. Default: 50. */
  readonly keepSettled?: number
  /** Called with an address that works once and soon, when something is asked and no page is open. */
  readonly open?: (address: string) => void
  /** Called when something is asked, with nothing of it. */
  readonly onAsk?: () => void
  /** How long `close` waits for pages to be told, in milliseconds. Default: 1000. */
  readonly flushMs?: number
}

/** A provider that answers while its server listens. */
export interface WebProvider extends UserInteractionProvider {
  watchAnswerable(listener: (answerable: boolean) => void): () => void
  /**
   * Starts the server, once.
   * @returns the address to print: whoever has it can answer.
   * @throws RangeError for a host that demands a token, and for a token that is too short; the system's error, such
   *   as EADDRINUSE, when it cannot listen.
   */
  listen(): Promise<string>
  /** The port that it listens on; undefined before and after. */
  readonly port: number | undefined
  /** How many pages are connected. */
  readonly pages: number
  /** Ends open asks with `PROVIDER_GONE`, tells every page, stops the server. May be called again. */
  close(): Promise<void>
}

/**
 * Makes a provider. An ask rejects with `ASK_CANCELLED` when a person declines it, with `PROVIDER_GONE` at `close`,
 * with `PROVIDER_FAILED` while nothing listens, with what `onAsk` or `open` throws, and with the reason of `pending.signal` when that aborts.
 */
export function createWebProvider(options: WebProviderOptions = {}): WebProvider {
  return new PageProvider(options)
}

class PageProvider implements WebProvider {
  private readonly options: WebProviderOptions
  private readonly board: Board
  private readonly session: Session
  private readonly streams = new Streams()
  private readonly watchers = new Set<(answerable: boolean) => void>()
  private server: Promise<Listening> | undefined
  private listening: Listening | undefined
  private closing: Promise<void> | undefined
  /** Whether a browser was opened that has not come yet. */
  private opening = false

  constructor(options: WebProviderOptions) {
    const { host = loopback, token, keepSettled = 50, onlyOptions } = options
    if (token === undefined && !isLoopback(host)) {
      throw new RangeError(`host ${JSON.stringify(host)} is reached from other machines, so a token must be set`)
    }
    this.options = options
    this.session = new Session(token)
    this.board = new Board(keepSettled, onlyOptions)
    this.board.subscribe((event) => this.streams.send(event))
    this.streams.watch((count) => {
      if (count > 0) this.opening = false
    })
  }

  get port(): number | undefined {
    return this.listening?.port
  }

  get pages(): number {
    return this.streams.count
  }

  async ask(request: AskUserQuestionRequest, pending: PendingAsk): Promise<AskUserQuestionAnswer> {
    if (this.closing) throw new UserInteractionError('PROVIDER_GONE')
    if (!this.listening)
      throw new UserInteractionError('PROVIDER_FAILED', 'the page has no server: listen() comes first')
    pending.signal.throwIfAborted()
    // Whoever is called here may throw: nothing is up then that nobody would take down.
    this.options.onAsk?.()
    this.openPage(this.listening.port)
    return this.board.ask(request, pending)
  }

  watchAnswerable(listener: (answerable: boolean) => void): () => void {
    this.watchers.add(listener)
    listener(this.listening !== undefined)
    return () => void this.watchers.delete(listener)
  }

  async listen(): Promise<string> {
    const { host = loopback, port = 0, allowedHosts = [], lang } = this.options
    if (this.closing) throw new UserInteractionError('PROVIDER_GONE')
    const { board, session, streams } = this
    const names = isIP(host) === 6 ? `[${host}]` : host
    const guard = new Guard(session, [names, ...allowedHosts])
    const langFor = (accepted: string): Lang => lang ?? langOf(accepted.trim())
    this.server ??= listen({ board, guard, session, streams, langFor }, host, port)
    const listening = await this.server
    if (!this.closing) this.tell(listening)
    return addressOf(host, listening.port, session.key)
  }

  close(): Promise<void> {
    this.closing ??= this.end()
    return this.closing
  }

  private async end(): Promise<void> {
    this.tell(undefined)
    await this.board.close(new UserInteractionError('PROVIDER_GONE'))
    const server = await this.server?.catch(() => undefined)
    const { flushMs = 1000 } = this.options
    await this.streams.end(encodeEvent({ kind: 'bye' }), flushMs)
    await server?.close(flushMs)
  }

  private tell(listening: Listening | undefined): void {
    this.listening = listening
    for (const watcher of this.watchers) watcher(listening !== undefined)
  }

  private openPage(port: number): void {
    const { open, host = loopback } = this.options
    if (!open || this.opening || this.streams.count > 0) return
    open(addressOf(host, port, this.session.ticket()))
    this.opening = true
  }
}

const loopback = '127.0.0.1'
