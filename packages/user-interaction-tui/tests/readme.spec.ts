/** The screens of both READMEs are what is drawn. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Desk } from './desk.ts'
import { batch, keys, targets } from './questions.ts'

// oxlint-disable no-control-regex
/** A screen whose colours stand in brackets before what they colour, as the READMEs show it. */
function withStyles(bytes: string): string {
  const names: Readonly<Record<string, string>> = { 1: '<bold>', 2: '<dim>', 36: '<cyan>', 22: '</>', 39: '</>' }
  return bytes
    .replace(/\u001b\[(\d+)m/g, (_, code: string) => names[code] ?? '')
    .replace(/\u001b\[[?\d;]*[a-zA-Z]/g, '')
}

async function screens(): Promise<Record<string, string>> {
  const english = new Desk()
  await english.ask(batch)
  const colored = new Desk({ color: true, columns: 40, rows: 12 })
  const before = colored.bytes.length
  await colored.ask([targets])
  const frame = withStyles(colored.bytes.slice(before)).replaceAll('\r', '').trim()
  const narrow = new Desk({ columns: 40, rows: 12 })
  await narrow.ask(batch)
  const chinese = new Desk({ lang: 'zh' })
  await chinese.ask(batch)
  const chineseNarrow = new Desk({ columns: 40, rows: 12, lang: 'zh' })
  await chineseNarrow.ask([{ ...targets, question: '发布前哪些目标必须构建成功？', header: '目标' }])
  return {
    '80x24': await english.look(),
    '40x12': await narrow.look(),
    '80x24 zh': await chinese.type(keys.enter, ' ', keys.end, '审计'),
    '40x12 zh': await chineseNarrow.type(' ', keys.down),
    colored: frame.slice(frame.indexOf('<cyan>')),
  }
}

test.each(['README.md', 'README.zh.md'])('%s shows what is drawn, in both languages and with colour', async (file) => {
  const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
  for (const [name, screen] of Object.entries(await screens())) expect(text, name).toContain(`\n${screen}\n`)
})
