/**
 * The wire between server and page: JSON over server-sent events one way, over POST the other. Pure, and loaded by both
 * sides. Whoever changes a shape raises `wireVersion`; each side refuses a version that is not its own.
 */
import type { AskUserQuestionAnswer, AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction/types'

/** The version of every shape in this file. */
export const wireVersion = 1

/** An open ask, as the page shows it. Texts are as they were asked; whoever draws them sanitises. */
export interface WireAsk {
  /** The seam's id of the ask: the only thing that decides who gets an answer. */
  readonly id: string
  /** The asking agent's id. */
  readonly agent?: string
  /** Milliseconds since the epoch, by the server's clock. */
  readonly askedAt: number
  readonly questions: readonly AskUserQuestionItem[]
  /** Whether words of one's own are no answer where there are options. */
  readonly onlyOptions?: boolean
  /** Whether the server keeps what is entered so far. */
  readonly keepsDrafts?: boolean
}

/** How an ask ended. */
export type WireOutcome = 'answered' | 'cancelled' | 'aborted' | 'expired' | 'failed'

/** An ask that is over. */
export interface WireSettled extends WireAsk {
  readonly outcome: WireOutcome
  /** Milliseconds since the epoch, by the server's clock. */
  readonly settledAt: number
  /** The answer as the asker got it. */
  readonly answer?: AskUserQuestionAnswer
  /** Where else it was answered. */
  readonly surface?: string
  /** Whether it failed because an answer could not be kept: nothing was sent then. */
  readonly notKept?: boolean
}

/** What the server tells a page. */
export type WireEvent =
  | {
      readonly kind: 'snapshot'
      readonly v: number
      readonly open: readonly WireAsk[]
      /** When each open ask with a deadline will expire. */
      readonly deadlines: Readonly<Record<string, number>>
      /** What was entered earlier to open asks and not sent. */
      readonly drafts: Readonly<Record<string, AskUserQuestionAnswer>>
      /** The newest first. */
      readonly settled: readonly WireSettled[]
    }
  | {
      readonly kind: 'asked'
      readonly ask: WireAsk
      readonly deadlineAt?: number
      readonly draft?: AskUserQuestionAnswer
    }
  | { readonly kind: 'settled'; readonly settled: WireSettled }
  | { readonly kind: 'deadline'; readonly id: string; readonly deadlineAt: number }
  /** A sign of life, with the server's clock; the first event of a stream. */
  | { readonly kind: 'beat'; readonly now: number }
  /** The server ends of its own accord and will not be back. */
  | { readonly kind: 'bye' }

/** What a request can fail with; each code has one status. */
export const wireErrors = {
  bad_request: 400,
  bad_answer: 400,
  unauthorised: 401,
  forbidden: 403,
  not_found: 404,
  wrong_method: 405,
  settled: 409,
  wrong_agent: 409,
  too_large: 413,
  not_json: 415,
  not_kept: 500,
  too_many: 503,
  failed: 500,
} as const

/** One of them. */
export type WireErrorCode = keyof typeof wireErrors

/** What a failed request says. Never with words of a person. */
export interface WireError {
  readonly code: WireErrorCode
  readonly message: string
  /** For `settled`: how the ask ended. */
  readonly outcome?: WireOutcome
}

/** An answer on its way to the server. Its `answers` are unchecked. */
export interface AnswerBody {
  /** Whom the page showed as the asker, where it showed one. */
  readonly agent?: string
  readonly answers: unknown
}

/** A body or an event that is not of this wire; the message names the path, what was expected and what kind came. */
export class WireFault extends Error {
  constructor(path: string, expected: string, value: unknown) {
    super(`${path} must be ${expected}, got ${kindOf(value)}`)
    this.name = 'WireFault'
  }
}

/** The body of a POST to `answer` or `draft`. */
export function encodeAnswer({ answers }: AskUserQuestionAnswer, agent: string | undefined): string {
  return JSON.stringify({ v: wireVersion, ...(agent !== undefined && { agent }), answers })
}

/** The body of a POST that says nothing but its version. */
export function encodeEmpty(): string {
  return JSON.stringify({ v: wireVersion })
}

/** @throws WireFault */
export function parseAnswer(text: string): AnswerBody {
  const { agent, answers } = parseBody(text)
  if (agent !== undefined && typeof agent !== 'string') throw new WireFault('agent', 'a string', agent)
  if (!Array.isArray(answers)) throw new WireFault('answers', 'an array', answers)
  return { answers, ...(agent !== undefined && { agent }) }
}

/** @throws WireFault when it is no object of this version. */
export function parseBody(text: string): Readonly<Record<string, unknown>> {
  const body = parseJson(text)
  if (!isRecord(body)) throw new WireFault('the body', 'a JSON object', body)
  if (body['v'] !== wireVersion) throw new WireFault('v', `the number ${wireVersion}`, body['v'])
  return body
}

/** An event from the server. @throws WireFault for another version or what is no event. */
export function parseEvent(text: string): WireEvent {
  const event = parseJson(text)
  if (!isRecord(event) || typeof event['kind'] !== 'string') throw new WireFault('the event', 'of some kind', event)
  if (event['kind'] === 'snapshot' && event['v'] !== wireVersion) {
    throw new WireFault('v', `the number ${wireVersion}`, event['v'])
  }
  return event as unknown as WireEvent
}

/** The error in the body of a failed request, or undefined when there is none. */
export function parseError(text: string): WireError | undefined {
  try {
    const body = parseJson(text)
    const error = isRecord(body) ? body['error'] : undefined
    return isRecord(error) && typeof error['code'] === 'string' ? (error as unknown as WireError) : undefined
  } catch {
    return undefined
  }
}

/** One event as the lines of a stream of server-sent events. */
export function encodeEvent(event: Exclude<WireEvent, { kind: 'snapshot' | 'settled' }>): string {
  return frame(JSON.stringify(event))
}

/** The event that an ask is over, from one that is encoded already. */
export function encodeSettled(settled: string): string {
  return frame(`{"kind":"settled","settled":${settled}}`)
}

/** The snapshot, from asks that are encoded already. */
export function encodeSnapshot(
  open: readonly string[],
  { deadlines, drafts }: Pick<Extract<WireEvent, { kind: 'snapshot' }>, 'deadlines' | 'drafts'>,
  settled: readonly string[],
): string {
  const head = `{"kind":"snapshot","v":${wireVersion},"open":[${open.join()}]`
  const more = `"deadlines":${JSON.stringify(deadlines)},"drafts":${JSON.stringify(drafts)}`
  return frame(`${head},${more},"settled":[${settled.join()}]}`)
}

function frame(json: string): string {
  return `data: ${json}\n\n`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new WireFault('the body', 'JSON', text === '' ? undefined : text)
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'number') return String(value)
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
