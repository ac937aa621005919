/** The face of the relay: the plugin, as the Loader mounts it. */
export { apply, Config, inject, name, type SurfaceEntry } from './plugin.ts'
export type { RelayMode } from './relay.ts'
