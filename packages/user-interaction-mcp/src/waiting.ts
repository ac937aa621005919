/** Keeps a client informed while one of its requests waits for a person, if it asked for that. */
import type { ServerContext } from '@modelcontextprotocol/server'

/** A request that waits. */
export interface Waiting {
  /**
   * Tells the client something now; with each sign of life it is repeated.
   * @returns whether the client asked for signs of life.
   */
  say(text: string): boolean
  stop(): void
}

/**
 * Sends a progress notification every `everyMs` milliseconds until `stop`, so that a client's own time limit starts
 * anew. A client that did not ask for progress gets what is said as a log message, and nothing else.
 */
export function watchWaiting({ mcpReq }: ServerContext, text: string, everyMs: number): Waiting {
  const progressToken = mcpReq._meta?.progressToken
  let message = text
  let progress = 0
  // A client that is gone hears nothing; its connection ends by itself.
  const ignore = (): void => {}
  const beat = (): void => {
    if (progressToken === undefined) return
    const params = { progressToken, progress: ++progress, message }
    mcpReq.notify({ method: 'notifications/progress', params }).catch(ignore)
  }
  const timer = progressToken === undefined ? undefined : setInterval(beat, everyMs)
  return {
    say(next) {
      message = next
      if (progressToken === undefined) mcpReq.log('notice', next).catch(ignore)
      beat()
      return progressToken !== undefined
    },
    stop: () => clearInterval(timer),
  }
}
