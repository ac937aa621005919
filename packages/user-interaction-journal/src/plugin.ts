/** The function plugin: mounts one surface beneath it and answers the seam through a journal. */
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Context } from '@deepseek-ai/cordis'
import type {} from '@deepseek-ai/dsh-user-interaction'
import { mountNested, type NestedPlugin, type NestedProvider } from '@deepseek-ai/dsh-user-interaction/nested'
import type { UserInteractionProvider } from '@deepseek-ai/dsh-user-interaction'
import Schema from '@deepseek-ai/schemastery'
import { Journal } from './journal.ts'

/** The plugin's name. */
export const name = 'user-interaction-journal'

/** It answers what the seam is asked. */
export const inject = ['userInteraction']

/** What a cordis.yml may say. */
export interface Config {
  /** A relative path starts at the cordis.yml. */
  file: string
  /** The surface. */
  provider: NestedPlugin
  /** How long an ask is kept after its end, in milliseconds. Default: 7 days. */
  retentionMs?: number
  /** From this size on nothing new is asked. Default: 64 MiB. */
  maxBytes?: number
  /** Below this size the file is not rewritten to save room. Default: 64 KiB. */
  compactBytes?: number
}

const defaults = { retentionMs: 7 * 24 * 3600 * 1000, maxBytes: 64 * 2 ** 20, compactBytes: 2 ** 16 }

const Surface: Schema<NestedPlugin> = Schema.object({
  name: Schema.string().required().description('The plugin that shows the questions, as an entry would name it.'),
  config: Schema.any().description("That plugin's own Config."),
  plugin: Schema.any().description('The plugin itself, for a host without a Loader.'),
})

/** Checks a configuration and fills in the defaults. */
export const Config: Schema<Config> = Schema.object({
  file: Schema.string().required().description('The journal; a relative path starts at the cordis.yml.'),
  provider: Surface.required().description('The surface beneath.'),
  retentionMs: Schema.natural()
    .default(defaults.retentionMs)
    .description('How long an ask is kept after its end, in milliseconds; the next opening takes it out.'),
  maxBytes: Schema.natural()
    .default(defaults.maxBytes)
    .description('From this size on nothing new is asked; what is open can still be answered.'),
  compactBytes: Schema.natural()
    .default(defaults.compactBytes)
    .description('A smaller file is not rewritten at opening only to save room.'),
}).description('Keeps questions and answers on disk, through a crash.')

/**
 * Mounts the surface and registers as the provider while the surface has one registered. When the plugin ends, so does
 * the surface; what is open then stays open in the journal.
 * @throws UserInteractionError `PROVIDER_FAILED` when the surface does not run.
 */
export async function apply(ctx: Context, { file, provider, ...limits }: Config): Promise<void> {
  const warn = (error: unknown): void => ctx.logger.warn(error)
  const journal = new Journal({ path: pathOf(ctx, file), ...defaults, ...limits, warn })
  ctx.effect(() => () => journal.close(), 'journal.close()')
  // Not waited for: the first ask opens it again if it cannot be opened now, and says why if it still cannot.
  journal.open().catch(warn)
  let unregister = (): void => {}
  let tell = (_answerable: boolean): void => {}
  const waiting = await mountNested(ctx, provider, {
    registered(nested) {
      const inner = providerOf(nested, (listener) => (tell = listener))
      unregister = ctx.userInteraction.registerProvider(journal.over(inner))
    },
    answerable: (_nested, answerable) => tell(answerable),
    removed: () => unregister(),
  })
  if (waiting.length > 0) ctx.logger.warn('%s waits for %s', provider.name, waiting.join(', '))
}

function providerOf(
  nested: NestedProvider,
  listen: (listener: (answerable: boolean) => void) => void,
): UserInteractionProvider {
  return {
    ask: (request, pending) => nested.show(request, pending).answer,
    concurrency: nested.concurrency,
    watchAnswerable(listener) {
      listen(listener)
      listener(nested.answerable)
      return () => listen(() => {})
    },
  }
}

function pathOf(ctx: Context, file: string): string {
  const url = file.startsWith('file:') ? file : file.split('/').map(encodeURIComponent).join('/')
  return fileURLToPath(new URL(url, ctx.baseUrl ?? pathToFileURL(`${process.cwd()}/`)))
}
