/** What a module of a package's source opens with, imports, and may not do to the type checker. */
import ts from 'typescript'
import type { Fault, Files } from '../workspace.ts'
import { importsOf, isPublished, isTest, lineOf, type Source, sourcesOf, visit } from './source.ts'

/** Code that runs only inside this workspace or as an application may name the runtime by its alias. */
const mayImportCordis = /^packages\/(?:ask-user|examples)\//

/** Modules without an opening comment, imports of the alias `cordis`, and ways around the type checker. */
export function moduleFaults(files: Files): Fault[] {
  return [...sourcesOf(files).values()]
    .filter(({ file }) => !isTest(file))
    .flatMap((source) => [
      ...openingFaults(source),
      ...(isPublished(source.file) ? [...cordisFaults(source), ...uncheckedFaults(source)] : []),
    ])
}

function openingFaults({ file, text }: Source): Fault[] {
  if (!file.includes('/')) return []
  const first = text.replace(/^#!.*\n/, '')
  if (first.startsWith('/**') || first.startsWith('//')) return []
  return [{ file, line: 1, message: 'does not open with a comment; say in one sentence what the module is for' }]
}

function cordisFaults(source: Source): Fault[] {
  if (mayImportCordis.test(source.file)) return []
  return importsOf(source)
    .filter(({ specifier }) => specifier === 'cordis')
    .map(({ line }) => {
      return { file: source.file, line, message: "imports 'cordis'; published source imports '@deepseek-ai/cordis'" }
    })
}

function uncheckedFaults({ file, text, tree }: Source): Fault[] {
  const faults: Fault[] = text.split('\n').flatMap((line, index) => {
    const found = /@ts-(?:ignore|nocheck|expect-error)/.exec(line)?.[0]
    const message = `silences the compiler with ${found}; give the value its type`
    return found ? [{ file, line: index + 1, message }] : []
  })
  visit(tree, (node) => {
    if (node.kind !== ts.SyntaxKind.AnyKeyword) return
    faults.push({ file, line: lineOf(node), message: 'uses the type any; use unknown and narrow it' })
  })
  return faults
}
