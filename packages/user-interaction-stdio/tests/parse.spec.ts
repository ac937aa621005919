import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseLine, type Reading, surprisingNumbers } from '../src/parse.ts'

function question(labels: readonly string[], multiSelect = false): AskUserQuestionItem {
  return { id: 'q', question: 'Which?', options: labels.map((label) => ({ label })), multiSelect }
}

/** A reading in a word: labels, text in quotes, or what else it is. */
function brief(reading: Reading): string {
  switch (reading.kind) {
    case 'answer':
      return reading.custom === undefined ? reading.selected.join('|') : `"${reading.custom}"`
    case 'other':
      return `other: ${reading.selected.join('|')}`
    case 'reply':
      return `reply: ${reading.text ?? '(next line)'}`
    case 'again':
      return 'part' in reading.fault ? `${reading.fault.kind}: ${reading.fault.part}` : reading.fault.kind
    default:
      return reading.kind
  }
}

const single = question(['Alpha', 'Beta', 'Yes, always'])
const multi = question(['Yes, always', 'Yes', 'Never', 'Add tests'], true)
const text: AskUserQuestionItem = { id: 'q', question: 'Why?' }

describe('a single choice', () => {
  test.each([
    ['2', 'Beta'],
    ['  2\t', 'Beta'],
    ['02', 'Beta'],
    ['２', 'Beta'],
    ['\u3000２\u3000', 'Beta'],
    ['Beta', 'Beta'],
    [' Beta ', 'Beta'],
    ['Yes, always', 'Yes, always'],
    ['0', 'out-of-range: 0'],
    ['4', 'out-of-range: 4'],
    ['４', 'out-of-range: ４'],
    ['99999999999999999999', 'out-of-range: 99999999999999999999'],
    ['beta', '"beta"'],
    ['1.', '"1."'],
    ['-1', '"-1"'],
    ['1,2', '"1,2"'],
    ['1 2', '"1 2"'],
    ['2 of them', '"2 of them"'],
    ['neither, use both in turn', '"neither, use both in turn"'],
    ['  neither ', '"  neither "'],
  ])('reads %j as %s', (line, expected) => {
    expect(brief(parseLine(line, single))).toBe(expected)
  })

  test('takes a number out of range for the label that it equals', () => {
    expect(brief(parseLine('8080', question(['8080', '9090'])))).toBe('8080')
  })

  test('takes a number in range for the option in that place, and can say where that surprises', () => {
    const replicas = question(['2', '3'])
    expect(brief(parseLine('2', replicas))).toBe('3')
    expect(brief(parseLine('3', replicas))).toBe('3')
    expect(brief(parseLine('/text 2', replicas))).toBe('"2"')
    expect(surprisingNumbers(replicas)).toEqual([{ number: 2, label: '3' }])
    expect(surprisingNumbers(question(['1', '2']))).toEqual([])
  })

  test('accepts a label as it looks, without what a screen does not show', () => {
    expect(brief(parseLine('Alpha', question(['\u001b[31mAlpha\u001b[0m', 'Beta'])))).toBe('\u001b[31mAlpha\u001b[0m')
    expect(brief(parseLine('a b', question(['a\nb', 'c'])))).toBe('a\nb')
    expect(brief(parseLine('Cafe\u0301', question(['Caf\u00e9', 'c'])))).toBe('Caf\u00e9')
  })

  test('chooses none of two labels that look alike, except by number or the exact label', () => {
    const alike = question(['go\u202e', 'go\u0007'])
    expect(brief(parseLine('go', alike))).toBe('alike: go')
    expect(brief(parseLine('2', alike))).toBe('go\u0007')
    expect(brief(parseLine('go\u0007', alike))).toBe('go\u0007')
  })
})

