/** The face: what the Loader mounts, the server, and the provider for programs with a session of their own. */
export { type Calls, createCalls } from './calls.ts'
export { createSessionClient, type FormClient } from './client.ts'
export type { Form } from './form.ts'
export { apply, Config, inject, name } from './plugin.ts'
export { createMcpProvider, type McpProviderOptions, type NextSurface } from './provider.ts'
export { serveMcp, type ServeOptions, type Serving } from './serve.ts'
