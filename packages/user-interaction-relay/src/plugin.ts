/** The plugin: registers the relay as the provider and mounts the surfaces under it. */
import type { Context, Plugin } from '@deepseek-ai/cordis'
import { UserInteractionError } from '@deepseek-ai/dsh-user-interaction'
import { mountNested, type NestedPlugin } from '@deepseek-ai/dsh-user-interaction/nested'
import Schema from '@deepseek-ai/schemastery'
import { Relay, type RelayMode } from './relay.ts'
import type { Seat } from './seat.ts'

/** The plugin's name. */
export const name = 'user-interaction-relay'

/** What must be there before it starts. */
export const inject = ['userInteraction']

/** A provider plugin to mount as a surface, as an entry of a cordis.yml. */
export interface SurfaceEntry {
  /** What messages and events call it. Default: its `name`. */
  id?: string
  name: string
  config?: unknown
  /** The plugin itself, for a host without a Loader. */
  plugin?: Plugin
}

/** Which surfaces there are, and whether all are asked at once. */
export interface Config {
  mode?: RelayMode
  surfaces: SurfaceEntry[]
}

const Surface: Schema<SurfaceEntry> = Schema.object({
  id: Schema.string().description('What messages and events call it; its name unless told otherwise.'),
  name: Schema.string().required().description('A provider plugin, named as an entry of the cordis.yml would name it.'),
  config: Schema.any().description('Config of that plugin.'),
  plugin: Schema.any().description('The plugin itself, for a host without a Loader.'),
})

/** Checks and describes the {@link Config}. */
export const Config: Schema<Config> = Schema.object({
  mode: Schema.union(['first', 'fallback'])
    .default('first')
    .description('All surfaces at once, the first answer wins; or one after the other, in order.'),
  surfaces: Schema.array(Surface)
    .required()
    .description('The surfaces, in order: ordinary provider plugins, each as `{ id?, name, config? }`.'),
}).description('Several surfaces behind one registration.')

/**
 * Registers the relay, and resolves when every surface has loaded or failed to. A surface that fails is logged by its
 * name and left out. When the plugin ends, its surfaces end with it.
 * @throws Error when two surfaces have the same name.
 */
export async function apply(ctx: Context, { mode = 'first', surfaces }: Config): Promise<void> {
  let remove = (): void => {}
  const register = (): void => void (remove = ctx.userInteraction.registerProvider(relay))
  const relay = new Relay(mode, namesOf(surfaces), { occupied: register, vacated: () => remove() })
  register()
  await Promise.all(surfaces.map((entry, index) => mount(ctx, relay, relay.seats[index], entry)))
}

function namesOf(surfaces: readonly SurfaceEntry[]): string[] {
  const names = surfaces.map(({ id, name: plugin }) => id ?? plugin)
  const twice = names.find((one, index) => names.indexOf(one) !== index)
  if (twice !== undefined) throw new Error(`two surfaces are called "${twice}"; give each an id of its own`)
  return names
}

async function mount(ctx: Context, relay: Relay, seat: Seat | undefined, entry: NestedPlugin): Promise<void> {
  if (!seat) return
  const cause = await whyAbsent(ctx, relay, seat, entry)
  if (!seat.provider) ctx.logger.warn('surface %s is not there: %s', seat.name, cause.message)
  relay.loaded(seat, cause)
}

/** Mounts a surface; if it has registered nothing by then, the result says why. */
async function whyAbsent(ctx: Context, relay: Relay, seat: Seat, entry: NestedPlugin): Promise<Error> {
  try {
    const missing = await mountNested(ctx, entry, {
      registered: (provider) => relay.arrive(seat, provider),
      answerable: () => relay.changed(),
      removed: () => relay.leave(seat),
    })
    const why = missing.length > 0 ? `waits for ${missing.join(', ')}` : 'registered no provider'
    return new UserInteractionError('PROVIDER_FAILED', `${entry.name} ${why}`)
  } catch (error) {
    return error as UserInteractionError
  }
}
