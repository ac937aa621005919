/** Holds `docs/errors.md` and the seam's error table together: one generated table, one handwritten section a code. */
import type { Fault } from '../workspace.ts'
import { fillBlock } from './generated.ts'
import { headingsOf } from './markdown.ts'

/** The part of the seam's table that the page shows. */
export type ErrorTable = Readonly<Record<string, { readonly outcome: string; readonly message: string }>>

/** Where the page stands. */
export const errorsPage = 'docs/errors.md'

/** What a section says of its code, each in a paragraph that opens with these words. */
const questions = ['**When.**', '**What to do.**', '**Who sees it.**']

/** The page with the table between its markers written anew. */
export function fillErrors(text: string, table: ErrorTable): string {
  const rows = Object.entries(table).map(([code, { outcome, message }]) => {
    return `| [\`${code}\`](#${code.toLowerCase()}) | ${outcome} | ${message.replaceAll('|', '\\|')} |`
  })
  return fillBlock(text, 'errors', ['| code | outcome | default message |', '| --- | --- | --- |', ...rows].join('\n'))
}

/** Codes without a section, sections without a code, sections that leave one of the questions open. */
export function errorFaults(text: string, table: ErrorTable): Fault[] {
  const headings = headingsOf(text)
  const sections = headings.flatMap((heading, index) => {
    const code = /^`([A-Z][A-Z0-9_]*)`$/.exec(heading.text)?.[1]
    const end = headings[index + 1]?.line
    return code === undefined ? [] : [{ code, line: heading.line, body: bodyOf(text, heading.line, end) }]
  })
  const described = new Set(sections.map(({ code }) => code))
  const missing = Object.keys(table)
    .filter((code) => !described.has(code))
    .map((code) => {
      return { file: errorsPage, message: `has no section headed \`${code}\`, which is in the error table; write one` }
    })
  const wrong = sections.flatMap(({ code, line, body }, index) => {
    const told = sections.findIndex((section) => section.code === code)
    if (told < index) return [{ file: errorsPage, line, message: `describes \`${code}\` a second time; keep one` }]
    if (!Object.hasOwn(table, code)) {
      return [{ file: errorsPage, line, message: `describes \`${code}\`, which is no code of the table; remove it` }]
    }
    return questions
      .filter((question) => !body.includes(question))
      .map((question) => {
        return { file: errorsPage, line, message: `does not say of \`${code}\`: ${question} Add that paragraph` }
      })
  })
  return [...missing, ...wrong]
}

function bodyOf(text: string, heading: number, next: number | undefined): string {
  return text
    .split('\n')
    .slice(heading, next === undefined ? undefined : next - 1)
    .join('\n')
}