describe('several choices', () => {
  test.each([
    ['1', 'Yes, always'],
    ['3,1', 'Yes, always|Never'],
    ['3 1', 'Yes, always|Never'],
    ['1、３；2', 'Yes, always|Yes|Never'],
    ['1;3', 'Yes, always|Never'],
    ['1\u30003', 'Yes, always|Never'],
    ['3，3, 3', 'Never'],
    [',1,', 'Yes, always'],
    ['Yes, always', 'Yes, always'],
    ['Yes', 'Yes'],
    ['Never, Yes', 'Yes|Never'],
    ['Yes, always, Never', 'Yes, always|Never'],
    ['Add tests, 3', 'Never|Add tests'],
    ['3 Add tests', 'Never|Add tests'],
    ['1,5', 'out-of-range: 5'],
    ['0 1', 'out-of-range: 0'],
    ['9', 'out-of-range: 9'],
    ['1, foo', 'no-option: foo'],
    ['Yes, but later', 'no-option: but'],
    ['foo, 1', '"foo, 1"'],
    ['2 of them are broken', '"2 of them are broken"'],
    ['9 lives', '"9 lives"'],
    ['neither, both later', '"neither, both later"'],
    [', ，、;；', 'empty'],
  ])('reads %j as %s', (line, expected) => {
    expect(brief(parseLine(line, multi))).toBe(expected)
  })

  test('takes a line that equals one label for it, even where it is also a number', () => {
    const digits = question(['2', '3'], true)
    expect(brief(parseLine('2', digits))).toBe('2')
    expect(brief(parseLine('1,2', digits))).toBe('2')
    expect(surprisingNumbers(digits)).toEqual([{ number: 2, label: '2' }])
  })
})

describe('free text', () => {
  test.each([
    '8080',
    '1,2',
    '  with spaces  ',
    '/etc/hosts',
    '/skipped',
    '/skipper it',
    '/',
    '//',
    '/usr /skip',
    '/helpful',
    'skip',
    '.',
  ])('is the line as it is: %j', (line) => {
    expect(parseLine(line, text)).toEqual({ kind: 'answer', selected: [], custom: line })
  })

  test('is what an absent and an empty list of options ask for', () => {
    expect(brief(parseLine('1', { ...text, options: [] }))).toBe('"1"')
  })
})

describe('commands', () => {
  test.each([
    ['/skip', 'skip'],
    [' /skip ', 'skip'],
    ['/back', 'back'],
    ['/cancel', 'cancel'],
    ['/multi', 'multi'],
    ['/reply', 'reply: (next line)'],
    ['/reply ', 'reply: (next line)'],
    ['/reply wrong questions, because…', 'reply: wrong questions, because…'],
    ['/text 8080', '"8080"'],
    ['/text  /skip ', '" /skip "'],
    ['/text Alpha', '"Alpha"'],
    ['/text', 'text-missing'],
    ['/text   ', 'text-missing'],
    ['/help', 'help'],
  ])('reads %j as %s, whatever the question', (line, expected) => {
    for (const asked of [single, multi, text]) expect(brief(parseLine(line, asked))).toBe(expected)
  })

  test('yield to nothing, not even to a label of the same name', () => {
    expect(brief(parseLine('/skip', question(['/skip', 'b'])))).toBe('skip')
  })

  const near = { '/skip': ['/Skip', '/SKIP', '/skip it', '／skip', ' /skip  please'] }
  const nearer = {
    ...near,
    '/back': ['/back 2'],
    '/cancel': ['/Cancel', '/cancel all', '/quit', '/exit', '/Exit now', '／ｃａｎｃｅｌ'],
    '/multi': ['/multi first line'],
    '/help': ['/?', '/HELP', '/help me', '/? text'],
    '/text': ['/Text 8080', '/TEXT'],
    '/reply': ['/Reply no'],
  }
  const misses = Object.entries(nearer).flatMap(([command, lines]) => lines.map((line) => [line, command] as const))
  test.each(misses)('are not guessed: %j is asked again, naming %s', (line, command) => {
    for (const asked of [single, multi, text]) {
      expect(parseLine(line, asked)).toEqual({ kind: 'again', fault: { kind: 'near-miss', command } })
    }
    expect(brief(parseLine(`/text ${line}`, text))).toBe(`"${line}"`)
  })

  test('are not meant by a label that is nearly one', () => {
    expect(brief(parseLine('/Quit', question(['/Quit', 'b'])))).toBe('/Quit')
  })
})

