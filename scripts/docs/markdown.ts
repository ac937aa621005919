/** Reads the parts of a Markdown text that the checks look at. Pure; what they must be is said elsewhere. */

/** A heading outside code blocks. */
export interface Heading {
  readonly level: number
  readonly text: string
  readonly line: number
}

/** A fenced code block. */
export interface Fence {
  /** The whole info string, e.g. `ts`; empty when there is none. */
  readonly info: string
  readonly body: string
  /** The line of the opening fence, counted from 1; the body starts on the next. */
  readonly line: number
}

/** The target of a link or image. */
export interface Link {
  readonly target: string
  readonly line: number
}

/** A row of a table, the header row and the ruler below it left out. */
export interface Row {
  readonly cells: readonly string[]
  readonly line: number
}

interface Split {
  /** The text line by line, with the lines of code blocks and comments blanked. */
  readonly prose: readonly string[]
  readonly fences: readonly Fence[]
}

/** Every fenced code block, in order. */
export function fencesOf(text: string): readonly Fence[] {
  return split(text).fences
}

/** Every ATX heading outside code blocks, in order. */
export function headingsOf(text: string): Heading[] {
  return split(text).prose.flatMap((line, index) => {
    const found = /^(#{1,6})\s+(.+?)\s*#*\s*$/.exec(line)
    return found ? [{ level: found[1]?.length ?? 0, text: found[2] ?? '', line: index + 1 }] : []
  })
}

/** Every inline or reference-style target outside code. */
export function linksOf(text: string): Link[] {
  return split(text).prose.flatMap((line, index) => {
    const bare = line.replace(/(`+)[^`]+\1/g, '')
    const inline = [...bare.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)]
    const reference = [...bare.matchAll(/^\s*\[[^\]]+\]:\s+<?([^\s>]+)>?/g)]
    return [...inline, ...reference].map((found) => ({ target: found[1] ?? '', line: index + 1 }))
  })
}

/** The rows of every table in the section under the first heading that matches, or undefined without such a heading. */
export function rowsUnder(text: string, title: RegExp): Row[] | undefined {
  const headings = headingsOf(text)
  const start = headings.find((heading) => title.test(heading.text))
  if (!start) return undefined
  const end = headings.find((heading) => heading.line > start.line && heading.level <= start.level)
  const lines = split(text).prose.slice(0, end ? end.line - 1 : undefined)
  return lines.flatMap((line, index) => {
    const isRow = index >= start.line && line.startsWith('|') && !isRuler(line) && !isRuler(lines[index + 1] ?? '')
    return isRow ? [{ cells: cellsOf(line), line: index + 1 }] : []
  })
}

/** The anchor that GitHub gives a heading. */
export function slugOf(heading: string): string {
  const words = heading.toLowerCase().replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  return words.replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-')
}

function isRuler(line: string): boolean {
  return /^\|[\s:|-]*-[\s:|-]*\|?$/.test(line)
}

function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function split(text: string): Split {
  const prose: string[] = []
  const fences: Fence[] = []
  let open: { marker: string; indent: number; info: string; line: number; body: string[] } | undefined
  for (const [index, line] of withoutComments(text).split('\n').entries()) {
    const found = /^(\s*)(`{3,}|~{3,})(.*)$/.exec(line)
    if (open) {
      const closes = found?.[2]?.startsWith(open.marker) && found[3]?.trim() === ''
      if (closes) fences.push({ info: open.info, line: open.line, body: open.body.join('\n') })
      else open.body.push(line.replace(new RegExp(`^\\s{0,${open.indent}}`), ''))
      if (closes) open = undefined
    } else if (found) {
      const [, indent = '', marker = '', info = ''] = found
      open = { marker, indent: indent.length, info: info.trim(), line: index + 1, body: [] }
    }
    prose.push(open || found ? '' : line)
  }
  if (open) fences.push({ info: open.info, line: open.line, body: open.body.join('\n') })
  return { prose, fences }
}

/** Blanks HTML comments that stand outside code blocks, line for line. */
function withoutComments(text: string): string {
  const code = /^(\s*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\s*\2[`~]*\s*$|<!--[\s\S]*?-->/gm
  return text.replace(code, (found) => (found.startsWith('<!--') ? found.replace(/[^\n]/g, '') : found))
}
