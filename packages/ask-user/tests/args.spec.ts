/** From argv and the environment to what is to be done. Pure. */
import { describe, expect, it } from 'vitest'
import { parseCommand } from '../src/args.ts'
import { parseDuration } from '../src/duration.ts'
import { languageOf, loadMessages } from '../src/lang.ts'
import { settle } from '../src/settings.ts'

const en = await loadMessages('en')
const zh = await loadMessages('zh')
const ask = { kind: 'ask', settings: {}, onlyOptions: false, plain: false, open: true }

describe('argv', () => {
  it.each([
    [[], { ...ask, source: { kind: 'stdin', named: false } }],
    [['-'], { ...ask, source: { kind: 'stdin', named: true } }],
    [['q.json'], { ...ask, source: { kind: 'file', path: 'q.json' } }],
    [['--', '-q'], { ...ask, source: { kind: 'file', path: '-q' } }],
    [
      ['f', '--provider', 'web', '--port=80', '--no-open'],
      { ...ask, open: false, source: { kind: 'file', path: 'f' }, settings: { provider: ['web'], port: ['80'] } },
    ],
    [['./schema', '--plain'], { ...ask, plain: true, source: { kind: 'file', path: './schema' } }],
    [['--confirm', 'Now?'], { ...ask, source: { kind: 'confirm', text: 'Now?' } }],
    [['--confirm=Now?'], { ...ask, source: { kind: 'confirm', text: 'Now?' } }],
    [
      ['q.json', '--answer', 'a=1', '--answer', 'b=2', '--deadline=5m'],
      {
        ...ask,
        source: { kind: 'file', path: 'q.json' },
        settings: { answer: ['a=1', 'b=2'], deadline: ['5m'] },
      },
    ],
    [['--help', 'q.json'], { kind: 'help' }],
    [['-q', 'A?', '-h'], { kind: 'help' }],
    [['schema', '-h'], { kind: 'help' }],
    [['-V'], { kind: 'version' }],
    [['schema'], { kind: 'schema', format: 'json-schema' }],
    [['--lang', 'zh', 'schema', '--format', 'mcp'], { kind: 'schema', format: 'mcp' }],
  ])('%j is understood', (argv, command) => {
    expect(parseCommand(argv, en)).toEqual(command)
  })

  it('gives each option of the quick form to what stands before it', () => {
    const argv = [
      '-q',
      'One?',
      '--header',
      'H',
      '-o',
      'a',
      '--describe',
      'A',
      '-o',
      '-b',
      '-m',
      '--question',
      'Two?',
      '--plain',
      '--option=c',
      '--question=Three?',
    ]
    expect(parseCommand(argv, en)).toEqual({
      ...ask,
      plain: true,
      source: {
        kind: 'quick',
        questions: [
          { question: 'One?', header: 'H', options: [{ label: 'a', description: 'A' }, { label: '-b' }], multi: true },
          { question: 'Two?', options: [{ label: 'c' }], multi: false },
          { question: 'Three?', options: [], multi: false },
        ],
      },
    })
  })

  it.each([
    [['--foo'], 'there is no option --foo; expected one of -q/--question'],
    [['-x'], 'there is no option -x'],
    [['-qA?', '-mz'], 'there is no option -z'],
    [['--plain=yes', 'f'], '--plain takes no value, got "yes"'],
    [['-q'], '-q expects TEXT'],
    [['-q', 'A?', '--answer'], '--answer expects ID=LABEL'],
    [['-o', 'x', '-q', 'A?'], '-o belongs to the -q TEXT before it, and there is none'],
    [['-m'], '-m belongs to the -q TEXT before it'],
    [['-q', 'A?', '--describe', 'd'], '--describe belongs to the -o TEXT before it'],
    [['-q', 'A?', '-o', 'x', '--describe', 'd', '--describe', 'e'], '--describe is given twice'],
    [['-q', 'A?', '--header', 'd', '--header', 'e'], '--header is given twice'],
    [['-q', 'A?', '--only-options'], '--only-options needs -o TEXT'],
    [['f', '-q', 'A?'], '"f" and -q cannot be given together'],
    [['f', '--confirm', 'A?'], '"f" and --confirm cannot be given together'],
    [['--confirm', 'A?', '-o', 'x'], '--confirm and -o cannot be given together'],
    [['--confirm', 'A?', '--confirm', 'B?'], '--confirm is given twice'],
    [['-q', 'A?', '-o', 'No', 'wait'], '"wait" and -q cannot be given together'],
    [['a', 'b'], '"b" is one argument too many'],
    [['f', '--lang', 'en', '--lang', 'zh'], '--lang is given twice'],
    [['f', '--format', 'mcp'], '--format belongs to ask-user schema'],
    [['schema', 'f'], '"f" is one argument too many'],
    [['schema', '--plain'], 'schema and --plain cannot be given together'],
    [['schema', '--format', 'xml'], '--format expects json-schema|openai|anthropic|mcp, got "xml"'],
  ])('%j is refused in words', (argv, message) => {
    expect(() => parseCommand(argv, en)).toThrow(message)
    expect(() => parseCommand(argv, zh)).toThrow(/[\u4e00-\u9fff]/u)
  })
})

