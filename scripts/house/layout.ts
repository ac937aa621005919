/** The look of the code: what a formatter would see to, if there were one. */
import ts from 'typescript'
import type { Fault, Files } from '../workspace.ts'
import { lineOf, type Source, sourcesOf, visit } from './source.ts'

/** The widest that a line of code may be, in columns. */
const widest = 120

/** From this length on a literal cannot be wrapped sensibly. */
const longLiteral = 80

/** Lines that are too wide or end in white space, tabs, double quotes without need, semicolons at the end of a line. */
export function layoutFaults(files: Files): Fault[] {
  return [...sourcesOf(files).values()].flatMap((source) => [...lineFaults(source), ...tokenFaults(source)])
}

function lineFaults(source: Source): Fault[] {
  const { file, text } = source
  const unbroken = unbrokenLines(source)
  const end = text.endsWith('\n') && !text.endsWith('\n\n') ? [] : [{ file, message: 'must end with one line end' }]
  return text.split('\n').reduce<Fault[]>((faults, content, index) => {
    const message = lineMessage(content, unbroken.has(index))
    if (message) faults.push({ file, line: index + 1, message })
    return faults
  }, end)
}

/** The lines, counted from 0, of literals so long that no line break could help: pinned bytes, a screen, a pattern. */
function unbrokenLines({ tree }: Source): Set<number> {
  const lines = new Set<number>()
  visit(tree, (node) => {
    const isLiteral = ts.isStringLiteral(node) || ts.isTemplateLiteral(node) || ts.isRegularExpressionLiteral(node)
    if (!isLiteral || node.getWidth() < longLiteral) return
    const last = tree.getLineAndCharacterOfPosition(node.end).line
    for (let line = lineOf(node) - 1; line <= last; line++) lines.add(line)
  })
  return lines
}

function lineMessage(content: string, unbroken: boolean): string | undefined {
  if (content.length > widest && !unbroken) return `is ${content.length} columns wide; ${widest} is the most`
  if (/^\s*\t/.test(content)) return 'is indented with a tab; use two spaces'
  return /[ \t]$/.test(content) ? 'ends in white space' : undefined
}

function tokenFaults({ file, text, tree }: Source): Fault[] {
  const faults: Fault[] = []
  visit(tree, (node) => {
    if (ts.isStringLiteral(node) && node.getText().startsWith('"') && !node.text.includes("'")) {
      faults.push({ file, line: lineOf(node), message: `quotes ${node.getText()} with double quotes; use single ones` })
    }
    const mayEnd = ts.isStatement(node) || ts.isTypeElement(node) || ts.isClassElement(node)
    const lineEnds = /^[^\S\n]*(?:\/\/.*)?$/m.exec(text.slice(node.end))?.index === 0
    if (!mayEnd || !lineEnds || !/\S[^\S\n]*;$/.test(text.slice(node.pos, node.end))) return
    const line = tree.getLineAndCharacterOfPosition(node.end).line + 1
    faults.push({ file, line, message: 'ends in a semicolon; the line end is enough' })
  })
  return faults
}
