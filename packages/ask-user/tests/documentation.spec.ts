/** What the command documents is what it does: options, environment and exit codes, in both languages, both ways. */
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseCommand, settingNames } from '../src/args.ts'
import { exitCodes } from '../src/exit.ts'
import { loadMessages } from '../src/lang.ts'
import { watchSignals } from '../src/signals.ts'

const texts = { en: await loadMessages('en'), zh: await loadMessages('zh') }

/** The options that the command knows, as it names them to whoever gives another. */
const flags = new Set(wordsIn(refusalOf(['--no-such-option'])))
const variables = new Set(settingNames.map((name) => `ASK_USER_${name.toUpperCase().replace('-', '_')}`))
const codes = new Set([...Object.values(exitCodes), ...signalCodes()])

describe.each([
  ['README.md', 'en'],
  ['README.zh.md', 'zh'],
] as const)('%s and --help', (file, lang) => {
  const readme = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
  const { help } = texts[lang]
  const rows = readme.split('\n').filter((line) => line.startsWith('|'))

  it('name every option there is, and no other', () => {
    const cells = rows.map((row) => row.split('|')[1] ?? '').filter((cell) => /`(?:(?:schema|mcp) )?-/.test(cell))
    expect(new Set(cells.flatMap(wordsIn))).toEqual(flags)
    const starts = help.split('\n').flatMap((line) => /^ {2,6}(-[^ ,]+(?:, --[\w-]+)?) /.exec(line)?.[1] ?? [])
    expect(new Set(starts.flatMap(wordsIn))).toEqual(flags)
    for (const word of wordsIn(help)) expect(flags).toContain(word)
  })

  it('name every variable of the environment, and no other', () => {
    expect(new Set(readme.match(/ASK_USER_[A-Z]+(?:_[A-Z]+)*/g))).toEqual(variables)
    const [sentence = ''] = /^.*--provider.*--lang[^]*?ASK_USER_PROVIDER/m.exec(help) ?? []
    const named = wordsIn(sentence).map((flag) => `ASK_USER_${flag.slice(2).toUpperCase().replace('-', '_')}`)
    expect(new Set(named)).toEqual(variables)
  })

  it('name every exit code, and no other', () => {
    const cells = rows.map((row) => row.split('|')[1] ?? '').filter((cell) => /^ \d/.test(cell))
    expect(new Set(cells.flatMap(numbersIn))).toEqual(codes)
    const [, list = ''] = /\n(?:Exit codes: |退出码：)([^]*)/.exec(help) ?? []
    expect(new Set(numbersIn(list))).toEqual(codes)
  })
})

function refusalOf(argv: string[]): string {
  try {
    parseCommand(argv, texts.en)
  } catch (error) {
    return (error as Error).message.replace(argv.join(' '), '')
  }
  return ''
}

function wordsIn(text: string): string[] {
  return text.match(/(?<![\w-])--?[a-zA-Z][\w-]*/g) ?? []
}

function numbersIn(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number)
}

function signalCodes(): number[] {
  const first = Object.assign(new EventEmitter(), { exit: () => {} })
  watchSignals(first)
  return first.eventNames().map((name) => {
    const target = Object.assign(new EventEmitter(), { exit: () => {} })
    const watch = watchSignals(target)
    target.emit(name, name)
    return watch.exitCode ?? 0
  })
}
