/** The page's side of the wire: one stream that heals by itself, and requests that say how they failed. */
import { encodeAnswer, encodeEmpty, parseError, parseEvent, type WireError, type WireEvent } from '../codec.ts'
import type { AskUserQuestionAnswer } from '@deepseek-ai/dsh-user-interaction/types'
import type { Connection, Failure } from './state.ts'

/** Without any event for so long, a connection is dead, whatever the browser thinks, in milliseconds. */
const silenceMs = 30_000

/** How long between two attempts to connect, at first and at most, in milliseconds. */
const [firstWaitMs, longestWaitMs] = [400, 4000]

/** How long a request may take, in milliseconds. */
const requestMs = 15_000

/** What the stream tells. */
export interface StreamEvents {
  event(event: WireEvent): void
  connection(connection: Connection): void
}

/** Connects, and again whenever that ends. */
export function connect(events: StreamEvents): void {
  let waitMs = firstWaitMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let heardAt = Date.now()
  let source = open()

  function open(): EventSource {
    const opened = new EventSource('/events')
    heardAt = Date.now()
    opened.addEventListener('message', ({ data }: MessageEvent<string>) => {
      heardAt = Date.now()
      waitMs = firstWaitMs
      const event = parseEvent(data)
      events.event(event)
    })
    opened.addEventListener('error', () => lose(opened.readyState === EventSource.CLOSED ? 'refused' : 'lost'))
    return opened
  }

  function lose(connection: Connection): void {
    source.close()
    events.connection(connection)
    clearTimeout(timer)
    timer = setTimeout(again, waitMs)
    waitMs = Math.min(waitMs * 1.6, longestWaitMs)
  }

  function again(): void {
    clearTimeout(timer)
    source.close()
    source = open()
  }

  addEventListener('online', again)
  setInterval(() => {
    if (source.readyState !== EventSource.CLOSED && Date.now() - heardAt > silenceMs) lose('lost')
  }, 5000)
}

/** Why a request did not do what it was for. */
export interface Refused {
  readonly why: Failure
  readonly message?: string
}

/** Answers an ask. Resolves with undefined when this request settled it. */
export function postAnswer(
  id: string,
  answer: AskUserQuestionAnswer,
  agent: string | undefined,
): Promise<Refused | undefined> {
  return post(id, 'answer', encodeAnswer(answer, agent))
}

/** Declines a whole ask. Resolves with undefined when this request settled it. */
export function postDecline(id: string): Promise<Refused | undefined> {
  return post(id, 'decline', encodeEmpty())
}

/** Keeps what is entered so far; also when the page is about to go. */
export async function postDraft(id: string, body: string): Promise<void> {
  await post(id, 'draft', body, true)
}

/** Says that somebody is there. */
export async function postAlive(id: string): Promise<void> {
  await post(id, 'alive', encodeEmpty())
}

async function post(id: string, what: string, body: string, keepalive = false): Promise<Refused | undefined> {
  try {
    const response = await fetch(`/asks/${encodeURIComponent(id)}/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      keepalive,
      signal: AbortSignal.timeout(requestMs),
    })
    return response.ok ? undefined : refusal(response.status, parseError(await response.text()))
  } catch {
    return { why: 'offline' }
  }
}

function refusal(status: number, error: WireError | undefined): Refused {
  if (error?.code === 'not_kept') return { why: 'notKept' }
  if (status === 401) return { why: 'refused' }
  if (status === 404 || status === 409) return { why: 'settled' }
  return { why: 'rejected', message: `${error?.message ?? ''} (${status})`.trim() }
}
