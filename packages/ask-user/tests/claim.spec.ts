/** Standard input and output while an MCP client is served: whatever else wants them gets others, or is refused. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { claimStreams } from '../src/claim.ts'
import { run } from './host.ts'

const mcp = '@deepseek-ai/dsh-user-interaction-mcp'
const stdio = '@deepseek-ai/dsh-user-interaction-stdio'
const tui = '@deepseek-ai/dsh-user-interaction-tui'

function composition(...entries: readonly object[]): string {
  const names = ['agent', 'system-prompt', 'tools', 'user-interaction', 'tool-ask-user']
  const list = [...names.map((name) => ({ id: name, name: `@deepseek-ai/dsh-${name}` })), ...entries]
  const file = join(mkdtempSync(join(tmpdir(), 'ask-user-claim-')), 'own.yml')
  writeFileSync(file, JSON.stringify(list))
  return file
}

const hello = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a client', version: '1' } },
}

it.each([
  ['lines', 'user-interaction-stdio', { id: 'own', name: stdio }],
  ['a form', 'user-interaction-tui', { id: 'own', name: tui }],
  ['a second server', 'user-interaction-mcp', { id: 'own', name: mcp }],
  [
    'lines among several surfaces',
    'user-interaction-stdio',
    { id: 'own', name: '@deepseek-ai/dsh-user-interaction-relay', config: { surfaces: [{ name: stdio }] } },
  ],
  [
    'lines behind a journal',
    'user-interaction-stdio',
    {
      id: 'own',
      name: '@deepseek-ai/dsh-user-interaction-journal',
      config: { file: 'asks.journal', provider: { name: stdio } },
    },
  ],
])('a composition with %s is refused at the start, in words, before a message is read', async (_, plugin, entry) => {
  const file = composition(entry)
  const { code, out, err, host } = await run(['mcp', '--config', file], {
    stdin: `${JSON.stringify(hello)}\n`,
    env: { LANG: 'C' },
  })
  expect({ code, out }).toEqual({ code: 5, out: '' })
  expect(err).toContain(`${file}: the plugin ${plugin} needs standard input and output, and these belong to the MCP`)
  expect(await text(host.stdin)).toContain('initialize')
})

it('another module that reads the process’s input finds its end, and writes beside the protocol', async () => {
  const { stdin, stdout } = process
  const beside = new PassThrough()
  const release = claimStreams(beside)
  const module = await import('node:process')
  try {
    expect(await text(process.stdin)).toBe('')
    expect(module.stdin).toBe(process.stdin)
    process.stdout.write('said')
    expect(String(beside.read())).toBe('said')
  } finally {
    release()
  }
  expect(process.stdin).toBe(stdin)
  expect(process.stdout).toBe(stdout)
  expect(module.stdin).toBe(stdin)
})
