/** The function plugin: offers the tool to the runtime and asks through the seam, always as itself. */
import type { Context } from '@deepseek-ai/cordis'
import type {} from '@deepseek-ai/dsh-tools'
import type {} from '@deepseek-ai/dsh-user-interaction'
import Schema from '@deepseek-ai/schemastery'
import { createTool } from './tool.ts'

/** The plugin's name in a composition. */
export const name = 'tool-ask-user'

/** It waits for the tool runtime and the seam, and ends with either. */
export const inject = ['tools', 'userInteraction']

/** The plugin's configuration, defaults applied. */
export interface Config {
  /** How long the human may be idle once a question is shown, in milliseconds. Default: for ever. */
  deadlineMs?: number
  /** When the model is offered the tool. Default `'always'`. */
  offer: 'always' | 'while-answerable'
}

/** Checks a configuration and applies its defaults. */
export const Config = Schema.object({
  deadlineMs: Schema.number()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .description('How long the human may be idle once a question is shown, in milliseconds; absent: for ever.'),
  offer: Schema.union(['always', 'while-answerable'])
    .default('always')
    .description(
      '`always`: the tool list, and so the cached prefix, never changes. '
        + '`while-answerable`: the tool is offered only while somebody can answer.',
    ),
}).description('The ask_user_question tool.')

/**
 * Registers `ask_user_question`. When the plugin ends, the tool is gone and its open questions end with
 * `ASK_ABORTED`.
 */
export function apply(ctx: Context, config: Config): void {
  const { userInteraction } = ctx
  const tool = createTool((request) => userInteraction.ask(request), config.deadlineMs)
  const offer = (): (() => void) => ctx.tools.register(tool)
  if (config.offer === 'always') offer()
  else followAnswerable(ctx, offer)
}

function followAnswerable(ctx: Context, offer: () => () => void): void {
  let withdraw: (() => void) | undefined
  const follow = (answerable: boolean): void => {
    if (answerable) {
      withdraw ??= offer()
    } else {
      withdraw?.()
      withdraw = undefined
    }
  }
  ctx.on('user-interaction/answerable', follow)
  follow(ctx.userInteraction.answerable)
}
