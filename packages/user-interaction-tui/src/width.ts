/** How wide text is on a terminal, and where its graphemes begin. Pure. */
import stringWidth from 'fast-string-width'

/** One user-perceived character: where it stands in its text, in UTF-16 units, and its cells. */
export interface Grapheme {
  readonly start: number
  readonly end: number
  readonly width: number
}

let madeSegmenter: Intl.Segmenter | undefined

/** Characters that are a grapheme of two cells wherever nothing combines with them. */
const ideograph = /[\u2e80-\u303e\u3041-\u3096\u309b-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]/

const printableAscii = /^[ -~]*$/

/** Cells that text takes on one row. */
export function widthOf(text: string): number {
  return printableAscii.test(text) ? text.length : stringWidth(text.replace(/[\u200b-\u200f\u2060\ufeff]+$/u, ''))
}

/** The graphemes of text, in order. Looks at what is simple itself: the segmenter is slow. */
export function* graphemesOf(text: string): Generator<Grapheme> {
  let at = 0
  while (at < text.length) {
    const width = simpleWidth(text, at)
    if (width > 0) {
      yield { start: at, end: at + 1, width }
      at++
      continue
    }
    let end = at + 1
    while (end < text.length && simpleWidth(text, end) === 0) end++
    for (const { segment, index } of segments(text.slice(at, end))) {
      yield { start: at + index, end: at + index + segment.length, width: clusterWidth(segment) }
    }
    at = end
  }
}

/** Where the grapheme before `at` begins. */
export function graphemeBefore(text: string, at: number): number {
  if (at <= 0) return 0
  if (at === 1 || simpleWidth(text, at - 1) > 0) return at - 1
  const from = text.lastIndexOf('\n', at - 1) + 1
  if (from === at) return at - 1
  let start = from
  for (const { index } of segments(text.slice(from, at))) start = from + index
  return start
}

/** Where the grapheme after `at` ends. */
export function graphemeAfter(text: string, at: number): number {
  const [first] = segments(text.slice(at, at + 64))
  return at + (first?.segment.length ?? 0)
}

/** The beginning of text that fits into so many cells, with an ellipsis where something is left out. */
export function shortened(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  if (width < 1) return ''
  let used = 0
  for (const { start, width: cells } of graphemesOf(text)) {
    if (used + cells > width - 1) return `${text.slice(0, start).trimEnd()}…`
    used += cells
  }
  return text
}

/** Cells of a grapheme that is one UTF-16 unit with nothing combining behind it, else 0. */
function simpleWidth(text: string, at: number): number {
  const code = text.charCodeAt(at)
  const next = text.charCodeAt(at + 1)
  if (next >= 0x300 && !ideograph.test(text.charAt(at + 1)) && next < 0x10000 && combines(next)) return 0
  if (code < 0x7f) return code === 0x0d ? 0 : 1
  return ideograph.test(text.charAt(at)) ? 2 : 0
}

/** Made when it is first needed: most text has none of what it is for, and it takes a while to make. */
function segments(text: string): Intl.Segments {
  madeSegmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return madeSegmenter.segment(text)
}

/** Whether a unit may belong to the grapheme before it; says yes too often rather than too rarely. */
function combines(code: number): boolean {
  if (code < 0x300) return false
  return (
    code < 0x370
    || (code > 0x482 && code < 0x2010)
    || (code >= 0x20d0 && code < 0x2100)
    || (code >= 0x302a && code < 0x3030)
    || code === 0x3099
    || code === 0x309a
    || (code >= 0xd7b0 && code < 0xe000)
    || (code >= 0xfb00 && code < 0xff01)
    || code > 0xff9d
  )
}

function clusterWidth(segment: string): number {
  return /^[\p{Cf}\p{Mn}]+$/u.test(segment) ? 0 : stringWidth(segment)
}
