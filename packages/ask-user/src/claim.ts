/** Standard input and output as an MCP client's own: whoever else asks the process for them gets other streams. */
import { syncBuiltinESMExports } from 'node:module'
import { Readable } from 'node:stream'
import type { Context } from '@deepseek-ai/cordis'
import { CompositionError } from './faults.ts'
import type { Output } from './write.ts'

/** Plugins that are of use on the standard streams only. */
const readers = ['user-interaction-stdio', 'user-interaction-tui', 'user-interaction-mcp']

const reason =
  'needs standard input and output, and these belong to the MCP client: mount @deepseek-ai/dsh-ask-user/mcp, which '
  + 'asks in its forms or on the page, or @deepseek-ai/dsh-user-interaction-web instead'

/**
 * Makes `process.stdin` a stream that has ended and `process.stdout` the stream given, for every module that asks from
 * now on.
 * @returns what makes them what they were.
 */
export function claimStreams(output: Output): () => void {
  const streams = { stdin: new Readable({ read: end }), stdout: output }
  const before = Object.keys(streams).map((name) => [name, Object.getOwnPropertyDescriptor(process, name)] as const)
  for (const [name, stream] of Object.entries(streams)) {
    Object.defineProperty(process, name, { configurable: true, get: () => stream })
  }
  syncBuiltinESMExports()
  return () => {
    for (const [name, descriptor] of before) if (descriptor) Object.defineProperty(process, name, descriptor)
    syncBuiltinESMExports()
  }
}

/**
 * Refuses a composition with a plugin that would ask on the standard streams, however deep it is mounted.
 * @param file the path of the cordis.yml.
 * @throws CompositionError naming each such plugin.
 */
export function refuseReaders({ registry }: Context, file: string): void {
  const mounted = new Set([...registry.values()].filter(({ fibers }) => [...fibers].length > 0).map(({ name }) => name))
  const faults = readers.flatMap((name) => (mounted.has(name) ? { entry: `the plugin ${name}`, reason } : []))
  if (faults.length > 0) throw new CompositionError(file, faults)
}

function end(this: Readable): void {
  this.push(null)
}
