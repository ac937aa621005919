/** Draws Markdown as elements that hold text and nothing live: no link, no picture, no markup of the text's own. */
import { type ComponentChild, h } from 'preact'
import { type Block, type Item, parseMarkdown, type Span } from '../markdown.ts'
import { showText } from './words.ts'

const drawn = new Map<string, ComponentChild>()
const mostDrawn = 200

/** A text, drawn once: the same vnode for the same text, which Preact then leaves alone. */
export function viewDetail(text: string): ComponentChild {
  const known = drawn.get(text)
  if (known) return known
  if (drawn.size >= mostDrawn) drawn.clear()
  const vnode = h('div', { class: 'prose', dir: 'auto' }, parseMarkdown(showText(text)).map(viewBlock))
  drawn.set(text, vnode)
  return vnode
}

function viewBlock(block: Block): ComponentChild {
  switch (block.kind) {
    case 'heading':
      return h('p', { class: `heading heading-${Math.min(block.level, 3)}` }, block.spans.map(viewSpan))
    case 'paragraph':
      return h(
        'p',
        {},
        block.lines.map((line, index) => [index > 0 && '\n', line.map(viewSpan)]),
      )
    case 'code':
      return h('pre', { tabIndex: 0 }, h('code', {}, block.text))
    case 'list':
      return h(
        block.ordered ? 'ol' : 'ul',
        {},
        block.items.map((item, index) => viewItem(item, markOf(block, item, index))),
      )
    case 'quote':
      return h('blockquote', {}, block.blocks.map(viewBlock))
    case 'table':
      return h('div', { class: 'table', tabIndex: 0 }, h('table', {}, h('tbody', {}, block.rows.map(viewRow))))
    case 'rule':
      return h('hr', {})
  }
}

/** The mark is text like the rest, so that it is copied and read with it. */
function viewItem({ blocks }: Item, mark: string): ComponentChild {
  return h('li', {}, h('span', { class: 'mark' }, mark), h('div', {}, blocks.map(viewBlock)))
}

function markOf({ ordered, start }: Extract<Block, { kind: 'list' }>, { done }: Item, index: number): string {
  if (done !== undefined) return done ? '☑' : '☐'
  return ordered ? `${start + index}.` : '•'
}

function viewRow(row: readonly (readonly Span[])[], index: number): ComponentChild {
  return h(
    'tr',
    {},
    row.map((cell) => h(index === 0 ? 'th' : 'td', {}, cell.map(viewSpan))),
  )
}

function viewSpan({ text, style, address }: Span): ComponentChild {
  if (address !== undefined) {
    return h('span', {}, text, ' ', h('span', { class: 'address' }, `(${address})`))
  }
  const tags = { strong: 'strong', emphasis: 'em', code: 'code', struck: 's' } as const
  return style === undefined ? text : h(tags[style], {}, text)
}
