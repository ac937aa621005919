/** What `ask-user mcp --print-config` prints starts this very program, from wherever a host starts it. */
import { isAbsolute, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { hostConfig, ownCommandLine } from '../src/host-config.ts'
import { hostNames } from '../src/hosts.ts'
import { ended, start } from './child.ts'
import { run } from './host.ts'

const line = { command: '/usr/bin/node', args: ['/opt/ask "user"/bin.js', 'mcp'] }

it('names node, what node is to load and the program by absolute paths', () => {
  const { command, args } = ownCommandLine({}, ['--enable-source-maps', '--import', 'tsx'])
  expect(isAbsolute(command)).toBe(true)
  expect(args).toEqual([
    '--enable-source-maps',
    '--import',
    expect.stringMatching(/^file:\/\/\/.*tsx/),
    expect.stringMatching(/^\/.*\/src\/bin\.ts$/),
    'mcp',
  ])
})

it.each([
  [['--import=tsx'], [/^--import=file:\/\/\/.*tsx/]],
  [['--import=./hook.mjs'], [new RegExp(`^--import=${pathToFileURL(resolve('hook.mjs')).href}$`)]],
  [
    ['--import', './hook.mjs', '--import', 'tsx'],
    [/^--import$/, new RegExp(`^${pathToFileURL(resolve('hook.mjs')).href}$`), /^--import$/, /^file:\/\/\/.*tsx/],
  ],
  [['--title=--import'], [/^--title=--import$/]],
])('makes what node is to load absolute in %j', (execArgv, expected) => {
  const { args } = ownCommandLine({}, execArgv)
  expect(args.slice(0, -2)).toEqual(expected.map((pattern) => expect.stringMatching(pattern)))
})

it('carries every setting over, with absolute paths', () => {
  const settings = { deadline: ['1h'], lang: ['zh'], config: ['own.yml'], provider: ['auto'] }
  expect(ownCommandLine(settings, []).args.slice(2).join(' ')).toBe(
    `--deadline 1h --lang zh --config ${resolve('own.yml')} --provider auto`,
  )
  expect(
    ownCommandLine({ answers: ['a.json'], answer: ['a=x', 'b=y'] }, [])
      .args.slice(2)
      .join(' '),
  ).toBe(`--answers ${resolve('a.json')} --answer a=x --answer b=y`)
})

describe('the configuration of', () => {
  it.each([
    ['claude-code', { mcpServers: { 'ask-user': { type: 'stdio', ...line, timeout: 86_400_000 } } }],
    ['gemini', { mcpServers: { 'ask-user': { ...line, timeout: 86_400_000 } } }],
    ['vscode', { servers: { 'ask-user': { type: 'stdio', ...line } } }],
    ['cursor', { mcpServers: { 'ask-user': { type: 'stdio', ...line } } }],
    [
      'opencode',
      {
        $schema: 'https://opencode.ai/config.json',
        mcp: {
          servers: {
            'ask-user': {
              type: 'local',
              command: [line.command, ...line.args],
              timeout: { startup: 30_000, request: 86_400_000 },
            },
          },
        },
      },
    ],
  ] as const)('%s is JSON with the command and the longest wait that can be set', (name, expected) => {
    expect(JSON.parse(hostConfig(name, line).text)).toEqual(expected)
  })

  it('codex is TOML, hands on what a browser needs, and waits a day', () => {
    expect(hostConfig('codex', line)).toEqual({
      file: '~/.codex/config.toml',
      text: [
        '[mcp_servers.ask-user]',
        'command = "/usr/bin/node"',
        'args = ["/opt/ask \\"user\\"/bin.js","mcp"]',
        'env_vars = ["DISPLAY","WAYLAND_DISPLAY","XAUTHORITY","XDG_RUNTIME_DIR","DBUS_SESSION_BUS_ADDRESS","LANG"]',
        'startup_timeout_sec = 30',
        'tool_timeout_sec = 86400',
        '',
      ].join('\n'),
    })
  })
})

describe('the command', () => {
  it.each(hostNames)('prints for %s what to paste to standard output, and where to standard error', async (name) => {
    const { code, out, err } = await run(['mcp', '--print-config', name])
    expect(code).toBe(0)
    const expected = hostConfig(name, ownCommandLine())
    expect(out).toBe(expected.text)
    expect(err).toBe(`Add this to ${expected.file}:\n`)
  })

  it.each(hostNames)('prints for %s the settings that it was given too', async (name) => {
    const { out } = await run(['mcp', '--deadline', '1h', '--print-config', name, '--lang=en', '--provider', 'web'])
    const words = ['mcp', '--provider', 'web', '--deadline', '1h', '--lang', 'en'].map((word) => JSON.stringify(word))
    expect(out.replaceAll(/\s*,\s*/g, ',')).toContain(words.join(','))
  })

  it('prints a command line that starts a server elsewhere', async () => {
    const { out } = await ended(start(['mcp', '--print-config', 'vscode'], { LANG: 'C.UTF-8' }))
    const { servers } = JSON.parse(out) as { servers: Record<string, { args: string[] }> }
    expect(servers['ask-user']?.args.at(-2)).toMatch(/bin\.ts$/)
    for (const arg of servers['ask-user']?.args.slice(0, -1) ?? []) expect(arg).toMatch(/^(?:--|\/|file:\/\/\/)/)
  })

  it.each([
    [['mcp', '--print-config', 'codex', '--config', 'missing.yml'], /missing\.yml/],
    [['mcp', '--print-config', 'codex', '--deadline', 'soon'], /--deadline expects/],
    [['mcp', '--print-config', 'emacs'], /claude-code\|codex\|gemini\|vscode\|cursor\|opencode, got "emacs"/],
    [['mcp', '--print-config', 'codex', '--print-config', 'codex'], /--print-config is given twice/],
    [['--print-config', 'codex', '-q', 'Why?'], /--print-config belongs to ask-user mcp/],
    [['mcp', 'questions.json'], /one argument too many/],
    [['mcp', '-q', 'Why?'], /mcp and -q cannot be given together/],
    [['mcp', '--provider', 'tui'], /mcp and --provider tui cannot be given together/],
    [['mcp', '--provider', 'stdio'], /mcp and --provider stdio cannot be given together/],
  ])('refuses %j', async (argv, message) => {
    const { code, out, err } = await run(argv)
    expect(code).toBe(2)
    expect(out).toBe('')
    expect(err).toMatch(message)
  })
})
