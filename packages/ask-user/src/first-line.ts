/** Gives up on an input from which no line comes. It looks on while another reads, and reads nothing itself. */
import type { Readable } from 'node:stream'

const lineEnd = /[\n\r]/

/**
 * Calls `giveUp` once when no whole line has come from `input` within `limitMs` from now.
 * @returns what ends the watch and takes its listener off.
 */
export function watchFirstLine(input: Readable, limitMs: number, giveUp: () => void): () => void {
  const look = (chunk: Buffer | string): void => {
    if (lineEnd.test(chunk.toString('latin1'))) stop()
  }
  const stop = (): void => {
    clearTimeout(timer)
    input.off('data', look)
  }
  const timer = setTimeout(() => {
    stop()
    giveUp()
  }, limitMs)
  // A stream that was paused is not set flowing by being listened to.
  input.pause()
  input.on('data', look)
  return stop
}
