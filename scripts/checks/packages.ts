/** Builds and packs the published packages and looks at the tarballs, which are what a user gets. */
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { type Files, type Package, packagesOf, renderFault } from '../workspace.ts'
import { pnpm, run, tool } from './command.ts'
import { mapPool } from './pool.ts'
import { tarballFaults } from './tarball.ts'

/** Everything that publint, attw and this house have to say of the tarballs; of the build, when that fails. */
export async function packageFaults(root: string, files: Files): Promise<string[]> {
  const packages = packagesOf(files).filter((entry) => entry.public)
  const projects = packages.map(({ path }) => `${path}/tsconfig.json`)
  const unbuilt = await tool(root, 'tsc', '-b', ...projects)
  if (unbuilt.length > 0) return unbuilt
  const folder = await mkdtemp(join(tmpdir(), 'packed-'))
  try {
    const filters = packages.flatMap(({ manifest }) => ['--filter', manifest.name ?? ''])
    const packed = await pnpm(root, ...filters, '-r', 'pack', '--pack-destination', folder)
    if (packed.code !== 0) return packed.output.trimEnd().split('\n')
    return (await mapPool(packages, 2, (entry) => tarball(root, files, folder, entry))).flat()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function tarball(root: string, files: Files, folder: string, { path, manifest }: Package): Promise<string[]> {
  const name = `${manifest.name?.replace('@', '').replace('/', '-')}-${manifest.version}`
  const file = join(folder, `${name}.tgz`)
  const target = join(folder, name)
  await mkdir(target)
  const unpacked = await run(folder, 'tar', ['-xzf', file, '-C', target, '--strip-components', '1'])
  if (unpacked.code !== 0) return unpacked.output.trimEnd().split('\n')
  const sources = [...files.keys()].filter((source) => source.startsWith(`${path}/src/`))
  const [lint, types, contents] = await Promise.all([
    tool(root, 'publint', 'run', file, '--strict'),
    tool(root, 'attw', file, '--profile', 'esm-only', '--no-definitely-typed', '--format', 'ascii', '--no-emoji'),
    readFolder(target),
  ])
  const own = tarballFaults({ path, files: contents, sources: sources.map((source) => relative(path, source)) })
  return [...lint, ...types, ...own.map(renderFault)]
}

async function readFolder(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return new Map(
    await Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map(async (entry) => {
          const file = join(entry.parentPath, entry.name)
          return [relative(folder, file), await readFile(file, 'utf8')] as const
        }),
    ),
  )
}
