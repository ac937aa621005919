/** Which requests are let in: from this machine's own page, by somebody who was given the address. No I/O. */
import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from './reply.ts'
import type { Session } from './session.ts'

/** Names by which a browser reaches a loopback server, through whatever port is forwarded to it. */
const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/** Looks at every request, in this order: for whom it is, where it comes from, who sends it. */
export class Guard {
  private readonly session: Session
  private readonly hosts: ReadonlySet<string>

  /** @param hosts further names by which the server is reached. */
  constructor(session: Session, hosts: readonly string[]) {
    this.session = session
    this.hosts = new Set([...loopbackNames, ...hosts.map((host) => host.toLowerCase())])
  }

  /**
   * The Host must be a name of this server, at any port: a name of somebody else's, pointed here, is an attack.
   * @throws Refusal
   */
  checkHost(headers: IncomingHttpHeaders): void {
    const { host = '' } = headers
    const name = /^(\[[^\]]*\]|[^:]*)(?::\d+)?$/.exec(host)?.[1]?.toLowerCase()
    if (name !== undefined && this.hosts.has(name)) return
    throw new Refusal('forbidden', `Host must name this server (${[...this.hosts].join(', ')}); see allowedHosts`)
  }

  /**
   * The request must come from this server's own page, not from one of another site that the same browser shows.
   * @param changes whether it asks for more than to read; then it must say where it comes from.
   * @throws Refusal
   */
  checkOrigin(headers: IncomingHttpHeaders, changes: boolean): void {
    const { 'sec-fetch-site': site, origin } = headers
    if (site !== undefined && site !== 'same-origin' && (changes || site !== 'none')) {
      throw new Refusal('forbidden', 'this request comes from another site')
    }
    if (origin === undefined && !changes) return
    const host = headers.host?.toLowerCase()
    if (origin !== undefined && (origin === `http://${host}` || origin === `https://${host}`)) return
    throw new Refusal('forbidden', "Origin must be this server's own")
  }

  /** @throws Refusal */
  checkCookie(headers: IncomingHttpHeaders): void {
    if (this.session.admits(headers.cookie)) return
    throw new Refusal('unauthorised', 'this browser has not opened the address that was printed')
  }

  /** @throws Refusal for a body that is not JSON, by what its header says. */
  checkJson(headers: IncomingHttpHeaders): void {
    if (/^application\/json(?:\s*;|$)/i.test(headers['content-type'] ?? '')) return
    throw new Refusal('not_json', 'Content-Type must be application/json')
  }
}
