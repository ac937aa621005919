/** A package's faces: written by hand, documented, and of the shape that the Loader expects of a plugin. */
import ts from 'typescript'
import { type Fault, type Files, type Package, packagesOf } from '../workspace.ts'
import { type Export, exportsOf } from './exports.ts'
import { isPublished, lineOf, type Source, sourcesOf } from './source.ts'

/** A function in a face may wire things up; more than this is something that belongs in a module of its own. */
const longestInFace = 15

/** What is wrong with the faces of all packages. */
export function faceFaults(files: Files): Fault[] {
  const sources = sourcesOf(files)
  return packagesOf(files).flatMap((entry) => {
    const index = sources.get(`${entry.path}/src/index.ts`)
    return [
      ...(index ? [...handwritten(index), ...pluginFaults(sources, entry, index)] : []),
      ...facesOf(entry).flatMap((file) => undocumented(sources, file)),
    ]
  })
}

function handwritten({ file, tree }: Source): Fault[] {
  return tree.statements.flatMap((statement) => {
    const line = lineOf(statement)
    if (ts.isExportDeclaration(statement) && !statement.exportClause) {
      return [{ file, line, message: 'exports with a star; name every export of a face by hand' }]
    }
    const weighty = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)
    const last = tree.getLineAndCharacterOfPosition(statement.getEnd()).line + 1
    if (!weighty || last - line < longestInFace) return []
    const message =
      `declares ${statement.name?.text ?? 'something'} over more than ${longestInFace} lines; a face `
      + 'names exports and holds nothing of weight, so give it a module of its own'
    return [{ file, line, message }]
  })
}

/** The files behind the `exports` that a package has during development. */
function facesOf({ path, manifest }: Package): string[] {
  return Object.values(manifest.exports ?? {}).flatMap((target) => {
    return typeof target === 'string' && target.endsWith('.ts') ? [target.replace(/^\./, path)] : []
  })
}

function undocumented(sources: ReadonlyMap<string, Source>, file: string): Fault[] {
  return exportsOf(sources, file).flatMap(({ name, line, declaration }) => {
    if (!declaration || ts.getJSDocCommentsAndTags(declaration).length > 0) return []
    const place = declaration.getSourceFile().fileName
    const message =
      `exports ${name}, which has no JSDoc where it is declared (${place}:${lineOf(declaration)}); `
      + 'say what it promises'
    return [{ file, line, message }]
  })
}

function pluginFaults(sources: ReadonlyMap<string, Source>, { path, folder }: Package, index: Source): Fault[] {
  const exports = exportsOf(sources, index.file)
  const standard = exports.find(({ name }) => name === 'default')
  const at = (message: string, line?: number): Fault => {
    return { file: index.file, ...(line === undefined ? {} : { line }), message }
  }
  if (exports.some(({ name }) => name === 'apply')) {
    const missing = ['name', 'inject', 'Config'].filter((name) => !exports.some((entry) => entry.name === name))
    return [
      ...missing.map((name) => at(`exports apply but no ${name}; a function plugin has name, inject, Config, apply`)),
      ...(standard ? [at('has a default export beside apply; the Loader would take that instead', standard.line)] : []),
      ...nameFaults(exports, folder).map((message) => at(message)),
    ]
  }
  const own = [...sources.values()].filter(({ file }) => isPublished(file) && file.startsWith(`${path}/`))
  const services = own.flatMap(({ tree }) => tree.statements).filter(isService)
  if (services.length > 0 && !services.some((service) => service === standard?.declaration)) {
    return [at('must default-export the class that extends Service, and nothing else under that name', standard?.line)]
  }
  if (services.length === 0 && standard)
    return [at('has a default export; only a service has one, its class', standard.line)]
  return []
}

function nameFaults(exports: readonly Export[], folder: string): string[] {
  const declaration = exports.find(({ name }) => name === 'name')?.declaration
  if (!declaration || !ts.isVariableDeclaration(declaration)) return []
  const value = declaration.initializer
  const text = value && ts.isStringLiteral(value) ? value.text : undefined
  return text === folder ? [] : [`names the plugin ${text ?? 'by no literal'}; its folder makes it '${folder}'`]
}

function isService(statement: ts.Statement): statement is ts.ClassDeclaration {
  return (
    ts.isClassDeclaration(statement)
    && (statement.heritageClauses ?? []).some(({ types }) => {
      return types.some(({ expression }) => expression.getText().endsWith('Service'))
    })
  )
}
