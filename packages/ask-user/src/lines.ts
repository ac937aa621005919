/** The function plugin of the shipped composition: the line provider on the streams that the program chose. */
import type { Context } from '@deepseek-ai/cordis'
import type {} from '@deepseek-ai/dsh-user-interaction'
import { createStdioProvider } from '@deepseek-ai/dsh-user-interaction-stdio'
import type {} from './desk.ts'

/** The plugin's name. */
export const name = 'ask-user-lines'

/** It runs only in what `ask-user` and `ask()` boot: they provide `askUser`. */
export const inject = ['userInteraction', 'askUser']

/**
 * Registers the provider. When the plugin ends, no listener is left on either stream; both stay open.
 * @throws NobodyError when there is no stream that anybody could answer on.
 */
export function apply(ctx: Context): void {
  const provider = createStdioProvider(ctx.askUser.openLines())
  ctx.effect(() => () => provider.close(), 'createStdioProvider()')
  ctx.userInteraction.registerProvider(provider)
}
