/** Follows an export of a module to the declaration that it stands for, across the files of a package. */
import ts from 'typescript'
import { resolveRelative, type Source } from './source.ts'

type Sources = ReadonlyMap<string, Source>

/** An export by the name under which it leaves the module. */
export interface Export {
  readonly name: string
  readonly line: number
  /** The declaration, or undefined when another package declares it. */
  readonly declaration: ts.Node | undefined
}

/** Every named and default export of a module, in order; `export *` is none. */
export function exportsOf(sources: Sources, file: string): Export[] {
  const source = sources.get(file)
  return source ? source.tree.statements.flatMap((statement) => exported(sources, source, statement)) : []
}

function exported(sources: Sources, source: Source, statement: ts.Statement): Export[] {
  const line = source.tree.getLineAndCharacterOfPosition(statement.getStart()).line + 1
  if (ts.isExportAssignment(statement)) {
    const { expression } = statement
    const declaration = ts.isIdentifier(expression) ? local(sources, source, expression.text) : statement
    return [{ name: 'default', line, declaration }]
  }
  if (ts.isExportDeclaration(statement)) {
    const { exportClause, moduleSpecifier } = statement
    if (!exportClause || !ts.isNamedExports(exportClause)) return []
    const from = moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined
    return exportClause.elements.map(({ name, propertyName }) => {
      const own = (propertyName ?? name).text
      const declaration = from === undefined ? local(sources, source, own) : foreign(sources, source, from, own)
      return { name: name.text, line, declaration }
    })
  }
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : []
  if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return []
  const isDefault = modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
  return declared(statement).map(({ name, node }) => ({ name: isDefault ? 'default' : name, line, declaration: node }))
}

/** A name as a module sees it: declared there, or imported. */
function local(sources: Sources, source: Source, name: string): ts.Node | undefined {
  for (const statement of source.tree.statements) {
    const found = declared(statement).find((entry) => entry.name === name)
    if (found) return found.node
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const { text } = statement.moduleSpecifier
    if (statement.importClause?.name?.text === name) return foreign(sources, source, text, 'default')
    const bindings = statement.importClause?.namedBindings
    if (!bindings || !ts.isNamedImports(bindings)) continue
    const imported = bindings.elements.find((element) => element.name.text === name)
    if (imported) return foreign(sources, source, text, (imported.propertyName ?? imported.name).text)
  }
  return undefined
}

function foreign(sources: Sources, source: Source, specifier: string, name: string): ts.Node | undefined {
  const file = resolveRelative(source.file, specifier)
  return file === undefined ? undefined : exportsOf(sources, file).find((entry) => entry.name === name)?.declaration
}

function declared(statement: ts.Statement): { name: string; node: ts.Node }[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map((node) => ({ name: node.name.getText(), node }))
  }
  const isNamed =
    ts.isFunctionDeclaration(statement)
    || ts.isClassDeclaration(statement)
    || ts.isInterfaceDeclaration(statement)
    || ts.isTypeAliasDeclaration(statement)
  return isNamed ? [{ name: statement.name?.text ?? '', node: statement }] : []
}
