import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { readJournal } from '../src/index.ts'
import { freshPath, keptFolder } from './folder.ts'

/** Kills in all, a third of each journal. `JOURNAL_KILLS=300` takes a minute on two idle cores. */
const kills = Number(process.env['JOURNAL_KILLS'] ?? 90)
const journals = 3
/** Repeats the moments of a run, as far as a machine's own time lets it. */
const seed = Number(process.env['JOURNAL_SEED'] ?? Date.now() % 1_000_000)

let victim = ''

beforeAll(async () => {
  // One file that starts in a tenth of a second; through a loader of TypeScript it would take six times as long.
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('.', import.meta.url)),
    ssr: { noExternal: true },
    build: { ssr: fileURLToPath(new URL('victim.ts', import.meta.url)), write: false },
  })
  const [bundle] = [result].flat()
  const code = bundle && 'output' in bundle ? bundle.output[0].code : ''
  const kept = keptFolder()
  // A package among those in it reads its own version.
  writeFileSync(join(kept, 'package.json'), '{"version":"0.0.0"}')
  mkdirSync(join(kept, 'lib'))
  victim = join(kept, 'lib', 'victim.mjs')
  writeFileSync(victim, code)
})

/** A journal and what happened around it. */
interface Scene {
  readonly path: string
  readonly events: string
  /** So many keys are asked about. */
  readonly keys: number
}

function start({ path, events, keys }: Scene, own: number): ChildProcess {
  const child = spawn(process.execPath, [victim, path, events, String(keys), String(own)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Kills a process once so much has happened in its life, or, one time in eight, at any moment while it begins. */
async function killAtRandom(child: ChildProcess, chance: (limit: number) => number): Promise<void> {
  const exit = once(child, 'exit')
  if (chance(8) === 0) await new Promise((resolve) => setTimeout(resolve, chance(150)))
  else await Promise.race([messages(child, 1 + chance(30)), exit])
  child.kill('SIGKILL')
  await exit
}

/** Resolves when so many messages have come. */
function messages(child: ChildProcess, count: number): Promise<void> {
  return new Promise((resolve) => {
    let come = 0
    child.on('message', () => void (++come === count && resolve()))
  })
}

/** After a death: the file is whole, and nothing in it is there twice. */
async function expectReadable({ path }: Scene): Promise<void> {
  const { entries, damaged } = await readJournal(path).catch((error: unknown) => {
    // It died before there was a file.
    if ((error as { cause?: NodeJS.ErrnoException }).cause?.code === 'ENOENT') return { entries: [], damaged: [] }
    throw error
  })
  expect(damaged).toEqual([])
  const keys = entries.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
}

/** In the end: what a person was told is what the caller has, once; nothing was shown after it was answered. */
async function expectKept({ path, events, keys }: Scene): Promise<void> {
  const told = new Map<string, string>()
  const got = new Map<string, string>()
  for (const line of readFileSync(events, 'utf8').trimEnd().split('\n')) {
    const [event, key = '', word = ''] = line.split(' ')
    if (event === 'shown') expect(told.has(key), `${key} was shown after it was answered`).toBe(false)
    const map = event === 'told' ? told : event === 'got' ? got : undefined
    expect(map?.has(key), `${key} was ${event} twice`).not.toBe(true)
    map?.set(key, word)
  }
  expect(got.size).toBe(keys)
  for (const [key, word] of told) expect(got.get(key), `${key} was told as sent`).toBe(word)
  const { entries } = await readJournal(path)
  expect(new Map(entries.map(({ key = '', answer }) => [key, answer?.answers[0]?.custom ?? '']))).toEqual(got)
}

async function torture(own: number): Promise<void> {
  const path = freshPath()
  const scene = { path, events: join(dirname(path), 'events'), keys: Math.ceil((kills / journals) * 12) }
  writeFileSync(scene.events, '')
  let random = own
  const chance = (limit: number): number => {
    random = (random * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((random / 2 ** 31) * limit)
  }
  let kill = 0
  for (; kill < kills / journals; kill++) {
    await killAtRandom(start(scene, own + kill), chance)
    await expectReadable(scene)
  }
  // Had they been through before, the last kills would have hit nobody.
  const got = readFileSync(scene.events, 'utf8').match(/^got /gm)?.length ?? 0
  console.info(`killed ${kill} times, ${got} of ${scene.keys} answers arrived meanwhile`)
  expect(got).toBeLessThan(scene.keys)
  const last = start(scene, own)
  expect(await once(last, 'exit')).toEqual([0, null])
  await expectKept(scene)
}

test(`loses nothing and asks nothing twice when it is killed ${kills} times (JOURNAL_SEED=${seed})`, async () => {
  const seeds = Array.from({ length: journals }, (_one, index) => seed + index * 1000)
  await Promise.all(seeds.map(torture))
}, 300_000)
