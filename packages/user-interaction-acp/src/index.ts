/** The face: what the Loader mounts, and the provider for an agent that holds its own connection. */
export type { AcpClient, AcpConnection, AcpSession } from './client.ts'
export { apply, Config, inject, name } from './plugin.ts'
export { type AcpProvider, type AcpProviderOptions, createAcpProvider } from './provider.ts'
