/** The function plugin: the line provider on the process's own streams. */
import type { Context } from '@deepseek-ai/cordis'
import type {} from '@deepseek-ai/dsh-user-interaction'
import Schema from '@deepseek-ai/schemastery'
import type { Lang } from '@deepseek-ai/dsh-user-interaction/lang'
import { createStdioProvider } from './provider.ts'

/** The plugin's name. */
export const name = 'user-interaction-stdio'

/** It answers what the seam is asked. */
export const inject = ['userInteraction']

/** What a cordis.yml may say. */
export interface Config {
  /** The stream for questions; the other one is left alone. */
  output: 'stderr' | 'stdout'
  /** Default: what LC_ALL, LC_MESSAGES or LANG say. */
  lang?: Lang
}

/** Checks a configuration and fills in the defaults. */
export const Config = Schema.object({
  output: Schema.union(['stderr', 'stdout'])
    .default('stderr')
    .description('The stream for questions. Keep `stderr` where stdout carries data.'),
  lang: Schema.union(['en', 'zh']).description(
    'The language of prompts; absent: what LC_ALL, LC_MESSAGES or LANG say.',
  ),
}).description('Questions as numbered lines, answers from standard input.')

/**
 * Registers the provider. When the plugin ends, its open ask ends with `PROVIDER_GONE` or waits for the next
 * provider, and standard input is paused and free of listeners.
 */
export function apply(ctx: Context, { output, lang }: Config): void {
  const provider = createStdioProvider({ input: process.stdin, output: process[output], ...(lang && { lang }) })
  ctx.effect(() => () => provider.close(), 'createStdioProvider()')
  ctx.userInteraction.registerProvider(provider)
}
