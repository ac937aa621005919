/** Files and functions stay small. */
import ts from 'typescript'
import type { Fault, Files } from '../workspace.ts'
import { isTest, lineOf, type Source, sourcesOf, visit } from './source.ts'

/** The longest that a source file may be, in lines. */
const longestFile = 250

/** The longest that a function may be, in lines from its signature to its closing brace. */
const longestFunction = 60

/** Source files and functions that are too long. Tests may be as long as their story. */
export function sizeFaults(files: Files): Fault[] {
  return [...sourcesOf(files).values()]
    .filter(({ file }) => !isTest(file))
    .flatMap((source) => {
      const lines = source.text.trimEnd().split('\n').length
      const message = `is ${lines} lines long; ${longestFile} is the most, so split it by what its parts are for`
      return [...(lines > longestFile ? [{ file: source.file, message }] : []), ...functionFaults(source)]
    })
}

function functionFaults({ file, tree }: Source): Fault[] {
  const faults: Fault[] = []
  visit(tree, (node) => {
    if (!ts.isFunctionLike(node)) return
    const line = lineOf(node)
    const length = tree.getLineAndCharacterOfPosition(node.getEnd()).line + 2 - line
    if (length <= longestFunction) return
    const name = node.name?.getText() ?? 'a function'
    const message = `has ${name} of ${length} lines; ${longestFunction} is the most, so give its steps names`
    faults.push({ file, line, message })
  })
  return faults
}
