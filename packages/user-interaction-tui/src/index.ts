/** The face: what the Loader mounts, and the provider for programs with a terminal of their own. */
export type { Clock } from './clock.ts'
export type { Lang } from '@deepseek-ai/dsh-user-interaction/lang'
export { runOnAsk } from './on-ask.ts'
export { apply, Config, inject, name, watchQueue } from './plugin.ts'
export { createTuiProvider, type TuiProvider, type TuiProviderOptions } from './provider.ts'
export type { HostProcess } from './terminal/lifeline.ts'
export { canRedraw, type TerminalInput, type TerminalOutput } from './redraw.ts'