describe('where only the options are answers', () => {
  const confirm = question(['Yes', 'No'])
  const only = (line: string, asked = confirm): string => brief(parseLine(line, asked, true))

  test.each([
    'y',
    'Y',
    'yes',
    'YES',
    'yes please',
    'n',
    'no',
    '是',
    '否',
    'Yes, No',
    '1 2',
    '1.',
    '好的',
    'ok',
    '/etc',
  ])('%j chooses nothing and is asked again', (line) => expect(only(line)).toBe('only-options'))

  test.each(['/text Yes', '/text', '/multi', '/reply', '/reply Yes'])('%s leads to no words', (line) => {
    expect(only(line)).toBe('only-options')
  })

  test.each([
    ['1', 'Yes'],
    ['２', 'No'],
    [' Yes ', 'Yes'],
    ['3', 'out-of-range: 3'],
    ['', 'empty'],
    ['/skip', 'skip'],
    ['/cancel', 'cancel'],
    ['/help', 'help'],
    ['/Cancel', 'near-miss'],
  ])('%j is %s as ever', (line, expected) => expect(only(line)).toBe(expected))

  test('an option that only says "other" is an option, and a question without options takes text', () => {
    expect(only('2', question(['A', 'Other']))).toBe('Other')
    expect(only('1,2', question(['A', 'Other'], true))).toBe('A|Other')
    expect(only('because', text)).toBe('"because"')
    expect(only('/multi', text)).toBe('multi')
  })
})

test.each(['', ' ', '\t', '\u3000', '\u200b', '\u001b[A', '\u0007'])('never takes %j for an answer', (line) => {
  for (const asked of [single, multi, text]) expect(brief(parseLine(line, asked))).toBe('empty')
})

describe('an option that only says "other"', () => {
  test.each([
    'Other',
    'other',
    'Others',
    'Something else',
    'Other (please specify)',
    'Other…',
    '其他',
    '其它（请说明）',
  ])('waits for words instead of returning %j', (label) => {
    expect(brief(parseLine('2', question(['A', label])))).toBe('other: ')
    expect(brief(parseLine(label, question(['A', label])))).toBe('other: ')
    expect(brief(parseLine('1,2', question(['A', label], true)))).toBe('other: A')
  })

  test.each(['Other teams too', 'Another', 'Otherwise', '其他团队'])('is not %j', (label) => {
    expect(brief(parseLine('2', question(['A', label])))).toBe(label)
  })
})

describe('whatever the labels are', () => {
  const label = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((s) => /[a-z]/i.test(s))
  const labels = fc.uniqueArray(label, { minLength: 1, maxLength: 15, selector: (s) => s.trim() })
  const plain = labels.filter((all) => all.every((one) => !/^(others?|something else)/i.test(one.trim())))

  test('the number in front chooses the label, byte for byte', () => {
    fc.assert(
      fc.property(plain, fc.nat(), fc.boolean(), (all, nat, many) => {
        const index = nat % all.length
        const reading = parseLine(String(index + 1), question(all, many))
        expect(reading).toEqual({ kind: 'answer', selected: [all[index]] })
      }),
    )
  })

  test('typing a label chooses it, unless the line is a command', () => {
    fc.assert(
      fc.property(plain, fc.nat(), fc.boolean(), (all, nat, many) => {
        const chosen = all[nat % all.length] ?? ''
        fc.pre(!chosen.trim().startsWith('/'))
        expect(parseLine(chosen, question(all, many))).toEqual({ kind: 'answer', selected: [chosen] })
      }),
    )
  })

  test('a list of numbers chooses just these, once each and in option order', () => {
    fc.assert(
      fc.property(plain, fc.array(fc.nat(), { minLength: 1 }), (all, nats) => {
        const indexes = nats.map((nat) => nat % all.length)
        const reading = parseLine(indexes.map((index) => index + 1).join(', '), question(all, true))
        expect(reading).toEqual({ kind: 'answer', selected: all.filter((_, index) => indexes.includes(index)) })
      }),
    )
  })

  test("any line has a reading, and a selection is always of the question's own labels", () => {
    const listLike = fc.string({ unit: fc.constantFrom('1', '9', ',', '，', ' ', 'a', '/') })
    const lines = fc.oneof(fc.string({ unit: 'binary' }), listLike)
    fc.assert(
      fc.property(labels, lines, fc.boolean(), (all, line, many) => {
        const reading = parseLine(line, question(all, many))
        const selected = reading.kind === 'answer' || reading.kind === 'other' ? reading.selected : []
        expect(all).toEqual(expect.arrayContaining([...selected]))
        if (!many) expect(selected.length).toBeLessThanOrEqual(1)
        if (reading.kind === 'answer' && reading.custom !== undefined) expect(line).toContain(reading.custom)
      }),
    )
  })
})

test('reads a very long line to its end', () => {
  const steps = '1 '.repeat(20_000)
  expect(brief(parseLine(`${steps}x`, multi))).toContain('"1 1 ')
})
