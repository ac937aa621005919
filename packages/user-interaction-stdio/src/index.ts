/** The face: what the Loader mounts, and the provider for programs with streams of their own. */
export { isInputEnded } from './ended.ts'
export type { Lang } from './messages.ts'
export { apply, Config, inject, name } from './plugin.ts'
export { createStdioProvider, type StdioProvider, type StdioProviderOptions } from './provider.ts'
