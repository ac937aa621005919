/** The simple Markdown of a model as blocks and spans: data only, so that whoever draws it can draw nothing live. Pure. */

/** A run of text in one look. */
export interface Span {
  readonly text: string
  readonly style?: 'strong' | 'emphasis' | 'code' | 'struck' | undefined
  /** Where a link would have led; shown as text. */
  readonly address?: string | undefined
}

/** A block. Lists and quotes hold blocks of their own. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly spans: readonly Span[] }
  | { readonly kind: 'paragraph'; readonly lines: readonly (readonly Span[])[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly start: number; readonly items: readonly Item[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Span[])[])[] }
  | { readonly kind: 'rule' }

/** One item of a list; `done` where it begins with a box. */
export interface Item {
  readonly blocks: readonly Block[]
  readonly done?: boolean | undefined
}

/** Longer than this, a line is shown as it is written: no person marks up so much, and patterns would take their time. */
const longest = 4000

/** Deeper than this, structure is shown as it is written. */
const deepest = 6

const fence = /^ {0,3}(`{3,}|~{3,})[^`]*$/
const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/
const rule = /^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/
const marker = /^( {0,3})([-*+]|\d{1,9}[.)])(\s+|$)/
const quoted = /^ {0,3}> ?/
const delimiter = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

/** Reads a text. Every character of it that is no mark comes out again. */
export function parseMarkdown(text: string, depth = 0): Block[] {
  const lines = text.split('\n')
  const blocks: Block[] = []
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? ''
    if (line.trim() === '') at++
    else {
      const [block, next] = readBlock(lines, at, depth)
      blocks.push(block)
      at = next
    }
  }
  return blocks
}

function readBlock(lines: readonly string[], at: number, depth: number): [Block, number] {
  const line = lines[at] ?? ''
  if (line.length > longest) return [{ kind: 'paragraph', lines: [[{ text: line }]] }, at + 1]
  const title = heading.exec(line)
  if (title) return [{ kind: 'heading', level: title[1]?.length ?? 1, spans: parseSpans(title[2] ?? '') }, at + 1]
  if (rule.test(line)) return [{ kind: 'rule' }, at + 1]
  if (fence.test(line)) return readCode(lines, at)
  if (line.includes('|') && isDelimiter(lines[at + 1])) return readTable(lines, at)
  if (depth < deepest && quoted.test(line)) return readQuote(lines, at, depth)
  if (depth < deepest && marker.test(line)) return readList(lines, at, depth)
  return readParagraph(lines, at)
}

function readCode(lines: readonly string[], at: number): [Block, number] {
  const mark = fence.exec(lines[at] ?? '')?.[1] ?? ''
  let end = at + 1
  while (end < lines.length && !isClosing(lines[end] ?? '', mark)) end++
  return [{ kind: 'code', text: lines.slice(at + 1, end).join('\n') }, end + 1]
}

function isClosing(line: string, mark: string): boolean {
  const own = line.trim()
  return own.length >= mark.length && own === mark.charAt(0).repeat(own.length)
}

function isDelimiter(line = ''): boolean {
  return line.length <= longest && line.includes('|') && delimiter.test(line)
}

function readTable(lines: readonly string[], at: number): [Block, number] {
  let end = at + 2
  while (end < lines.length && lines[end]?.includes('|')) end++
  const rows = [lines[at] ?? '', ...lines.slice(at + 2, end)].map((row) => {
    return row
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => parseSpans(cell.trim()))
  })
  return [{ kind: 'table', rows }, end]
}

function readQuote(lines: readonly string[], at: number, depth: number): [Block, number] {
  let end = at
  while (end < lines.length && quoted.test(lines[end] ?? '')) end++
  const inner = lines.slice(at, end).map((line) => line.replace(quoted, ''))
  return [{ kind: 'quote', blocks: parseMarkdown(inner.join('\n'), depth + 1) }, end]
}

