/** The repository as the checks see it: paths and texts that git would commit, and the packages among them. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Text by path; paths are relative to the root, with forward slashes. */
export type Files = ReadonlyMap<string, string>

/** Something to put right. The message says what is wrong and what to do instead. */
export interface Fault {
  readonly file: string
  /** Counted from 1; absent when the whole file is meant. */
  readonly line?: number
  readonly message: string
}

/** What the checks read of a package.json. */
export interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly private?: boolean
  readonly description?: string
  readonly license?: string
  readonly type?: string
  readonly engines?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, unknown>>
  readonly bin?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
  readonly publishConfig?: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** One folder below `packages/`. */
export interface Package {
  /** The folder's own name. */
  readonly folder: string
  /** `packages/<folder>`. */
  readonly path: string
  readonly manifest: Manifest
  /** Whether it is published. */
  readonly public: boolean
}

/** Reads every file that is tracked, or would be if it were added now. */
export function readTree(root: string): Files {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  const paths = [...new Set(listed.split('\0'))].filter((path) => {
    return path !== '' && existsSync(join(root, path)) && statSync(join(root, path)).isFile()
  })
  return new Map(paths.toSorted().map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

/** The packages of the workspace, in the order of their folders. A package.json that does not parse throws. */
export function packagesOf(files: Files): Package[] {
  return [...files].flatMap(([file, text]) => {
    const folder = /^packages\/([^/]+)\/package\.json$/.exec(file)?.[1]
    if (folder === undefined) return []
    const manifest = JSON.parse(text) as Manifest
    return [{ folder, path: `packages/${folder}`, manifest, public: manifest.private !== true }]
  })
}

/** `file:line message`, as editors and terminals make it clickable. */
export function renderFault({ file, line, message }: Fault): string {
  return `${file}${line === undefined ? '' : `:${line}`} ${message}`
}
