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

/**
 * Opens it. Never rejects: where the address has been printed, that it could not be opened is no failure.
 * @returns whether the opener did its work, once it has ended; some end with the browser.
 */
export function openBrowser(address: string, platform: NodeJS.Platform = process.platform): Promise<boolean> {
  const [command, args] = openerOf(address, platform)
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
    child.unref()
  })
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value)
}
