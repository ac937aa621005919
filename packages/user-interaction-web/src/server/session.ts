/** The secrets of one server: what the printed address carries, and the cookie that it becomes. No I/O. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Shorter than this, a token of one's own could be guessed. */
const shortestToken = 16

/** How long an address that was handed to a browser on the command line works, in milliseconds. */
const ticketMs = 60_000

/** Who may look at the page. Every comparison takes the same time whatever is compared. */
export class Session {
  /** Cookies ignore ports, so each server has a name of its own. */
  readonly cookieName: string
  /** The capability of the printed address. */
  readonly key: string
  private readonly cookieValue: string
  private readonly tickets = new Map<string, number>()
  private readonly now: () => number

  /**
   * @param token the capability, where somebody chose one; cookies then outlive the server. Random otherwise.
   * @throws RangeError for a token that could be guessed.
   */
  constructor(token: string | undefined, now: () => number = Date.now) {
    if (token !== undefined && token.length < shortestToken) {
      throw new RangeError(`token must have at least ${shortestToken} characters, got ${token.length}`)
    }
    this.key = token ?? randomBytes(24).toString('base64url')
    const derive = (use: string): string => createHmac('sha256', this.key).update(use).digest('base64url')
    this.cookieName = `ask-user-${derive('name').slice(0, 12)}`
    this.cookieValue = derive('value')
    this.now = now
  }

  /** A key that opens the page once, and soon: what stands in a command line, other users can read. */
  ticket(): string {
    const ticket = randomBytes(24).toString('base64url')
    this.tickets.set(digest(ticket).toString('hex'), this.now() + ticketMs)
    return ticket
  }

  /** Whether the key of an address opens the page. A ticket is used up by it. */
  opens(key: string): boolean {
    if (same(key, this.key)) return true
    const name = digest(key).toString('hex')
    const until = this.tickets.get(name)
    this.tickets.delete(name)
    return until !== undefined && this.now() <= until
  }

  /** Whether a Cookie header carries this server's cookie. */
  admits(cookies: string | undefined): boolean {
    const prefix = `${this.cookieName}=`
    const own = cookies
      ?.split(';')
      .map((cookie) => cookie.trim())
      .find((cookie) => cookie.startsWith(prefix))
    return own !== undefined && same(own.slice(prefix.length), this.cookieValue)
  }

  /** The Set-Cookie header. */
  get cookie(): string {
    return `${this.cookieName}=${this.cookieValue}; Path=/; HttpOnly; SameSite=Strict`
  }
}

function same(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