function readList(lines: readonly string[], first: number, depth: number): [Block, number] {
  const mark = marker.exec(lines[first] ?? '')?.[2] ?? '-'
  const ordered = /\d/.test(mark)
  const items: Item[] = []
  let at = first
  while (at < lines.length) {
    const found = marker.exec(lines[at] ?? '')
    if (!found || /\d/.test(found[2] ?? '') !== ordered || rule.test(lines[at] ?? '')) break
    const [item, next] = readItem(lines, at, found[0].length, depth)
    items.push(item)
    at = next
  }
  return [{ kind: 'list', ordered, start: ordered ? Number.parseInt(mark, 10) : 1, items }, at]
}

/** What is set in under the marker belongs to the item, and so do lines that merely run on. */
function readItem(lines: readonly string[], at: number, width: number, depth: number): [Item, number] {
  const inner = [(lines[at] ?? '').slice(width)]
  let end = at + 1
  for (; end < lines.length; end++) {
    const line = lines[end] ?? ''
    const indent = line.length - line.trimStart().length
    const isBlank = line.trim() === ''
    if (isBlank && !/^ {2,}\S/.test(lines[end + 1] ?? '')) break
    if (!isBlank && indent < 2 && (marker.test(line) || isStart(line) || inner.at(-1)?.trim() === '')) break
    inner.push(line.slice(Math.min(indent, width)))
  }
  const after = lines[end]?.trim() === '' && marker.test(lines[end + 1] ?? '') ? end + 1 : end
  const [, box, rest] = /^\[([ xX])\]\s+(.*)$/.exec(inner[0] ?? '') ?? []
  const text = [rest ?? inner[0] ?? '', ...inner.slice(1)].join('\n')
  return [{ blocks: parseMarkdown(text, depth + 1), ...(box !== undefined && { done: box !== ' ' }) }, after]
}

function readParagraph(lines: readonly string[], at: number): [Block, number] {
  let end = at + 1
  while (end < lines.length && lines[end]?.trim() !== '' && !isStart(lines[end] ?? '')) end++
  return [{ kind: 'paragraph', lines: lines.slice(at, end).map((line) => parseSpans(line)) }, end]
}

/** Whether a line begins another block than the paragraph before it. */
function isStart(line: string): boolean {
  if (line.length > longest) return true
  return heading.test(line) || fence.test(line) || rule.test(line) || quoted.test(line) || marker.test(line)
}

const inline = new RegExp(
  [
    '(`+)(?!`)(.+?)(?<!`)\\1(?!`)',
    '(\\*\\*|__)(?=\\S)(.+?)(?<=\\S)\\3',
    '~~(?=\\S)(.+?)(?<=\\S)~~',
    '(?<![\\w*])\\*(?=[^\\s*])([^*]+?)(?<=\\S)\\*(?!\\w)',
    '!?\\[([^\\]\\n]{0,500})\\]\\(((?:[^()\\s]|\\([^()\\s]*\\)){1,2000})(?:\\s+"[^"]*")?\\)',
  ].join('|'),
  'g',
)

/** The looks within a line. */
export function parseSpans(line: string): Span[] {
  if (line.length > longest) return [{ text: line }]
  const spans: Span[] = []
  let at = 0
  for (const match of line.matchAll(inline)) {
    const [whole, , code, , strong, struck, emphasis, label, address] = match
    if (match.index > at) spans.push({ text: line.slice(at, match.index) })
    if (code !== undefined) spans.push({ text: code, style: 'code' })
    else if (strong !== undefined) spans.push({ text: strong, style: 'strong' })
    else if (struck !== undefined) spans.push({ text: struck, style: 'struck' })
    else if (emphasis !== undefined) spans.push({ text: emphasis, style: 'emphasis' })
    else spans.push({ text: label ?? '', address })
    at = match.index + whole.length
  }
  if (at < line.length || spans.length === 0) spans.push({ text: line.slice(at) })
  return spans
}
