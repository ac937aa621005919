/** The function plugin: the page, its address on standard error. */
import type { Context } from '@deepseek-ai/cordis'
import type {} from '@deepseek-ai/dsh-user-interaction'
import { detectLang, type Lang } from '@deepseek-ai/dsh-user-interaction/lang'
import Schema from '@deepseek-ai/schemastery'
import { renderAddress } from './address.ts'
import { messages } from './messages.ts'
import { canOpen, openBrowser } from './open.ts'
import { createWebProvider } from './provider.ts'

/** The plugin's name. */
export const name = 'user-interaction-web'

/** It answers what the seam is asked. */
export const inject = ['userInteraction']

/** What a cordis.yml may say. */
export interface Config {
  host: string
  /** 0: any that is free. */
  port: number
  /** `auto`: when something is asked, no page is open and the person sits here. */
  open: 'auto' | 'always' | 'never'
  lang?: Lang
  /** The capability of the address, in place of a random one. */
  token?: string
  allowedHosts: string[]
  keepSettled: number
}

/** Checks a configuration and fills in the defaults. */
export const Config = Schema.object({
  host: Schema.string()
    .default('127.0.0.1')
    .description('Where to listen. A host that other machines reach demands a `token`.'),
  port: Schema.natural().max(65535).default(0).description('The port; 0: any that is free.'),
  open: Schema.union(['auto', 'always', 'never'])
    .default('auto')
    .description('Whether to open a browser when something is asked and no page is open; auto: unless over ssh.'),
  lang: Schema.union(['en', 'zh']).description('The language of the page; absent: what each browser prefers.'),
  token: Schema.string().description('The key in the address, at least 16 characters; absent: a random one.'),
  allowedHosts: Schema.array(Schema.string())
    .default([])
    .description('Further names in the Host header that are this server, such as that of a proxy.'),
  keepSettled: Schema.natural().default(50).description('How many settled asks stay readable on the page.'),
}).description('Questions on a page in the browser.')

/**
 * Registers the provider once its server listens. When the plugin ends, its open asks end with `PROVIDER_GONE` or wait
 * for the next provider, pages are told, and the port is free again.
 * @throws RangeError for a host that demands a token; the system's error when it cannot listen.
 */
export async function apply(ctx: Context, config: Config): Promise<void> {
  const { open, lang, token, ...rest } = config
  const opens = open === 'always' || (open === 'auto' && canOpen(process.env, process.platform))
  const provider = createWebProvider({
    ...rest,
    ...(lang && { lang }),
    ...(token !== undefined && { token }),
    ...(opens && { open: openBrowser }),
  })
  ctx.effect(() => () => provider.close(), 'createWebProvider()')
  const address = await provider.listen()
  const text = messages[lang ?? detectLang(process.env)]
  process.stderr.write(renderAddress(address, provider.port ?? 0, process.env, text))
  ctx.userInteraction.registerProvider(provider)
}
