/**
 * The form against the same question by inquirer and clack, each in a PTY: first frame, key to frame, bytes a key. The
 * whole `ask-user` command, which boots a harness around the form, starts in turn with them.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spawn, type IPty } from '@lydell/node-pty'
import type { Figure } from '../../../scripts/bench/report.ts'

const names = ['ours', 'inquirer', 'clack'] as const
const starters = [...names, 'command'] as const
type Name = (typeof starters)[number]
type Samples = Record<Name, number[]>

/** So long without a byte means that a frame is complete. */
const silenceMs = { start: 150, key: 40 }
/** Longer than the form takes no keys for. */
const restMs = 600
const rounds = { start: 12, key: 25 }

/** What the command is made of. */
const packages = ['ask-user', 'tool-ask-user', 'user-interaction'].concat(
  ['journal', 'mcp', 'relay', 'script', 'stdio', 'tui', 'web'].map((name) => `user-interaction-${name}`),
)

const folder = mkdtempSync(join(tmpdir(), 'form-'))
try {
  install()
  const figures: Figure[] = [...(await measureStart()), ...(await measureKeys())]
  process.stdout.write(`${JSON.stringify(figures)}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** As by npm, so that nobody is measured with a loader of source in between. */
function install(): void {
  for (const name of packages) {
    const cwd = fileURLToPath(new URL(`../../${name}`, import.meta.url))
    execFileSync('pnpm', ['pack', '--pack-destination', folder], { cwd, stdio: 'ignore' })
  }
  const tarballs = readdirSync(folder).map((file) => `./${file}`)
  const peers = ['@inquirer/prompts', '@clack/prompts'].map((name) => {
    const file = fileURLToPath(new URL(`../node_modules/${name}/package.json`, import.meta.url))
    return `${name}@${(JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version}`
  })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...tarballs, ...peers], { cwd: folder, stdio: 'ignore' })
  const options = Array.from({ length: 10 }, (_, index) => `file-${index + 1}`)
  writeFileSync(join(folder, 'question.json'), JSON.stringify({ id: 'f', question: 'Which file?', options }))
  copyFileSync(new URL('child.mjs', import.meta.url), join(folder, 'child.mjs'))
}

async function measureStart(): Promise<Figure[]> {
  const took = samples()
  for (let round = 0; round < rounds.start + 2; round++) {
    for (const name of turn(round, starters)) {
      const began = performance.now()
      const { pty, frame } = open(name, 10, silenceMs.start)
      const { at } = await frame
      if (round >= 2) took[name].push(at - began)
      pty.kill('SIGKILL')
    }
  }
  const what = 'process start to the first complete frame'
  return [figure(what, took, ms, 1), figure(`${what}, the whole command`, { ...took, ours: took.command }, ms)]
}

async function measureKeys(): Promise<Figure[]> {
  const figures: Figure[] = []
  const bytesOfTen: number[] = []
  for (const count of [10, 100, 2000]) {
    const [took, bytes] = [samples(), samples()]
    const terminals = names.map((name) => ({ name, ...open(name, count, silenceMs.start) }))
    await Promise.all(terminals.map(({ frame }) => frame))
    await new Promise((resolve) => setTimeout(resolve, restMs))
    for (let round = 0; round < rounds.key; round++) {
      for (const name of turn(round, names)) {
        const terminal = terminals.find((one) => one.name === name)
        if (!terminal) continue
        // Down, and up again where there are no more rows.
        const sign = Math.floor(round / 8) % 2 === 0 ? 'B' : 'A'
        const began = performance.now()
        const frame = listen(terminal.pty, silenceMs.key)
        terminal.pty.write(`\u001b[${sign}`)
        const { at, size } = await frame
        took[name].push(at - began)
        bytes[name].push(size)
      }
    }
    for (const { pty } of terminals) pty.kill('SIGKILL')
    if (count === 10) bytesOfTen.push(...bytes.ours)
    figures.push(figure(`key to finished frame, ${count} options`, took, ms, count === 2000 ? 1 : undefined))
    figures.push(figure(`bytes written per key, ${count} options`, bytes, (value) => `${value.toFixed(0)} B`))
    if (count === 2000) figures.push(growth(bytes.ours, bytesOfTen))
  }
  return figures
}

function open(name: Name, count: number, silence: number): { pty: IPty; frame: Promise<{ at: number; size: number }> } {
  const { PATH, HOME } = process.env
  const env = { PATH: PATH ?? '', HOME: HOME ?? '', LANG: 'C.UTF-8' }
  const options = { name: 'xterm-256color', cols: 80, rows: 24, cwd: folder, env }
  const command = ['node_modules/@deepseek-ai/dsh-ask-user/lib/bin.js', 'question.json']
  const pty = spawn(process.execPath, name === 'command' ? command : ['child.mjs', name, String(count)], options)
  return { pty, frame: listen(pty, silence) }
}

/** Resolves once bytes have come and then none for a while, with when the last one came and how many they were. */
function listen(pty: IPty, silence: number): Promise<{ at: number; size: number }> {
  return new Promise((resolve) => {
    let at = 0
    let size = 0
    let timer: NodeJS.Timeout | undefined
    const { dispose } = pty.onData((data) => {
      at = performance.now()
      size += Buffer.byteLength(data)
      clearTimeout(timer)
      timer = setTimeout(() => {
        dispose()
        resolve({ at, size })
      }, silence)
    })
  })
}

function turn<N extends Name>(round: number, all: readonly N[]): N[] {
  const from = round % all.length
  return [...all.slice(from), ...all.slice(0, from)]
}

function samples(): Samples {
  return { ours: [], inquirer: [], clack: [], command: [] }
}

/** Ours against the better peer. */
function figure(what: string, taken: Samples, show: (value: number) => string, goal?: number): Figure {
  const [ours, inquirer, clack] = names.map((name) => median(taken[name])) as [number, number, number]
  return {
    what: `form: ${what}`,
    ours: show(ours),
    against: `inquirer ${show(inquirer)}, clack ${show(clack)}`,
    ratio: ours / Math.min(inquirer, clack),
    ...(goal !== undefined && { goal }),
  }
}

function growth(many: readonly number[], few: readonly number[]): Figure {
  const [ours, against] = [median(many), median(few)]
  const what = 'form: bytes written per key, 2,000 options against 10'
  return { what, ours: `${ours.toFixed(0)} B`, against: `${against.toFixed(0)} B`, ratio: ours / against, goal: 1.1 }
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}

function median(sample: readonly number[]): number {
  const sorted = sample.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? NaN
}
