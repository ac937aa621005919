/** Names that say nothing, of files and of functions; and what a test may be called and marked. */
import ts from 'typescript'
import type { Fault, Files } from '../workspace.ts'
import { isTest, lineOf, type Source, sourcesOf, visit } from './source.ts'

const emptyWords = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'manager', 'misc', 'shared'])
const emptyStarts = /^(?:handle|process|do)(?=[A-Z]|$)/
const emptyEnds = /(?:Manager|Helpers?|Utils?)$/

/** Files, functions and tests with a name that the house does without, and tests that would not run. */
export function nameFaults(files: Files): Fault[] {
  return [
    ...[...files.keys()].flatMap(fileFaults),
    ...[...sourcesOf(files).values()].flatMap((source) => (isTest(source.file) ? testFaults : wordFaults)(source)),
  ]
}

function fileFaults(file: string): Fault[] {
  const words = file.toLowerCase().split(/[/._-]/)
  const empty = words.find((word) => emptyWords.has(word))
  if (empty === undefined) return []
  return [{ file, message: `has "${empty}" in its name, which says nothing; name it after what it is for` }]
}

function wordFaults({ file, tree }: Source): Fault[] {
  const faults: Fault[] = []
  visit(tree, (node) => {
    const isNamed =
      ts.isFunctionDeclaration(node)
      || ts.isClassDeclaration(node)
      || ts.isMethodDeclaration(node)
      || (ts.isVariableDeclaration(node) && node.initializer !== undefined && ts.isArrowFunction(node.initializer))
    const name = isNamed ? (node.name?.getText() ?? '') : ''
    if (!emptyStarts.test(name) && !emptyEnds.test(name)) return
    faults.push({ file, line: lineOf(node), message: `names ${name}, which says nothing; name it after what it does` })
  })
  return faults
}

function testFaults({ file, tree }: Source): Fault[] {
  const faults: Fault[] = []
  visit(tree, (node) => {
    if (!ts.isCallExpression(node)) return
    const { root, marks } = chainOf(node.expression)
    if (!['describe', 'it', 'suite', 'test'].includes(root)) return
    const line = lineOf(node)
    const [title] = node.arguments
    if (title && ts.isStringLiteralLike(title) && /^should(?:n't)?(?![\w-])/i.test(title.text)) {
      faults.push({ file, line, message: `calls a test "${title.text}"; open with the verb: what it does` })
    }
    // `test.each(…)('…')` is two calls of one chain: the outer one tells.
    if (ts.isCallExpression(node.parent) && node.parent.expression === node) return
    const mark = marks.find((name) => ['only', 'skip', 'todo'].includes(name))
    if (mark) faults.push({ file, line, message: `marks a test .${mark}; every test that is there runs` })
  })
  return faults
}

/** The identifier that a callee starts from, and the properties on the way. */
function chainOf(callee: ts.Expression): { root: string; marks: string[] } {
  const marks: string[] = []
  let at = callee
  while (!ts.isIdentifier(at)) {
    if (ts.isPropertyAccessExpression(at)) marks.push(at.name.text)
    else if (!ts.isCallExpression(at) && !ts.isTaggedTemplateExpression(at)) return { root: '', marks }
    at = ts.isTaggedTemplateExpression(at) ? at.tag : at.expression
  }
  return { root: at.text, marks }
}
