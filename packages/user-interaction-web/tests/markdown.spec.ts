/** Markdown as data: what people write is read, what is left over is text, and no input takes long or loses words. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Block, parseMarkdown, parseSpans, type Span } from '../src/page/markdown.ts'

const wordsOf = (blocks: readonly Block[]): string => {
  const of = (spans: readonly Span[]): string => spans.map(({ text, address = '' }) => `${text}${address}`).join('')
  return blocks
    .map((block): string => {
      if (block.kind === 'list') return block.items.map((item) => wordsOf(item.blocks)).join(' ')
      if (block.kind === 'quote') return wordsOf(block.blocks)
      if (block.kind === 'table') return block.rows.flat().map(of).join(' ')
      if (block.kind === 'paragraph') return block.lines.map(of).join(' ')
      if (block.kind === 'heading') return of(block.spans)
      return block.kind === 'code' ? block.text : ''
    })
    .join(' ')
}

describe('Markdown', () => {
  it('reads headings, paragraphs, lists, quotes, code, tables and rules', () => {
    const text =
      '# Title #\none\ntwo\n\n- a\n  - b\n- [x] c\n\n3. d\n4. e\n\n> q\n\n```ts\nx = 1\n```\n\n|h|i|\n|-|-|\n|1|2|\n\n---'
    const kinds = parseMarkdown(text).map(({ kind }) => kind)
    expect(kinds).toEqual(['heading', 'paragraph', 'list', 'list', 'quote', 'code', 'table', 'rule'])
    expect(parseMarkdown('3. d\n4. e')[0]).toMatchObject({ kind: 'list', ordered: true, start: 3 })
    expect(parseMarkdown('- a\n  - b')[0]).toMatchObject({ items: [{ blocks: [{}, { kind: 'list' }] }] })
  })

  it('reads looks within a line, and shows a link as its text and address', () => {
    expect(parseSpans('a **b** `c*d*` *e* ~~f~~ [g](javascript:h) 2*3*4 snake_case_name')).toEqual([
      { text: 'a ' },
      { text: 'b', style: 'strong' },
      { text: ' ' },
      { text: 'c*d*', style: 'code' },
      { text: ' ' },
      { text: 'e', style: 'emphasis' },
      { text: ' ' },
      { text: 'f', style: 'struck' },
      { text: ' ' },
      { text: 'g', address: 'javascript:h' },
      { text: ' 2*3*4 snake_case_name' },
    ])
    expect(parseSpans('![](http://x/y.png)')).toEqual([{ text: '', address: 'http://x/y.png' }])
  })

  it('keeps code as it is, also without an end', () => {
    expect(parseMarkdown('~~~\n <b> \n\n- x')).toEqual([{ kind: 'code', text: ' <b> \n\n- x' }])
  })

  it('loses no word, whatever the marks', () => {
    const piece = fc.constantFrom(
      '- ',
      '1. ',
      '> ',
      '# ',
      '```',
      '**',
      '`',
      '|',
      '\n',
      '\n\n',
      '  ',
      '*',
      '~~',
      '[',
      '](',
      ')',
    )
    const word = fc.constantFrom('alpha', 'beta', 'gamma')
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, word), { maxLength: 60 }), (parts) => {
        const text = parts.join('')
        const count = (all: string): number => all.match(/alpha|beta|gamma/g)?.length ?? 0
        // What stands behind an opening fence says which language the code is in.
        fc.pre(!/```|~~~/.test(text))
        expect(count(wordsOf(parseMarkdown(text)))).toBe(count(text))
      }),
    )
  })

  it.each(['*', '**a ', '`', '[', '> ', '- ', '|', '# ', ' ', '~~~', '[a](', '1. '])(
    'takes no time over 100 kB of %j',
    (mark) => {
      const once = performance.now()
      parseMarkdown(mark.repeat(100_000 / mark.length))
      parseMarkdown(`${mark.repeat(1000)}\n`.repeat(50))
      expect(performance.now() - once).toBeLessThan(5000)
    },
  )
})
