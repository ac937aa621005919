/** What must hold of the files in a package's tarball. Pure; `packages.ts` packs and unpacks. */
import { builtinModules } from 'node:module'
import ts from 'typescript'
import { importsOf, resolveRelative, type Source } from '../house/source.ts'
import type { Fault, Files, Manifest } from '../workspace.ts'

/** The tarball of one package, and the source it was built from. */
export interface Packed {
  /** `packages/<folder>`. */
  readonly path: string
  /** By path inside the tarball's own folder. */
  readonly files: Files
  /** The paths of the sources, relative to the package. */
  readonly sources: readonly string[]
}

/** Files that every tarball has. */
const required = ['package.json', 'README.md', 'README.zh.md', 'LICENSE']

/** Missing files, what was built from a source that is gone, and imports that an installation would not resolve. */
export function tarballFaults(packed: Packed): Fault[] {
  const manifest = JSON.parse(packed.files.get('package.json') ?? '{}') as Manifest
  const modules = [...packed.files].filter(([file]) => /\.(?:js|d\.ts)$/.test(file))
  const messages = [
    ...required.filter((file) => !packed.files.has(file)).map((file) => `packs no ${file}`),
    ...modules.flatMap(([file]) => staleMessages(file, packed.sources)),
    ...modules.flatMap(([file, text]) => importMessages(file, text, packed.files, manifest)),
  ]
  return [...new Set(messages)].map((message) => ({ file: packed.path, message }))
}

function staleMessages(file: string, sources: readonly string[]): string[] {
  const source = file.replace(/^lib\//, 'src/').replace(/(?:\.d\.ts|\.js)$/, '.ts')
  if (!file.startsWith('lib/') || sources.includes(source)) return []
  return [`packs ${file}, and there is no ${source} any more; delete lib and build again`]
}

function importMessages(file: string, text: string, files: Files, manifest: Manifest): string[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true)
  const source: Source = { file, text, tree }
  const { name, dependencies, peerDependencies } = manifest
  const declared = new Set([name, ...Object.keys({ ...dependencies, ...peerDependencies })])
  return importsOf(source).flatMap(({ specifier }) => {
    const relative = resolveRelative(file, specifier)
    if (relative !== undefined) {
      // In a declaration file the compiler leaves `./x.ts` as it stands and finds `x.d.ts` by it.
      const found = files.has(relative) || (file.endsWith('.d.ts') && files.has(relative.replace(/\.ts$/, '.d.ts')))
      return found ? [] : [`packs ${file}, which imports ${specifier}, and that is not packed`]
    }
    if (specifier.startsWith('node:') || builtinModules.includes(specifier)) return []
    const owner = specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/')
    if (declared.has(owner)) return []
    return [`packs ${file}, which imports ${specifier}; add ${owner} to its dependencies or peerDependencies`]
  })
}
