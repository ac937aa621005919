/** The function plugin of `ask-user mcp`: the forms of the client that is served, else the page. */
import type { Context } from '@deepseek-ai/cordis'
import {
  type AskUserQuestionAnswer,
  type AskUserQuestionRequest,
  type PendingAsk,
  UserInteractionError,
} from '@deepseek-ai/dsh-user-interaction'
import { forwardPending, keptOf } from '@deepseek-ai/dsh-user-interaction/nested'
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
  const { env = process.env, output } = ctx.askUser.settings
  let serving: Promise<Page> | undefined
  let written = false
  return async (request, pending, client) => {
    const listens = client?.listens ?? false
    const { canOpen } = await import('@deepseek-ai/dsh-user-interaction-web')
    const opens = canOpen(env, process.platform)
    // Before a page is served there is no address, which is a secret, to be told in vain.
    if (!opens && !listens && !(await serving)?.provider.pages) throw nobody()
    serving ??= servePage(ctx, opens)
    const page = await serving
    pending.signal.throwIfAborted()
    if (listens) client?.tell?.(page.told)
    if (!opens && !written) {
      written = true
      output.write(`${page.told}\n`)
    }
    return listens || !opens ? page.provider.ask(request, pending) : askInBrowser(page, request, pending)
  }
}

/** A page, and how opening it in a browser went. */
interface Page {
  readonly provider: WebProvider
  readonly told: string
  /** Resolves once the browser that was last opened failed to; never if it did not. */
  readonly failed: Promise<void>
}

async function servePage(ctx: Context, opens: boolean): Promise<Page> {
  const { lang = 'en' } = ctx.askUser.settings
  const { createWebProvider, openBrowser } = await import('@deepseek-ai/dsh-user-interaction-web')
  let fail = (): void => {}
  const failed = new Promise<void>((resolve) => (fail = resolve))
  const open = async (address: string): Promise<void> => {
    if (!(await openBrowser(address))) fail()
  }
  const provider = createWebProvider({ lang, ...(opens && { open: (address) => void open(address) }) })
  ctx.effect(() => () => provider.close(), 'createWebProvider()')
  const address = await provider.listen()
  const { notice } = await loadMessages(lang)
  return { provider, told: notice.page(address), failed }
}

/** Nobody knows the address but the browser: if that does not open, nobody comes. */
function askInBrowser(
  { provider, failed }: Page,
  request: AskUserQuestionRequest,
  pending: PendingAsk,
): Promise<AskUserQuestionAnswer> {
  const unopened = new AbortController()
  const signal = AbortSignal.any([pending.signal, unopened.signal])
  void failed.then(() => {
    if (provider.pages === 0) unopened.abort(nobody())
  })
  return provider.ask(request, forwardPending(pending, { signal, ...keptOf(pending) }))
}

function nobody(): UserInteractionError {
  return new UserInteractionError('NO_PROVIDER', unseen)
}
