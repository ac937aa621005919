/**
 * The face of `@deepseek-ai/dsh-user-interaction/nested`, for a provider that has providers of its own: it mounts
 * ordinary surfaces where `userInteraction` is its own, and shows them what it is asked.
 */
export { forwardPending, keptOf } from './nested/forward.ts'
export { holdDeadline } from './nested/hold.ts'
export { mountNested, type NestedPlugin } from './nested/mount.ts'
export type { NestedHooks, NestedProvider, NestedShowing } from './nested/provider.ts'
