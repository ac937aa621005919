/** The face of the page: a plugin for compositions, a provider for programs that start the server themselves. */
export { renderAddress } from './address.ts'
export { messages } from './messages.ts'
export { canOpen, openBrowser } from './open.ts'
export { apply, Config, inject, name } from './plugin.ts'
export { createWebProvider, type WebProvider, type WebProviderOptions } from './provider.ts'
