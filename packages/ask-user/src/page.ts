/** The function plugin of the shipped composition: the page in a browser, its address where prompts go. */
import type { Context } from '@deepseek-ai/cordis'
import type {} from '@deepseek-ai/dsh-user-interaction'
import { runOnAsk } from '@deepseek-ai/dsh-user-interaction-tui'
import { canOpen, createWebProvider, messages, openBrowser, renderAddress } from '@deepseek-ai/dsh-user-interaction-web'
import type {} from './desk.ts'

/** The plugin's name. */
export const name = 'ask-user-page'

/** It runs only in what `ask-user` and `ask()` boot: they provide `askUser`. */
export const inject = ['userInteraction', 'askUser']

/**
 * Registers the provider once its server listens, and prints the address. When the plugin ends, pages are told.
 * @throws Error in words when the port is in use; the system's error when it cannot listen for another reason.
 */
export async function apply(ctx: Context): Promise<void> {
  const { lang = 'en', onlyOptions, output, env = process.env, onAsk, web = {} } = ctx.askUser.settings
  const provider = createWebProvider({
    lang,
    ...(web.port !== undefined && { port: web.port }),
    ...(onlyOptions !== undefined && { onlyOptions }),
    ...(onAsk && { onAsk: () => runOnAsk(onAsk) }),
    ...(web.open !== false && canOpen(env, process.platform) && { open: (address) => openBrowser(address) }),
  })
  ctx.effect(() => () => provider.close(), 'createWebProvider()')
  const address = await provider.listen().catch((error: unknown) => {
    throw isTaken(error) ? new Error(`port ${web.port} is in use`, { cause: error }) : error
  })
  output.write(renderAddress(address, provider.port ?? 0, env, messages[lang]))
  ctx.userInteraction.registerProvider(provider)
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
