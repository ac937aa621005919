/** The function plugin of the shipped composition: the form on the terminal that the program chose. */
import type { Context } from '@deepseek-ai/cordis'
import type {} from '@deepseek-ai/dsh-user-interaction'
import { createTuiProvider, runOnAsk, type TerminalOutput, watchQueue } from '@deepseek-ai/dsh-user-interaction-tui'
import type {} from './desk.ts'

/** The plugin's name. */
export const name = 'ask-user-form'

/** It runs only in what `ask-user` and `ask()` boot: they provide `askUser`. */
export const inject = ['userInteraction', 'askUser']

/**
 * Registers the provider. When the plugin ends, the terminal is as it was; both streams stay open.
 * @throws NobodyError when there is no stream that anybody could answer on.
 */
export function apply(ctx: Context): void {
  const { lang, color, onlyOptions, json = false, endings, output, env, onAsk, interrupt } = ctx.askUser.settings
  const provider = createTuiProvider({
    input: ctx.askUser.openInput(),
    output: output as TerminalOutput,
    alsoShown: [process.stdout, process.stderr].filter((stream) => stream.isTTY),
    // The form leaves the screen, so what was asked would be gone without a receipt.
    receipt: true,
    ...(interrupt && { onInterrupt: interrupt }),
    json,
    ...(env && { env }),
    ...(onAsk && { onAsk: () => runOnAsk(onAsk) }),
    ...(lang && { lang }),
    ...(color !== undefined && { color }),
    ...(onlyOptions !== undefined && { onlyOptions }),
    ...(endings !== undefined && { endings }),
    watchWaiting: (listener) => watchQueue(ctx, listener),
  })
  ctx.effect(() => () => provider.close(), 'createTuiProvider()')
  ctx.userInteraction.registerProvider(provider)
}
