/** The face for programs: asking without Cordis, and what a composition may rely on. */
export { ask, type AskOptions } from './ask.ts'
export { boot, type BootOptions, type Running } from './boot.ts'
export type { Answers, Desk } from './desk.ts'
export { CompositionError, type CompositionFault } from './faults.ts'
export type { Lang } from '@deepseek-ai/dsh-user-interaction/lang'
export type { AskArguments } from './questions.ts'
