/** Mounts one plugin where `userInteraction` is a nested seam. */
import type { Context, Fiber, Plugin } from '@deepseek-ai/cordis'
import { UserInteractionError } from '../errors.ts'
import { isEnding } from '../lineage.ts'
import type { NestedHooks } from './provider.ts'
import { NestedSeam } from './seam.ts'

/** A plugin to mount, as in a cordis.yml. */
export interface NestedPlugin {
  /** What the Loader is to import; with `plugin`, only what messages call it. */
  name: string
  config?: unknown
  /** The plugin itself, for a host without a Loader. */
  plugin?: Plugin
}

/** What is needed of the Loader, which this package does not depend on. */
interface LoaderFace {
  import(name: string): Promise<unknown>
  unwrapExports(exports: unknown): Plugin
}

/** A context of the Loader's: its fiber belongs to an entry of a tree, whose file names are relative to. */
interface FiberWithEntry {
  readonly entry?: { readonly parent: { readonly tree: Pick<LoaderFace, 'import'> } }
}

/** A fiber that waits for services; Cordis declares its states as a const enum, which no importer can read. */
const PENDING = 0

/**
 * Mounts an ordinary provider plugin under the plugin of `ctx`, in a realm where `ctx.userInteraction` is a seam of its
 * own: one provider at a time, the rules of the real one, told to `hooks`. All of it ends with the plugin of `ctx`.
 * A name means what it would as an entry of the cordis.yml that `ctx` belongs to.
 * @returns the services that the plugin still waits for; none when it runs, or when `ctx` has ended meanwhile.
 * @throws UserInteractionError `PROVIDER_FAILED`, naming the plugin, with the cause why it does not run.
 */
export async function mountNested(ctx: Context, entry: NestedPlugin, hooks: NestedHooks): Promise<readonly string[]> {
  try {
    const realm = ctx.isolate('userInteraction')
    const plugin = entry.plugin ?? (await importPlugin(ctx, entry.name))
    if (isEnding(ctx.fiber)) return []
    await realm.plugin(NestedSeam, hooks)
    if (isEnding(ctx.fiber)) return []
    return missing(await realm.plugin(plugin, entry.config))
  } catch (error) {
    if (isEnding(ctx.fiber)) return []
    const message = `${entry.name} could not be mounted: ${error instanceof Error ? error.message : String(error)}`
    throw new UserInteractionError('PROVIDER_FAILED', message, { cause: error })
  }
}

async function importPlugin(ctx: Context, name: string): Promise<Plugin> {
  const loader = ctx.get('loader') as LoaderFace | undefined
  if (!loader) throw new Error('there is no Loader to import it; give the plugin itself as "plugin"')
  const { entry } = ctx.fiber as FiberWithEntry
  return loader.unwrapExports(await (entry?.parent.tree ?? loader).import(name))
}

function missing(fiber: Fiber): string[] {
  if (fiber.state !== PENDING) return []
  return Object.keys(fiber.inject).filter((name) => fiber.ctx.get(name) === undefined)
}
