/** Projects outside the workspace: the packages as they are packed, installed by npm or pnpm as a user would. */
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** The workspace's compiler; what it looks at is the project's. */
export const tsc = join(root, 'node_modules/.bin/tsc')

/** Tarballs by the folder that they were made of, in a folder of their own. */
export interface Packed {
  readonly folder: string
  readonly tarballs: Readonly<Record<string, string>>
}

/** Builds and packs `names`, folders of `packages/`. */
export async function pack(names: readonly string[]): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), 'packed-'))
  await run(root, tsc, ['-b', ...names.map((name) => `packages/${name}/tsconfig.json`)])
  const filters = names.flatMap((name) => ['--filter', `./packages/${name}`])
  await run(root, 'npx', ['-y', 'pnpm@10', ...filters, '-r', 'pack', '--pack-destination', folder])
  const files = await readdir(folder)
  const tarballs = names.map((name) => {
    const file = files.find((candidate) => candidate.startsWith(`deepseek-ai-dsh-${name}-0`))
    if (file === undefined) throw new Error(`${name} was not packed; there are ${files.join(', ')}`)
    return [name, `file:${join(folder, file)}`] as const
  })
  return { folder, tarballs: Object.fromEntries(tarballs) }
}

/** The exact versions that the workspace pins, as dependencies. */
export async function pinned(...names: readonly string[]): Promise<Record<string, string>> {
  const catalog = await readFile(join(root, 'pnpm-workspace.yaml'), 'utf8')
  return Object.fromEntries(
    names.map((name) => {
      const version = new RegExp(`^  '?${name}'?: (\\S+)$`, 'm').exec(catalog)?.[1]
      if (version === undefined) throw new Error(`the catalog has no ${name}`)
      return [name, version]
    }),
  )
}

/** A project: a package.json that depends on all of `dependencies`, and `files` beside it. */
export async function createProject(
  dependencies: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'project-'))
  // What the packages want of each other is on no registry yet, and pnpm looks nowhere else.
  const overrides = Object.fromEntries(
    Object.entries(dependencies).filter(([, version]) => version.startsWith('file:')),
  )
  const manifest = { name: 'host', private: true, type: 'module', dependencies, pnpm: { overrides } }
  const all = { ...files, 'package.json': JSON.stringify(manifest, null, 2) }
  for (const [name, text] of Object.entries(all)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

export function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true })
}

/** Runs a program to its end and returns what it wrote to standard output; rejects, with all it wrote, unless it ends with 0. */
export function run(cwd: string, command: string, args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: environment(), stdio: 'pipe' })
    let out = ''
    let all = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
      all += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => void (all += text))
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(out)
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}:\n${all}`))
    })
    child.stdin.on('error', () => {}).end(input)
  })
}

/** Without what the package manager and the runner around this test say to their own children. */
function environment(): NodeJS.ProcessEnv {
  const isOurs = (name: string): boolean =>
    /^(npm_|pnpm_|vitest|node_env|node_options|init_cwd|force_color)/i.test(name)
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name === 'npm_config_registry' || !isOurs(name)),
  )
}
