/** An HTTP server around the application: where it listens, and how long it waits for a request. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { AppParts } from './app.ts'
import { createApp } from './app.ts'
import { beginEvents, isForEvents } from './events.ts'

/** How long a client may take over a request, in milliseconds; streams, once begun, have no limit. */
const requestMs = 10_000

/** How long what has begun to arrive when the server stops may take until it is a request, in milliseconds. */
const arrivalMs = [10, 100] as const

/** A server that listens. */
export interface Listening {
  readonly port: number
  /** Takes no more requests, and cuts off what is left of those there are after so many milliseconds. */
  close(patienceMs: number): Promise<void>
}

/** Listens. Rejects with the system's error, such as EADDRINUSE. */
export async function listen(parts: AppParts, host: string, port: number): Promise<Listening> {
  const app = createApp(parts)
  const route = getRequestListener((request, env) => app.fetch(request, env), {
    overrideGlobalObjects: false,
    // A refusal is to be read, also by a client that has not sent all of its body yet.
    autoCleanupIncoming: false,
  })
  const server = createServer(
    { requestTimeout: requestMs, headersTimeout: requestMs, connectionsCheckingInterval: 2000, keepAliveTimeout: 5000 },
    (request, response) => {
      if (isForEvents(request)) beginEvents(parts, request, response)
      else void route(request, response)
    },
  )
  server.on('request', (_request, response: ServerResponse) => {
    // A connection is kept open for more requests; while the server stops there are none.
    response.once('close', () => server.listening || setImmediate(() => server.closeIdleConnections()))
  })
  const silent = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }) => silent.delete(socket))
  server.on('clientError', (_error, socket) => void socket.destroy())
  await start(server, host, port)
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: (patienceMs) => stop(server, silent, patienceMs),
  }
}

function start(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      // Past this point only accepting can fail, which concerns one connection.
      server.on('error', () => {})
      resolve()
    })
  })
}

/** What has arrived is answered first. A connection that says nothing is not waited for longer than it takes to arrive. */
async function stop(server: Server, silent: ReadonlySet<Socket>, patienceMs: number): Promise<void> {
  const [stepMs, mostMs] = arrivalMs
  for (let waited = 0; waited === 0 || (silent.size > 0 && waited < mostMs); waited += stepMs) await after(stepMs)
  const cutOff = setTimeout(() => server.closeAllConnections(), patienceMs)
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
  clearTimeout(cutOff)
}
