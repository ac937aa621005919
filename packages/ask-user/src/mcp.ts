/** The function plugin of `ask-user mcp`: the forms of the client that is served, else the page. */
import type { Context } from '@deepseek-ai/cordis'
import { UserInteractionError } from '@deepseek-ai/dsh-user-interaction'
import { createMcpProvider, type NextSurface } from '@deepseek-ai/dsh-user-interaction-mcp'
import type { WebProvider } from '@deepseek-ai/dsh-user-interaction-web'
import type {} from './desk.ts'
import { loadMessages } from './lang.ts'

/** The plugin's name. */
export const name = 'ask-user-mcp'

/** It runs only in what `ask-user mcp` boots: that provides `askUser` with the calls of its client. */
export const inject = ['userInteraction', 'askUser']

const unseen = 'nobody could be shown this question: the MCP client shows no form, and no browser can be opened here'

/**
 * Registers the provider. The page is served from the first question on that no form takes. When the plugin ends, its
 * forms are withdrawn and its pages told.
 * @throws Error when no client is served.
 */
export function apply(ctx: Context): void {
  const { calls, lang } = ctx.askUser.settings
  if (!calls) throw new Error('only `ask-user mcp` has a client to ask')
  const next = createPage(ctx)
  ctx.userInteraction.registerProvider(
    ctx.askUser.provider === 'web'
      ? { ask: (request, pending) => next(request, pending, calls.clientOf(request)) }
      : createMcpProvider({ clientOf: calls.clientOf, next, ...(lang && { lang }) }),
  )
}

/** The page, where a person can come to see it: it opens by itself, is open, or its address is shown by the host. */
function createPage(ctx: Context): NextSurface {
  let serving: ReturnType<typeof servePage> | undefined
  return async (request, pending, client) => {
    serving ??= servePage(ctx)
    const { page, opens, told } = await serving
    if (pending.signal.aborted) throw pending.signal.reason as Error
    const shown = client?.tell?.(told)
    if (!opens && page.pages === 0 && !shown) throw new UserInteractionError('NO_PROVIDER', unseen)
    return page.ask(request, pending)
  }
}

async function servePage(ctx: Context): Promise<{ page: WebProvider; opens: boolean; told: string }> {
  const { lang = 'en', output, env = process.env } = ctx.askUser.settings
  const { canOpen, createWebProvider, openBrowser } = await import('@deepseek-ai/dsh-user-interaction-web')
  const opens = canOpen(env, process.platform)
  const page = createWebProvider({ lang, ...(opens && { open: (address) => openBrowser(address) }) })
  ctx.effect(() => () => page.close(), 'createWebProvider()')
  const address = await page.listen()
  const { notice } = await loadMessages(lang)
  const told = notice.page(address)
  output.write(`${told}\n`)
  return { page, opens, told }
}
