/** Opens an address in the person's browser, where there is a browser and a person. */
import { spawn } from 'node:child_process'
import { type Environment, isOverSsh } from './address.ts'

/** Whether a browser that is opened here appears in front of whoever reads the terminal. */
export function canOpen(env: Environment, platform: NodeJS.Platform): boolean {
  if (isOverSsh(env) || isSet(env['CI'])) return false
  return platform === 'darwin' || platform === 'win32' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
}

/** The program that opens an address, with its arguments. */
export function openerOf(address: string, platform: NodeJS.Platform): readonly [string, readonly string[]] {
  if (platform === 'darwin') return ['open', [address]]
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', address]]
  return ['xdg-open', [address]]
}

/** Opens it. That it could not be opened is no failure: the address has been printed. */
export function openBrowser(address: string, platform: NodeJS.Platform = process.platform): void {
  const [command, args] = openerOf(address, platform)
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value)
}
