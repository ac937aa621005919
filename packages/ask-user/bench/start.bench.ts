/** The command's cold start to the first line of its question, against an empty Node process; installed as by npm. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { alternate } from '../../../scripts/bench/alternate.ts'
import type { Figure } from '../../../scripts/bench/report.ts'

const packages = [
  'user-interaction',
  'tool-ask-user',
  'user-interaction-stdio',
  'user-interaction-tui',
  'user-interaction-script',
  'user-interaction-web',
  'user-interaction-relay',
  'user-interaction-journal',
  'user-interaction-mcp',
  'ask-user',
]
const folder = mkdtempSync(join(tmpdir(), 'start-'))

try {
  install()
  writeFileSync(join(folder, 'empty.mjs'), '')
  writeFileSync(join(folder, 'question.json'), JSON.stringify({ id: 'go', question: 'Go on?', options: ['Yes', 'No'] }))
  const bin = join(folder, 'node_modules/@deepseek-ai/dsh-ask-user/lib/bin.js')
  const { microseconds, ratios } = await alternate(
    {
      ask: () => start(bin, '--provider', 'stdio', 'question.json'),
      empty: () => start('empty.mjs'),
    },
    { rounds: 20, calls: 1 },
  )
  const figures: Figure[] = [
    {
      what: 'command, cold start to the first line of the question',
      ours: ms(microseconds['ask']),
      against: `empty Node process ${ms(microseconds['empty'])}`,
      ratio: ratios['empty'] ?? NaN,
      goal: 2.2,
    },
  ]
  process.stdout.write(`${JSON.stringify(figures)}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function install(): void {
  for (const name of packages) {
    const cwd = fileURLToPath(new URL(`../../${name}`, import.meta.url))
    execFileSync('pnpm', ['pack', '--pack-destination', folder], { cwd, stdio: 'ignore' })
  }
  const tarballs = readdirSync(folder).map((file) => `./${file}`)
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...tarballs], { cwd: folder, stdio: 'ignore' })
}

/** Resolves with the first line that the process says, or with its end; then ends it. */
function start(...args: string[]): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['pipe', 'ignore', 'pipe'] })
    child.stderr.once('data', () => child.kill('SIGKILL'))
    child.stderr.once('data', () => resolve())
    child.once('exit', () => resolve())
  })
}

function ms(microseconds = NaN): string {
  return `${(microseconds / 1000).toFixed(0)} ms`
}
