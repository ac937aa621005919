/**
 * Compiles every TypeScript block of the Markdown files, as strictly as the sources, in one program and without
 * writing a file. A block stands for a whole module; it may import whatever some package of the workspace depends on.
 */
import { dirname, join } from 'node:path'
import ts from 'typescript'
import type { Fault, Files } from '../workspace.ts'
import { fencesOf } from './markdown.ts'

interface Snippet {
  readonly file: string
  /** The line of the opening fence. */
  readonly line: number
  readonly body: string
}

/**
 * The compiler's complaints, each at its line in the Markdown.
 * @param root the absolute path of a workspace that is installed; `files` need not be its own.
 */
export function snippetFaults(root: string, files: Files): Fault[] {
  const snippets = snippetsOf(root, files)
  if (snippets.size === 0) return []
  const options = optionsOf(root)
  const program = ts.createProgram([...snippets.keys()], options, hostOf(root, snippets, options))
  return [...snippets].flatMap(([path, { file, line }]) => {
    const source = program.getSourceFile(path)
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map((found) => {
      const at = source?.getLineAndCharacterOfPosition(found.start ?? 0).line ?? 0
      const text = ts.flattenDiagnosticMessageText(found.messageText, ' ').replaceAll(`${root}/`, '')
      return { file, line: line + 1 + at, message: `does not compile: ${text.replace(/\s+/g, ' ')} (TS${found.code})` }
    })
  })
}

/** The blocks by the path that each has for the compiler. */
function snippetsOf(root: string, files: Files): Map<string, Snippet> {
  const snippets = new Map<string, Snippet>()
  for (const [file, text] of files) {
    if (!file.endsWith('.md')) continue
    for (const { info, line, body } of fencesOf(text)) {
      if (info === 'ts') snippets.set(join(root, dirname(file), `${snippets.size}.snippet.mts`), { file, line, body })
    }
  }
  return snippets
}

function optionsOf(root: string): ts.CompilerOptions {
  const file = join(root, 'tsconfig.json')
  const { config } = ts.readConfigFile(file, ts.sys.readFile) as { config?: unknown }
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, root)
  // A block may show a declaration without using it; each is a module of its own, with or without an import.
  return { ...options, noUnusedLocals: false, noUnusedParameters: false, moduleDetection: ts.ModuleDetectionKind.Force }
}

function hostOf(root: string, snippets: ReadonlyMap<string, Snippet>, options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options, true)
  const { fileExists, readFile } = host
  const cache = ts.createModuleResolutionCache(root, (name) => name, options)
  const places = ts.sys.readDirectory(join(root, 'packages'), ['package.json'], ['**/node_modules'], undefined, 2)
  const resolve = (name: string, from: string, mode: ts.ResolutionMode): ts.ResolvedModuleWithFailedLookupLocations => {
    return ts.resolveModuleName(name, from, options, host, cache, undefined, mode)
  }
  host.fileExists = (path) => snippets.has(path) || fileExists(path)
  host.readFile = (path) => snippets.get(path)?.body ?? readFile(path)
  const getSourceFile = host.getSourceFile
  host.getSourceFile = (path, target, ...rest) => {
    const snippet = snippets.get(path)
    return snippet ? ts.createSourceFile(path, snippet.body, target, true) : getSourceFile(path, target, ...rest)
  }
  host.resolveModuleNameLiterals = (literals, containing, _redirected, _options, source) =>
    literals.map((literal) => {
      const mode = ts.getModeForUsageLocation(source, literal, options)
      const own = resolve(literal.text, containing, mode)
      if (own.resolvedModule || !snippets.has(containing) || literal.text.startsWith('.')) return own
      const found = places.map((place) => resolve(literal.text, place, mode)).find((result) => result.resolvedModule)
      return found ?? own
    })
  return host
}
