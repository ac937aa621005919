/** Where the page is, as a person reads it: addresses, the line for ssh, and hosts that need a token. Pure. */
import type { Messages } from './messages/messages.ts'

/** What the environment of a process says about where its person sits. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Whether this host can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/** The address of the page, with its key. */
export function addressOf(host: string, port: number, key: string): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}/?k=${encodeURIComponent(key)}`
}

/** Whether the person sits at another machine. */
export function isOverSsh({ SSH_CONNECTION, SSH_TTY, SSH_CLIENT }: Environment): boolean {
  return Boolean(SSH_CONNECTION || SSH_TTY || SSH_CLIENT)
}

/** What to run on the person's own machine to reach the page. */
export function sshLine({ SSH_CONNECTION, USER, LOGNAME }: Environment, port: number): string {
  // "client port server port"
  const server = SSH_CONNECTION?.split(' ')[2]
  const user = USER || LOGNAME
  const host = server && /^[\w.:]+$/.test(server) ? server : 'HOST'
  return `ssh -N -L ${port}:127.0.0.1:${port} ${user && /^[\w.-]+$/.test(user) ? `${user}@` : ''}${host}`
}

/** What is printed when the server listens. */
export function renderAddress(address: string, port: number, env: Environment, text: Messages): string {
  const lines = [`${text.answerAt} ${address}`]
  if (isOverSsh(env)) lines.push(`${text.overSsh} ${sshLine(env, port)}`)
  return `${lines.join('\n')}\n`
}
