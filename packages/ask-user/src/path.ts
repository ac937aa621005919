/** Paths as people give them. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The URL of a file; a relative path starts where the program was started. */
export function fileUrl(path: string): string {
  return pathToFileURL(resolve(path)).href
}
