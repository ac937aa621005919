/** The stream of events, straight from node: it has no routes to find and no response to build for a framework. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AppParts, refusalOf } from './app.ts'
import { guardHeaders, Refusal, renderError } from './reply.ts'

/** Whether this asks for the stream. */
export function isForEvents({ method, url }: IncomingMessage): boolean {
  return method === 'GET' && url === '/events'
}

/** Begins a stream, or says why not. */
export function beginEvents(
  { board, guard, streams }: AppParts,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  try {
    guard.checkHost(request.headers)
    guard.checkOrigin(request.headers, false)
    guard.checkCookie(request.headers)
    if (!streams.hasRoom) throw new Refusal('too_many', 'too many pages are open')
    streams.add(response, board.snapshot())
  } catch (error) {
    const { status, body } = renderError(refusalOf(error))
    response.writeHead(status, { ...guardHeaders, 'content-type': 'application/json; charset=utf-8' }).end(body)
  }
}
