/** The least that could do it: a bare `node:http` server that sends the same bytes, with no check of anything. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of events and, if it is given one, of a page. */
export interface Floor {
  readonly origin: string
  /** Sends these bytes to every client. */
  send(bytes: Buffer): void
  /** Hears the body of the next POST. */
  posted(): Promise<string>
  close(): void
}

/** A file as it is served. */
export interface File {
  readonly type: string
  readonly body: Buffer
}

/**
 * Starts it.
 * @param first what each client gets when it connects.
 * @param files what else there is, by path.
 */
export async function openFloor(first: Buffer, files: ReadonlyMap<string, File> = new Map()): Promise<Floor> {
  const clients = new Set<ServerResponse>()
  let heard: (body: string) => void = () => {}
  const server = createServer((request, response) => {
    if (request.url === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(first)
      clients.add(response)
      response.once('close', () => clients.delete(response))
    } else if (request.method === 'POST') {
      let body = ''
      request.setEncoding('utf8').on('data', (text: string) => void (body += text))
      request.on('end', () => {
        heard(body)
        response.end('{"v":1,"ok":true}')
      })
    } else {
      const file = files.get(request.url ?? '')
      response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' }).end(file?.body)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    send: (bytes) => clients.forEach((client) => client.write(bytes)),
    posted: () => new Promise((resolve) => (heard = resolve)),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