describe('the settings', () => {
  it.each([
    [{}, {}, { provider: 'auto' }],
    [{ provider: ['stdio'] }, {}, { provider: 'stdio' }],
    [{ answer: ['a=x', 'b=y=z', 'a=w'] }, {}, { provider: 'script', answers: { a: ['x', 'w'], b: 'y=z' } }],
    [{ answers: ['f'], provider: ['auto'] }, {}, { provider: 'script', answersFile: 'f' }],
    [{ config: ['c.yml'], deadline: ['2s'] }, {}, { provider: 'auto', config: 'c.yml', deadlineMs: 2000 }],
    [{}, { ASK_USER_PROVIDER: 'stdio', ASK_USER_DEADLINE: '1h' }, { provider: 'stdio', deadlineMs: 3_600_000 }],
    [
      {},
      { ASK_USER_ANSWER: 'a=x\nb=y\n', ASK_USER_ANSWERS: 'f' },
      {
        provider: 'script',
        answersFile: 'f',
        answers: { a: 'x', b: 'y' },
      },
    ],
    [{}, { ASK_USER_CONFIG: 'c.yml', ASK_USER_ANSWERS: '' }, { provider: 'auto', config: 'c.yml' }],
    [{ provider: ['stdio'] }, { ASK_USER_ANSWERS: 'f' }, { provider: 'stdio' }],
    [
      { config: ['c.yml'] },
      { ASK_USER_PROVIDER: 'nonsense', ASK_USER_ANSWER: 'a=x' },
      {
        provider: 'auto',
        config: 'c.yml',
      },
    ],
    [
      { answer: ['a=x'] },
      { ASK_USER_ANSWERS: 'f', ASK_USER_CONFIG: 'c.yml' },
      {
        provider: 'script',
        answersFile: 'f',
        answers: { a: 'x' },
      },
    ],
    [{ provider: ['web'] }, { ASK_USER_PORT: '8080' }, { provider: 'web', port: 8080 }],
    [{ provider: ['stdio'] }, { ASK_USER_PORT: '8080' }, { provider: 'stdio' }],
    [{ provider: ['tui, web'], port: ['8080'] }, {}, { provider: 'several', surfaces: ['tui', 'web'], port: 8080 }],
    [
      { provider: ['stdio,script'], answers: ['f'] },
      {},
      { provider: 'several', surfaces: ['stdio', 'script'], answersFile: 'f' },
    ],
    [{}, { ASK_USER_PROVIDER: 'web,tui' }, { provider: 'several', surfaces: ['web', 'tui'] }],
    [{ answers: ['f'] }, { ASK_USER_ANSWER: 'a=x' }, { provider: 'script', answersFile: 'f' }],
    [{ provider: ['script'] }, { ASK_USER_ANSWERS: 'f' }, { provider: 'script', answersFile: 'f' }],
    [{ deadline: ['500ms'] }, { ASK_USER_DEADLINE: 'soon' }, { provider: 'auto', deadlineMs: 500 }],
  ])('are %j with %j in the environment', (flags, env, settings) => {
    expect(settle(flags, env, en)).toEqual(settings)
  })

  it.each([
    [{ provider: ['mail'] }, {}, '--provider expects auto|tui|stdio|web|script, got "mail"'],
    [{ provider: ['web'], port: ['http'] }, {}, '--port expects 0-65535, got "http"'],
    [{ provider: ['web'], port: ['65536'] }, {}, '--port expects 0-65535, got "65536"'],
    [{ provider: ['stdio'], port: ['1'] }, {}, '--port needs --provider web'],
    [{ provider: ['script'] }, {}, '--provider script needs --answers FILE'],
    [{ provider: ['stdio'], answers: ['f'] }, {}, '--provider and --answers cannot be given together'],
    [{ provider: ['tui,stdio'] }, {}, 'tui and stdio cannot be given together'],
    [{ provider: ['tui,auto'] }, {}, '--provider expects tui|stdio|web|script, got "auto"'],
    [{ provider: ['tui,'] }, {}, '--provider expects tui|stdio|web|script, got ""'],
    [{ provider: ['web,tui,web'] }, {}, '--provider web'],
    [{ provider: ['tui,web'], answers: ['f'] }, {}, '--provider and --answers cannot be given together'],
    [{ provider: ['tui,script'] }, {}, '--provider script needs --answers FILE'],
    [{ provider: ['tui,script'], port: ['1'] }, {}, '--port'],
    [{ provider: ['stdio'], config: ['f'] }, {}, '--config and --provider cannot be given together'],
    [{ config: ['f'], answer: ['a=x'] }, {}, '--config and --answer cannot be given together'],
    [{ answer: ['x'] }, {}, '--answer expects ID=LABEL'],
    [{ answer: ['a='] }, {}, '--answer expects ID=LABEL'],
    [{ deadline: ['5'] }, {}, '--deadline expects 5m, 30s, 1h, 500ms, got "5"'],
    [{ lang: ['fr'] }, {}, '--lang expects en|zh, got "fr"'],
    [{}, { ASK_USER_PROVIDER: 'mail' }, 'ASK_USER_PROVIDER expects auto|tui|stdio|web|script, got "mail"'],
    [{}, { ASK_USER_LANG: 'fr' }, 'ASK_USER_LANG expects en|zh, got "fr"'],
    [{}, { ASK_USER_CONFIG: 'f', ASK_USER_ANSWER: 'a=x' }, 'ASK_USER_CONFIG and ASK_USER_ANSWER cannot be given'],
    [{}, { ASK_USER_PROVIDER: 'script' }, 'ASK_USER_PROVIDER script needs'],
  ])('are refused as %j with %j in the environment', (flags, env, message) => {
    expect(() => settle(flags, env, en)).toThrow(message)
  })

  it.each([
    ['500ms', 500],
    ['30s', 30_000],
    ['5m', 300_000],
    ['1.5h', 5_400_000],
    [' 1s ', 1000],
    ['', undefined],
    ['0s', undefined],
    ['-1s', undefined],
    ['5', undefined],
    ['5d', undefined],
    ['1e9h', undefined],
    ['99999999999999h', undefined],
    ['0.1ms', undefined],
  ])('read the length of time %j as %j', (text, ms) => {
    expect(parseDuration(text)).toBe(ms)
  })
})

