/**
 * `pnpm bench`: measures the packages as they are published (their built code) against the published peers and the
 * floor, each bench in a process of its own, contenders in turn; prints one table of ratios.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Figure, meets, renderTable } from './bench/report.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const benches = readdirSync(new URL('../packages/', import.meta.url))
  .toSorted()
  .flatMap(benchesOf)
const hook = new URL('bench/published.mjs', import.meta.url).href

execFileSync('pnpm', ['build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
const figures = benches.flatMap(run)
process.stdout.write(`${renderTable(figures)}\n`)
const missed = figures.filter((figure) => !meets(figure))
for (const figure of missed) process.stderr.write(`goal missed: ${figure.what}\n`)
process.exitCode = missed.length > 0 ? 1 : 0

function benchesOf(folder: string): string[] {
  const bench = new URL(`../packages/${folder}/bench/`, import.meta.url)
  return existsSync(bench)
    ? readdirSync(bench)
        .toSorted()
        .map((file) => `packages/${folder}/bench/${file}`)
    : []
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
