/** The face: what the Loader mounts, and the provider for programs with streams of their own. */
export { isInputEnded, isNoAnswer } from './ended.ts'
export type { Lang } from '@deepseek-ai/dsh-user-interaction/lang'
export { apply, Config, inject, name } from './plugin.ts'
export { createStdioProvider, type StdioProvider, type StdioProviderOptions } from './provider.ts'
