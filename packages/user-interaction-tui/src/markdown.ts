/** Makes the simple Markdown of a model readable as rows of a terminal. Pure; the text is sanitised by the caller. */
import { type Row, type Span, type Style } from './style.ts'
import { wrap } from './wrap.ts'

const inline =
  /(`+)(?!`)(.+?)(?<!`)\1(?!`)|(\*\*|__)(?=\S)(.+?)(?<=\S)\3|!?\[([^\][]+)\]\(([^()\s]+(?:\([^()\s]*\)[^()\s]*)*)\)/gu

/**
 * Headings and `**strong**` stand out without their marks, `code` by colour, code blocks keep their lines, list items
 * hang, and the target of a link stands in brackets. What is no such thing is shown as it is.
 */
export function renderMarkdown(text: string, width: number): Row[] {
  const rows: Row[] = []
  let fence: string | undefined
  for (const line of text.split('\n')) {
    const [, mark] = /^\s*(```+|~~~+)[\w-]*\s*$/u.exec(line) ?? []
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined ? mark.slice(0, 3) : undefined
      continue
    }
    rows.push(
      ...(fence === undefined ? renderLine(line, width) : wrapSpans([{ text: line || ' ', style: 'code' }], width, '')),
    )
  }
  return rows
}

function renderLine(line: string, width: number): Row[] {
  const [, heading] = /^#{1,6}\s+(.+?)\s*#*\s*$/u.exec(line) ?? []
  if (heading !== undefined) return wrapSpans([{ text: plain(heading), style: 'strong' }], width, '')
  const [, indent = '', item] = /^(\s*)([-*+]|\d{1,3}[.)]|>)\s+\S/u.exec(line) ?? []
  if (item === undefined) return wrapSpans(spansOf(line), width, '')
  const hang = ' '.repeat(Math.min(indent.length + item.length + 1, width >> 1))
  const mark = /^[*+]$/.test(item) ? '-' : item
  return wrapSpans(spansOf(indent + mark + line.slice(indent.length + item.length)), width, hang)
}

function spansOf(line: string): Span[] {
  const spans: Span[] = []
  let at = 0
  for (const match of line.matchAll(inline)) {
    const [whole, , code, , strong, name, target] = match
    if (match.index > at) spans.push({ text: line.slice(at, match.index) })
    if (name !== undefined) spans.push({ text: name === target ? name : `${name} (${target})` })
    else spans.push(code === undefined ? { text: strong ?? '', style: 'strong' } : { text: code, style: 'code' })
    at = match.index + whole.length
  }
  if (at < line.length || spans.length === 0) spans.push({ text: line.slice(at) })
  return spans
}

function plain(text: string): string {
  return spansOf(text)
    .map((span) => span.text)
    .join('')
}

/** Wraps spans as one text; rows after the first begin with `hang`. */
export function wrapSpans(spans: readonly Span[], width: number, hang: string): Row[] {
  const text = spans
    .map((span) => span.text)
    .join('')
    .replace(/\t/g, ' ')
  const first = wrap(text, width)
  const [head] = first
  if (!head || first.length === 1 || hang === '') return first.map(({ start, end }) => cutSpans(spans, start, end))
  const rest = wrap(text.slice(head.end), width - hang.length)
  return [
    cutSpans(spans, head.start, head.end),
    ...rest.map(({ start, end }) => [{ text: hang }, ...cutSpans(spans, head.end + start, head.end + end)]),
  ]
}

function cutSpans(spans: readonly Span[], from: number, to: number): Row {
  const row: Span[] = []
  let at = 0
  for (const { text, style } of spans) {
    const piece = text.slice(Math.max(0, from - at), Math.max(0, to - at)).replace(/\t/g, ' ')
    at += text.length
    if (piece !== '') row.push(styled(piece, style))
  }
  const last = row.at(-1)
  if (last) row[row.length - 1] = styled(last.text.trimEnd(), last.style)
  return row
}

function styled(text: string, style: Style | undefined): Span {
  return style ? { text, style } : { text }
}
