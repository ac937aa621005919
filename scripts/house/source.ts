/** The code of the repository, parsed, and the questions that several rules ask of them. */
import { posix } from 'node:path'
import ts from 'typescript'
import type { Files } from '../workspace.ts'

/** One parsed file. */
export interface Source {
  readonly file: string
  readonly text: string
  readonly tree: ts.SourceFile
}

const parsed = new WeakMap<Files, ReadonlyMap<string, Source>>()

/** Every TypeScript and JavaScript file by its path; parsed once for the same files. */
export function sourcesOf(files: Files): ReadonlyMap<string, Source> {
  const known = parsed.get(files)
  if (known) return known
  const sources = new Map(
    [...files]
      .filter(([file]) => /\.[cm]?[jt]s$/.test(file))
      .map(([file, text]) => {
        return [file, { file, text, tree: ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true) }]
      }),
  )
  parsed.set(files, sources)
  return sources
}

/** Whether a file is a test or only serves tests. */
export function isTest(file: string): boolean {
  return file.includes('/tests/')
}

/** Whether a file is part of a package's published source. */
export function isPublished(file: string): boolean {
  return /^packages\/[^/]+\/src\//.test(file)
}

/** Visits a node and everything below it. */
export function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node)
  ts.forEachChild(node, (child) => visit(child, look))
}

/** The line of a node's first token, counted from 1. */
export function lineOf(node: ts.Node): number {
  const tree = node.getSourceFile()
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1
}

/** What modules a file imports, re-exports from, or names in a type; augmentations (`declare module`) are none. */
export function importsOf({ tree }: Source): { readonly specifier: string; readonly line: number }[] {
  const found: { specifier: string; line: number }[] = []
  visit(tree, (node) => {
    const named = specifierOf(node)
    if (named && ts.isStringLiteral(named)) found.push({ specifier: named.text, line: lineOf(node) })
  })
  return found
}

/** The file that a relative specifier means; undefined for a package. */
export function resolveRelative(from: string, specifier: string): string | undefined {
  return specifier.startsWith('.') ? posix.normalize(posix.join(posix.dirname(from), specifier)) : undefined
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined
  if (!ts.isCallExpression(node)) return undefined
  const loads = node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.getText() === 'require'
  return loads ? node.arguments[0] : undefined
}
