/** Writes what a host's configuration needs to start `ask-user mcp`, ready to paste: absolute paths, long time limits. */
import { extname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { GivenSettings } from './args.ts'
import type { HostName } from './hosts.ts'

/** A piece of configuration and where it belongs. */
export interface HostConfig {
  readonly file: string
  readonly text: string
}

/** How the server is started. */
export interface CommandLine {
  readonly command: string
  readonly args: readonly string[]
}

/** A person may answer tomorrow; a host's own limit is often a minute. */
const daySeconds = 24 * 60 * 60
const dayMs = daySeconds * 1000

/** A cold start on a busy machine takes a few seconds. */
const startSeconds = 30

/** What a program needs to find the person's screen, where a host hands on little of its environment. */
const screenVariables = [
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
  'LANG',
]

const serverName = 'ask-user'

const writers: Readonly<Record<HostName, (line: CommandLine) => HostConfig>> = {
  'claude-code': (line) => json('.mcp.json', { mcpServers: named({ type: 'stdio', ...line, timeout: dayMs }) }),
  codex: (line) => ({ file: '~/.codex/config.toml', text: renderCodex(line) }),
  gemini: (line) => json('~/.gemini/settings.json', { mcpServers: named({ ...line, timeout: dayMs }) }),
  vscode: (line) => json('.vscode/mcp.json', { servers: named({ type: 'stdio', ...line }) }),
  cursor: (line) => json('~/.cursor/mcp.json', { mcpServers: named({ type: 'stdio', ...line }) }),
  opencode: ({ command, args }) =>
    json('opencode.json', {
      $schema: 'https://opencode.ai/config.json',
      mcp: {
        servers: named({
          type: 'local',
          command: [command, ...args],
          timeout: { startup: startSeconds * 1000, request: dayMs },
        }),
      },
    }),
}

/** The configuration for a host. */
export function hostConfig(host: HostName, line: CommandLine): HostConfig {
  return writers[host](line)
}

/** This very program with these settings, wherever a host starts it from. */
export function ownCommandLine(
  settings: GivenSettings = {},
  execArgv: readonly string[] = process.execArgv,
): CommandLine {
  const bin = fileURLToPath(new URL(`./bin${extname(import.meta.url)}`, import.meta.url))
  const node = execArgv.map((arg, index) => {
    const [, module = ''] = /^--import=(.*)$/s.exec(arg) ?? []
    if (module) return `--import=${moduleUrl(module)}`
    return execArgv[index - 1] === '--import' ? moduleUrl(arg) : arg
  })
  return { command: process.execPath, args: [...node, bin, 'mcp', ...settingArguments(settings)] }
}

/** As Node finds what it is told to import: a path from where it was started, a package from here. */
function moduleUrl(module: string): string {
  return /^\.{0,2}\//.test(module) ? pathToFileURL(resolve(module)).href : import.meta.resolve(module)
}

function settingArguments(settings: GivenSettings): string[] {
  return Object.entries(settings).flatMap(([name, values]) => {
    const isPath = name === 'config' || name === 'answers'
    return values.flatMap((value) => [`--${name}`, isPath ? resolve(value) : value])
  })
}

function named(server: object): object {
  return { [serverName]: server }
}

function json(file: string, value: object): HostConfig {
  return { file, text: `${JSON.stringify(value, undefined, 2)}\n` }
}

/** JSON's strings and lists of strings are TOML's too. */
function renderCodex({ command, args }: CommandLine): string {
  return [
    `[mcp_servers.${serverName}]`,
    `command = ${JSON.stringify(command)}`,
    `args = ${JSON.stringify(args)}`,
    `env_vars = ${JSON.stringify(screenVariables)}`,
    `startup_timeout_sec = ${startSeconds}`,
    `tool_timeout_sec = ${daySeconds}`,
    '',
  ].join('\n')
}
