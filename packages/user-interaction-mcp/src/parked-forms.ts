/** Forms that wait until their client comes back: how a server asks where it cannot send requests. */
import type { InputRequests } from '@modelcontextprotocol/server'
import type { Form } from './form.ts'

interface Parked {
  readonly form: Form
  answer(reply: unknown): void
}

/** The open forms of one call, each under a name that no other form of the call ever has. */
export class ParkedForms {
  private readonly open = new Map<string, Parked>()
  private readonly end = new AbortController()
  private readonly watchers = new Set<() => void>()
  private count = 0

  get empty(): boolean {
    return this.open.size === 0
  }

  /** Waits for the client's reply. Rejects when the signal aborts, with its reason, and at `close`. */
  park(form: Form, signal: AbortSignal): Promise<unknown> {
    const name = `form${++this.count}`
    const ends = [signal, this.end.signal]
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.open.delete(name)
        for (const end of ends) end.removeEventListener('abort', abort)
      }
      const abort = (): void => {
        leave()
        reject(ends.find(({ aborted }) => aborted)?.reason as Error)
      }
      if (ends.some(({ aborted }) => aborted)) return abort()
      for (const end of ends) end.addEventListener('abort', abort)
      const answer = (reply: unknown): void => {
        leave()
        resolve(reply)
      }
      this.open.set(name, { form, answer })
      for (const watch of this.watchers) watch()
      this.watchers.clear()
    })
  }

  /** What the client is to ask, by name. */
  requests(): InputRequests {
    const entries = [...this.open].map(([name, { form }]) => [
      name,
      { method: 'elicitation/create', params: { ...form } },
    ])
    return Object.fromEntries(entries) as InputRequests
  }

  /** Hands replies to the forms that they name; one for a form that is gone is dropped. */
  answer(replies: Readonly<Record<string, unknown>>): void {
    for (const [name, reply] of Object.entries(replies)) this.open.get(name)?.answer(reply)
  }

  /** Rejects what is open, and whatever comes later: the client will not come back. */
  close(): void {
    this.end.abort(new Error('the client has gone'))
  }

  /** Resolves when the next form opens. */
  next(): Promise<void> {
    return new Promise((resolve) => void this.watchers.add(resolve))
  }
}
