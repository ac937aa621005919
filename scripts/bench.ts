/**
 * `pnpm bench`: measures the packages as they are published (their built code) against the published peers and the
 * floor, each bench in a process of its own, contenders in turn. Prints the table and writes docs/performance.md.
 * With words, only the benches whose path holds one of them are run, and nothing is written.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Figure, meets, renderTable, replaceFigures } from './bench/report.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const hook = new URL('bench/published.mjs', import.meta.url).href
const page = new URL('../docs/performance.md', import.meta.url)
const words = process.argv.slice(2)

const benches = readdirSync(new URL('../packages/', import.meta.url))
  .toSorted()
  .flatMap(benchesOf)
  .filter((bench) => words.length === 0 || words.some((word) => bench.includes(word)))
execFileSync('pnpm', ['build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
const figures = benches.flatMap(run)
const table = renderTable(figures)
process.stdout.write(`${table}\n`)
if (words.length === 0) writeFileSync(page, replaceFigures(readFileSync(page, 'utf8'), `${setting()}\n\n${table}`))
const missed = figures.filter((figure) => !meets(figure))
for (const figure of missed) process.stderr.write(`goal missed: ${figure.what}\n`)
process.exitCode = missed.length > 0 ? 1 : 0

function benchesOf(folder: string): string[] {
  const bench = new URL(`../packages/${folder}/bench/`, import.meta.url)
  if (!existsSync(bench)) return []
  const files = readdirSync(bench).filter((file) => file.endsWith('.bench.ts'))
  return files.toSorted().map((file) => `packages/${folder}/bench/${file}`)
}

/** A bench prints its figures as one line of JSON. */
function run(bench: string): Figure[] {
  process.stderr.write(`${bench}\n`)
  const args = ['--expose-gc', '--import', 'tsx', '--import', hook, bench]
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`${bench} ended with ${status}`)
  return JSON.parse(stdout) as Figure[]
}

/** When and on what kind of machine. */
function setting(): string {
  const day = new Date().toISOString().slice(0, 10)
  const catalog = readFileSync(new URL('../pnpm-workspace.yaml', import.meta.url), 'utf8')
  const [, peer = ''] = /'@deepseek-ai\/dsh-user-questions': (\S+)/.exec(catalog) ?? []
  const machine = `${cpus().length} cores, ${platform()} ${arch()}`
  return `Measured on ${day} with Node ${process.versions.node}, ${machine}, against the peer pair ${peer}.`
}