describe('the language', () => {
  it.each([
    [[], {}, 'en'],
    [['--lang', 'zh'], { LC_ALL: 'en_GB.UTF-8' }, 'zh'],
    [['--lang=zh'], {}, 'zh'],
    [['--lang', 'fr'], { LANG: 'zh_CN.UTF-8' }, 'zh'],
    [[], { ASK_USER_LANG: 'en', LANG: 'zh_CN.UTF-8' }, 'en'],
    [[], { LC_ALL: '', LC_MESSAGES: 'zh_TW', LANG: 'en_US' }, 'zh'],
    [[], { LC_ALL: 'C', LANG: 'zh_CN' }, 'en'],
    [[], { LANG: 'zha_CN' }, 'en'],
  ] as const)('is for %j and %j: %s', (argv, env, lang) => {
    expect(languageOf(argv, env)).toBe(lang)
  })
})

describe('the texts', () => {
  it('are the same in both languages, none forgotten', () => {
    expect(leaves(zh)).toEqual(leaves(en))
  })

  it.each([
    ['en', en.help],
    ['zh', zh.help],
  ])('describe every option and fit a terminal: %s', (_, help) => {
    const flags =
      '-q -o --describe -m --header --confirm --only-options --plain --provider --answers --answer --config '
      + '--deadline --on-ask --port --no-open --lang --format -h -V'
    for (const flag of flags.split(' ')) expect(help).toMatch(new RegExp(`^ +(?:-., )?${flag}\\b`, 'm'))
    for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
  })
})

function leaves(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    return typeof inner === 'object' && inner !== null ? leaves(inner, `${path}${key}.`) : [`${path}${key}`]
  })
}
