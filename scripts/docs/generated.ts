/** The generated parts of the docs: a whole file, or a block between two markers in a handwritten one. */
import type { Fault, Files } from '../workspace.ts'

/** What a document should say. */
export interface Generated {
  readonly file: string
  readonly text: string
}

/** Puts `body` between `<!-- generated: NAME -->` and `<!-- /generated: NAME -->`; throws when they are not there. */
export function fillBlock(text: string, name: string, body: string): string {
  const opening = `<!-- generated: ${name} -->`
  const closing = `<!-- /generated: ${name} -->`
  const [from, to] = [text.indexOf(opening), text.indexOf(closing)]
  if (from === -1 || to < from) throw new Error(`has no block from ${opening} to ${closing}; put both lines back`)
  return `${text.slice(0, from + opening.length)}\n${body}\n${text.slice(to)}`
}

/** Names the first line in which a document differs from what would be generated now. */
export function generatedFaults(files: Files, documents: readonly Generated[]): Fault[] {
  return documents.flatMap(({ file, text }) => {
    const present = files.get(file)
    if (present === text) return []
    if (present === undefined) return [{ file, message: 'is missing; write it with `pnpm run docs`' }]
    const [are, should] = [present.split('\n'), text.split('\n')]
    const index = should.findIndex((line, at) => line !== are[at])
    const line = index === -1 ? should.length + 1 : index + 1
    return [{ file, line, message: 'is out of step with the code; write it anew with `pnpm run docs`' }]
  })
}
