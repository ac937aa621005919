/** The function plugin: the form on the process's own terminal. */
import type { Context } from '@deepseek-ai/cordis'
import type {} from '@deepseek-ai/dsh-user-interaction'
import Schema from '@deepseek-ai/schemastery'
import type { Lang } from '@deepseek-ai/dsh-user-interaction/lang'
import { runOnAsk } from './on-ask.ts'
import { createTuiProvider } from './provider.ts'

/** The plugin's name. */
export const name = 'user-interaction-tui'

/** It answers what the seam is asked. */
export const inject = ['userInteraction']

/** What a cordis.yml may say. */
export interface Config {
  /** The stream to draw on; the other one is left alone, and its text appears above the form. */
  output: 'stderr' | 'stdout'
  /** Default: what LC_ALL, LC_MESSAGES or LANG say. */
  lang?: Lang
  /** How to call somebody whose terminal has no focus. */
  notify: 'bell' | 'osc9' | 'off'
  /** A shell command to run when a question appears. */
  onAsk?: string
}

/** Checks a configuration and fills in the defaults. */
export const Config = Schema.object({
  output: Schema.union(['stderr', 'stdout'])
    .default('stderr')
    .description('The stream to draw on. Keep `stderr` where stdout carries data.'),
  lang: Schema.union(['en', 'zh']).description(
    'The language of the form; absent: what LC_ALL, LC_MESSAGES or LANG say.',
  ),
  notify: Schema.union(['bell', 'osc9', 'off'])
    .default('bell')
    .description('How to call somebody whose terminal has no focus when the form opens.'),
  onAsk: Schema.string().description('A shell command to run when a question appears; it gets no word of it.'),
}).description('Questions as a form on the terminal of the process.')

/**
 * Registers the provider. When the plugin ends, its open ask ends with `PROVIDER_GONE` or waits for the next
 * provider, and the terminal is as it was before.
 */
export function apply(ctx: Context, { output, lang, notify, onAsk }: Config): void {
  const provider = createTuiProvider({
    input: process.stdin,
    output: process[output],
    alsoShown: [process.stdout, process.stderr].filter((stream) => stream.isTTY),
    notify,
    ...(lang && { lang }),
    ...(onAsk && { onAsk: () => runOnAsk(onAsk) }),
    watchWaiting: (listener) => watchQueue(ctx, listener),
  })
  ctx.effect(() => () => provider.close(), 'createTuiProvider()')
  ctx.userInteraction.registerProvider(provider)
}

/** Tells how many asks are queued behind the one that is shown, now and at each change, until the result is called. */
export function watchQueue(ctx: Context, listener: (count: number) => void): () => void {
  const seam = ctx.userInteraction
  const tell = (): void => listener(seam.pending.filter(({ state }) => state === 'queued').length)
  const stops = [ctx.on('user-interaction/asked', tell), ctx.on('user-interaction/settled', tell)]
  tell()
  return () => {
    for (const stop of stops) void stop()
  }
}
