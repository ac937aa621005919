/** The function plugin: the provider for the editor that `ctx.acpClient` is, while it is. */
import type { Context } from '@deepseek-ai/cordis'
import type {} from '@deepseek-ai/dsh-user-interaction'
import type { Lang } from '@deepseek-ai/dsh-user-interaction/lang'
import Schema from '@deepseek-ai/schemastery'
import { createAcpProvider } from './provider.ts'

/** The plugin's name. */
export const name = 'user-interaction-acp'

/** It answers what the seam is asked, once an editor has initialised. */
export const inject = ['userInteraction', 'acpClient']

/** What a cordis.yml may say. */
export interface Config {
  /** Default: what LC_ALL, LC_MESSAGES or LANG say. */
  lang?: Lang
  /** In milliseconds. */
  soonestMs: number
}

/** Checks a configuration and fills in the defaults. */
export const Config = Schema.object({
  lang: Schema.union(['en', 'zh']).description(
    'The language of a form’s own texts; absent: what LC_ALL, LC_MESSAGES or LANG say.',
  ),
  soonestMs: Schema.number()
    .min(0)
    .default(1000)
    .description(
      'What the editor gives back sooner, in milliseconds, is by a rule and no person’s: the ask fails. A form that is filled in counts after 400 ms.',
    ),
}).description('Questions as forms in an editor, over the Agent Client Protocol.')

/**
 * Registers the provider. It goes with the plugin, with `ctx.acpClient` and with the connection, whichever ends first:
 * open asks then end with `PROVIDER_GONE` or wait for the next provider, such as the editor connecting again.
 */
export function apply(ctx: Context, { lang, soonestMs }: Config): void {
  const client = ctx.acpClient
  const { connection, capabilities } = client
  const provider = createAcpProvider({
    connection,
    capabilities,
    soonestMs,
    ...(client.sessionOf && { sessionOf: client.sessionOf.bind(client) }),
    ...(lang && { lang }),
  })
  ctx.effect(() => () => provider.close(), 'createAcpProvider()')
  const unregister = ctx.userInteraction.registerProvider(provider)
  ctx.effect(() => {
    // Before the connection rejects what is open: to the seam that is a removal, which the next editor can take over.
    connection.signal.addEventListener('abort', unregister, { once: true })
    return () => connection.signal.removeEventListener('abort', unregister)
  }, 'connection.signal.addEventListener("abort")')
}
