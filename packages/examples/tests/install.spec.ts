/**
 * The packages as a user gets them: built, packed, installed outside the workspace from the registry's harness and
 * these tarballs. Its projects take a while; they are made one after the other.
 */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composition, host, hostStory, pageHost, question, typed, upstreamTyped } from './installed/files.ts'
import { createProject, pack, type Packed, pinned, remove, run, tsc } from './installed/projects.ts'

const patience = 120_000
const names = [
  'user-interaction',
  'user-interaction-script',
  'user-interaction-stdio',
  'user-interaction-tui',
  'user-interaction-journal',
  'user-interaction-mcp',
  'user-interaction-relay',
  'user-interaction-web',
  'tool-ask-user',
  'user-questions-bridge',
  'ask-user',
]
const npmInstall = ['install', '--no-audit', '--no-fund']
const pnpmInstall = ['-y', 'pnpm@10', 'install']
const answer = '{"answers":[{"id":"db","selected":["Postgres"]}]}\n'
const resolutions = [
  ['nodenext', ['--module', 'nodenext', '--moduleResolution', 'nodenext']],
  ['bundler', ['--module', 'esnext', '--moduleResolution', 'bundler']],
] as const

let packed: Packed
const folders: string[] = []

beforeAll(async () => {
  packed = await pack([...names, 'testkit'])
  folders.push(packed.folder)
}, patience)

afterAll(async () => {
  await Promise.all(folders.map(remove))
}, patience)

/** The tarballs of these packages, as dependencies. */
function tarballs(...chosen: readonly string[]): Record<string, string> {
  return Object.fromEntries(chosen.map((name) => [`@deepseek-ai/dsh-${name}`, packed.tarballs[name] ?? '']))
}

/** What a host imports by name; a strict package manager lets it reach nothing else. */
const harness = ['@deepseek-ai/dsh-agent', '@deepseek-ai/dsh-system-prompt', '@deepseek-ai/dsh-tools', '@types/node']

type Texts = Readonly<Record<string, string>>

/** A project that stays until the end of this file. */
async function install(dependencies: Texts, files: Texts, command: string, args: readonly string[]): Promise<string> {
  const folder = await createProject(dependencies, files)
  folders.push(folder)
  await run(folder, command, args)
  return folder
}

function compile(folder: string, file: string, ...flags: readonly string[]): Promise<string> {
  const common = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--types', 'node']
  return run(folder, tsc, [...common, ...flags, file])
}

describe.each([
  ['npm', 'npm', npmInstall],
  ['pnpm', 'npx', pnpmInstall],
  ['pnpm without hoisting', 'npx', [...pnpmInstall, '--config.hoist=false']],
])('the packages, installed with %s', (_, command, args) => {
  let folder: string

  beforeAll(async () => {
    const dependencies = { ...tarballs(...names), ...(await pinned('@deepseek-ai/cordis', ...harness)) }
    const files = {
      'host.mjs': host('@deepseek-ai/cordis'),
      'page.mjs': pageHost,
      'typed.ts': typed,
      'question.json': question,
      'conf/cordis.yml': composition,
    }
    folder = await install(dependencies, files, command, args)
  }, patience)

  it('run in a host that imports them', async () => {
    expect(JSON.parse(await run(folder, process.execPath, ['host.mjs']))).toEqual(hostStory)
  })

  it('serve the page from what is published, and take its answer', async () => {
    const { files, answer: answered } = JSON.parse(await run(folder, process.execPath, ['page.mjs'])) as {
      files: readonly (readonly [string, number, boolean])[]
      answer: unknown
    }
    expect(files.length).toBeGreaterThan(15)
    expect(files.filter(([, status, loadable]) => status !== 200 || !loadable)).toEqual([])
    expect(answered).toEqual({ answers: [{ id: 'db', selected: ['Postgres'] }] })
  })

  it.each(resolutions)('have types under %s', async (__, flags) => {
    await expect(compile(folder, 'typed.ts', ...flags)).resolves.toBe('')
  })

  it('bring the command ask-user', async () => {
    await expect(run(folder, 'npx', ['--no', 'ask-user', 'question.json'], '2\n')).resolves.toBe(answer)
  })

  it('are found by a cordis.yml that names them, from whichever folder the command is run', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'elsewhere-'))
    folders.push(elsewhere)
    const bin = join(folder, 'node_modules/.bin/ask-user')
    const config = ['--config', join(folder, 'conf/cordis.yml')]
    await expect(run(elsewhere, bin, [...config, join(folder, 'question.json')])).resolves.toBe(answer)
  })
})

describe('a host whose root is upstream cordis', () => {
  let folder: string

  beforeAll(async () => {
    const dependencies = { ...tarballs(...names), cordis: '4.0.0-rc.10', ...(await pinned(...harness)) }
    const files = { 'host.mjs': host('cordis'), 'typed.ts': upstreamTyped }
    folder = await install(dependencies, files, 'npm', npmInstall)
  }, patience)

  it('mounts the packages, asks, gets its answer and is disposed', async () => {
    expect(JSON.parse(await run(folder, process.execPath, ['host.mjs']))).toEqual(hostStory)
  })

  // Under nodenext upstream's own declarations of this version do not resolve.
  it('sees the service and its events on its own Context, under bundler', async () => {
    await expect(compile(folder, 'typed.ts', ...resolutions[1][1])).resolves.toBe('')
  })
})

describe('an empty folder', () => {
  it('takes two commands of npm to the first question', { timeout: patience }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'empty-'))
    folders.push(folder)
    await run(folder, 'npm', ['init', '-y'])
    await run(folder, 'npm', [...npmInstall, ...Object.values(tarballs(...names))])
    await writeFile(join(folder, 'question.json'), question)
    await expect(run(folder, 'npx', ['ask-user', 'question.json'], '2\n')).resolves.toBe(answer)
  })
})

describe('the project of somebody who writes a provider', () => {
  const tests = new URL('../../user-interaction-script/tests/', import.meta.url)

  it('runs the conformance suite of the test kit', { timeout: patience }, async () => {
    const surface = await readFile(new URL('surface.ts', tests), 'utf8')
    const files = {
      'conformance.spec.ts': await readFile(new URL('conformance.spec.ts', tests), 'utf8'),
      'surface.ts': surface.replace('../src/index.ts', '@deepseek-ai/dsh-user-interaction-script'),
    }
    const dependencies = {
      ...tarballs('user-interaction', 'user-interaction-script', 'testkit'),
      ...(await pinned('@deepseek-ai/cordis', 'vitest')),
    }
    const folder = await install(dependencies, files, 'npx', pnpmInstall)
    const report = await run(folder, join(folder, 'node_modules/.bin/vitest'), ['run', '--reporter=json'])
    expect(JSON.parse(report)).toMatchObject({ success: true, numFailedTests: 0 })
  })
})
