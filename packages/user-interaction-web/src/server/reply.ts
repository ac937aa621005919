/** Responses: every one with the headers that keep the page to itself, every failure as JSON. Pure. */
import { wireErrors, type WireError, type WireErrorCode, type WireOutcome } from '../codec.ts'

/** What the page may load and do: its own files and its own server, nothing else. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** The headers of every response. */
export const guardHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy,
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** A failure on its way to the client. Its message holds no words of a person. */
export class Refusal extends Error {
  readonly code: WireErrorCode
  readonly outcome: WireOutcome | undefined

  constructor(code: WireErrorCode, message: string, outcome?: WireOutcome) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.outcome = outcome
  }
}

/** A failure as status and JSON. */
export function renderError({ code, message, outcome }: Refusal): { readonly status: number; readonly body: string } {
  const error: WireError = { code, message, ...(outcome && { outcome }) }
  return { status: wireErrors[code], body: JSON.stringify({ error }) }
}

/** A failure as a response. */
export function replyError(refusal: Refusal): Response {
  const { status, body } = renderError(refusal)
  return reply(body, 'application/json', status)
}

/** Any response. */
export function reply(
  body: string | Uint8Array<ArrayBuffer> | null,
  type: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const content = body === null ? {} : { 'content-type': `${type}; charset=utf-8` }
  return new Response(body, { status, headers: { ...guardHeaders, ...content, ...headers } })
}
