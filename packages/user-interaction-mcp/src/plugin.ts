/** The function plugin: serves the process's own standard streams, and asks in the client's forms. */
import type { Context } from '@deepseek-ai/cordis'
import type {} from '@deepseek-ai/dsh-tools'
import type {} from '@deepseek-ai/dsh-user-interaction'
import type { Lang } from '@deepseek-ai/dsh-user-interaction/lang'
import Schema from '@deepseek-ai/schemastery'
import { createCalls } from './calls.ts'
import { createMcpProvider } from './provider.ts'
import { serveMcp } from './serve.ts'

/** The plugin's name. */
export const name = 'user-interaction-mcp'

/** It offers a tool of the runtime, and answers what the seam is asked. */
export const inject = ['tools', 'userInteraction']

/** What a cordis.yml may say. */
export interface Config {
  /** Default: what LC_ALL, LC_MESSAGES or LANG say. */
  lang?: Lang
}

/** Checks a configuration. */
export const Config = Schema.object({
  lang: Schema.union(['en', 'zh']).description(
    'The language of the words beside the question; absent: what LC_ALL, LC_MESSAGES or LANG say.',
  ),
}).description('An MCP server on standard input and output, and a provider that asks in its client’s forms.')

/**
 * Serves and registers the provider. Standard output is the protocol's alone from now on. When the plugin ends, its
 * open calls are aborted and the connection is closed.
 */
export function apply(ctx: Context, { lang }: Config): void {
  const calls = createCalls()
  ctx.userInteraction.registerProvider(createMcpProvider({ clientOf: calls.clientOf, ...(lang && { lang }) }))
  const serving = serveMcp(ctx, { calls, ...(lang && { lang }) })
  ctx.effect(() => () => serving.close(), 'serveMcp()')
  void serving.closed.then((failure) => failure && ctx.logger.warn(failure))
}
