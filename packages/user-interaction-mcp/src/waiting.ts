/** Keeps a client informed while one of its requests waits for a person, if it asked for that. */
import type { ServerContext } from '@modelcontextprotocol/server'

/** A request that waits. */
export interface Waiting {
  /** Whether the client asked for signs of life. */
  readonly heard: boolean
  /** Tells the client something now, if it hears; with each sign of life it is repeated. */
  say(text: string): void
  stop(): void
}

/**
 * Sends a progress notification every `everyMs` milliseconds until `stop`, so that a client's own time limit starts
 * anew. A client that did not ask for progress hears nothing: what is said may be a secret, and its logs are kept.
 */
export function watchWaiting({ mcpReq }: ServerContext, text: string, everyMs: number): Waiting {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return { heard: false, say: () => {}, stop: () => {} }
  let message = text
  let progress = 0
  // A client that is gone hears nothing; its connection ends by itself.
  const ignore = (): void => {}
  const beat = (): void => {
    const params = { progressToken, progress: ++progress, message }
    mcpReq.notify({ method: 'notifications/progress', params }).catch(ignore)
  }
  const timer = setInterval(beat, everyMs)
  return {
    heard: true,
    say(next) {
      message = next
      beat()
    },
    stop: () => clearInterval(timer),
  }
}
