/** Requests as any program on this machine can send them: every header by hand, over real sockets. */
import { once } from 'node:events'
import { type IncomingHttpHeaders, request } from 'node:http'
import { type PendingAsk, type AskUserQuestionItem, UserInteractionError } from '@deepseek-ai/dsh-user-interaction'
import { createWebProvider, type WebProvider, type WebProviderOptions } from '../src/provider.ts'

/** A response, read to its end. */
export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The error of a JSON body. */
  readonly error: { readonly code?: string; readonly message?: string; readonly outcome?: string }
}

/** How a request differs from one of the page itself. */
export interface Call {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: string
}

/** A server under test with one cookie for it. */
export class Desk {
  readonly provider: WebProvider
  readonly address: URL
  cookie = ''

  private constructor(provider: WebProvider, address: string) {
    this.provider = provider
    this.address = new URL(address)
  }

  /** Starts a server and opens its address as a browser would. */
  static async open(options: WebProviderOptions = {}): Promise<Desk> {
    const provider = createWebProvider({ flushMs: 100, ...options })
    const desk = new Desk(provider, await provider.listen())
    const { headers } = await desk.call(`/${desk.address.search}`, { headers: { cookie: undefined } })
    desk.cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    return desk
  }

  /** Sends a request with everything that the page would send, unless told otherwise. */
  async call(path: string, { method = 'GET', headers = {}, body }: Call = {}): Promise<Reply> {
    const posts = method !== 'GET'
    const all = {
      host: this.address.host,
      cookie: this.cookie,
      ...(posts && { origin: this.address.origin, 'content-type': 'application/json' }),
      ...headers,
    }
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const { port } = this.address
    const own = { host: '127.0.0.1', port, agent: false, setHost: false }
    const sent = request({ ...own, path, method, headers: Object.fromEntries(given) })
    sent.end(body)
    const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
    let text = ''
    for await (const chunk of response.setEncoding('utf8')) text += String(chunk)
    const json = response.headers['content-type']?.startsWith('application/json') ? (JSON.parse(text) as object) : {}
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      text,
      error: ('error' in json ? json.error : {}) as Reply['error'],
    }
  }

  /** Posts JSON to an ask. */
  post(id: string, what: string, body: unknown, call: Call = {}): Promise<Reply> {
    return this.call(`/asks/${encodeURIComponent(id)}/${what}`, { method: 'POST', body: JSON.stringify(body), ...call })
  }

  /** Asks past the seam. */
  ask(questions: readonly AskUserQuestionItem[], about: Partial<PendingAsk> & { agent?: string } = {}): Asked {
    return askOn(this.provider, questions, about)
  }
}

/** An ask and what became of it. */
export interface Asked {
  readonly id: string
  readonly signs: () => number
  abort(error?: UserInteractionError): void
  /** The answer, or the code of the error. */
  readonly outcome: Promise<unknown>
}

let asks = 0

/** Asks as the seam does. */
function askOn(
  provider: WebProvider,
  questions: readonly AskUserQuestionItem[],
  { agent, ...about }: Partial<PendingAsk> & { agent?: string } = {},
): Asked {
  const controller = new AbortController()
  const id = about.id ?? `ask-${++asks}`
  let signs = 0
  const pending: PendingAsk = {
    id,
    signal: controller.signal,
    askedAt: Date.now(),
    keepAlive: () => void signs++,
    ...about,
  }
  const asked = { questions, ...(agent !== undefined && { agent: { id: agent } as never }) }
  const outcome = provider.ask(asked, pending).catch((error: unknown) => (error as { code?: string }).code ?? error)
  return {
    id,
    signs: () => signs,
    abort: (error = new UserInteractionError('ASK_ABORTED')) => controller.abort(error),
    outcome,
  }
}

/** A question with three options. */
export const store: AskUserQuestionItem = {
  id: 'store',
  question: 'Which store?',
  options: [{ label: 'Files' }, { label: 'SQLite' }, { label: 'Redis' }],
}

/** The body that answers `store`. */
export function choose(label: string, id = 'store'): object {
  return { v: 1, answers: [{ id, selected: [label] }] }
}
