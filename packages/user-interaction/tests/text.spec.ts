/** The sanitiser: what a terminal would obey goes, what a person would read stays. */
import { isBlank, sanitizeLine, sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const unsafe = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\p{Cs}]/u

/** Text a person could read: no control, no bidi control, no half of a pair. */
const plain = fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => text.replace(new RegExp(unsafe, 'gu'), ''))

/** Text that is made to harm: introducers, terminators and parameters, dense and in any order. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\u001b',
        '\u001b[',
        '\u001b]',
        '\u001bP',
        '\u001bX',
        '\u001b^',
        '\u001b_',
        '\u001b\\',
        '\u0007',
        '\u009b',
        '\u009d',
        '\u0090',
        '\u0098',
        '\u009e',
        '\u009f',
        '\u009c',
        '\u0085',
        '\r',
        '\n',
        '\t',
        '\b',
        '\u007f',
        '\0',
        '\u202e',
        '\u2066',
        '\u200f',
        '\u061c',
        '\ud83d',
        '\ude00',
        '8;;http://x',
        '52;c;',
        '0;31m',
        '2J',
        '?1049h',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
  )
  .map((parts) => parts.join(''))

describe('sanitizeText', () => {
  it.each([
    ['colour', '\u001b[31mred\u001b[0m', 'red'],
    ['a cleared screen', 'before\u001b[2J\u001b[Hafter', 'beforeafter'],
    ['the alternate screen', '\u001b[?1049hx\u001b[?1049l', 'x'],
    ['CSI as one C1 character', '\u009b31mred', 'red'],
    ['a window title', '\u001b]0;owned\u0007text', 'text'],
    ['a window title ended by ST', '\u001b]0;owned\u001b\\text', 'text'],
    ['a window title in C1', '\u009d0;owned\u009ctext', 'text'],
    ['a clipboard write', '\u001b]52;c;ZXZpbA==\u0007text', 'text'],
    ['a hyperlink', '\u001b]8;;http://evil\u001b\\here\u001b]8;;\u001b\\', 'here'],
    ['an unterminated OSC, with its line only', '\u001b]0;swallowed\nkept', '\nkept'],
    ['DCS with its body', '\u001bPq#0;2;0~-\u001b\\text', 'text'],
    ['APC with its body', '\u001b_Gf=100;AAAA\u001b\\text', 'text'],
    ['an unterminated APC', 'text\u001b_Gf=100;AAAA', 'text'],
    ['PM and SOS with their bodies', '\u001b^pm\u001b\\a\u001bXsos\u001b\\b', 'ab'],
    ['a lone ESC at the end', 'text\u001b', 'text'],
    ['BEL and backspace', 'a\u0007b\b\bc', 'abc'],
    ['NUL and DEL', 'a\0b\u007fc', 'abc'],
    ['a bidi override', 'safe\u202egpj.exe', 'safegpj.exe'],
    ['bidi isolates and marks', '\u2066a\u2069\u200e\u200f\u061cb', 'ab'],
    ['halves of a pair', 'a\ud83db\ude00c', 'abc'],
    ['a second escape in front of a sequence, as a terminal does', '\u001b\u001b]0;x\u0007[31mred', '[31mred'],
    ['a carriage return that would overwrite the line', 'safe\rrm -rf', 'safe\nrm -rf'],
  ])('takes %s away', (_what, text, clean) => {
    expect(sanitizeText(text)).toBe(clean)
  })

  it.each([
    ['colour with colons', '\u001b[38:2::255:0:0mred'],
    ['a private prefix other than ?', '\u001b[>4;2mred'],
    ['an intermediate byte', '\u001b[2 qred'],
    ['a soft reset', '\u001b[!pred'],
    ['many parameters', '\u001b[0;1;2;3;4;5;6;7;8;9;10;11;12mred'],
    ['a long parameter', '\u001b[123456mred'],
  ])('leaves nothing of a CSI sequence with %s', (_what, text) => {
    expect(sanitizeText(text)).toBe('red')
  })

  it.each([
    ['BEL', '\u001b[1mrm;-rf/home\u0007'],
    ['ST', '\u001b[1mrm;-rf/home\u001b\\'],
    ['ST in C1', '\u009b1mrm;-rf/home\u009c'],
  ])('never hides the text between a sequence and a stray %s', (_what, text) => {
    expect(sanitizeText(text)).toBe('rm;-rf/home')
  })

  it.each([
    'tab\there\nand a new line',
    '中文，日本語、한국어',
    'e\u0301 \u00e9',
    '👩‍👩‍👧‍👦 🏳️‍🌈 ❤️',
    'العربية עברית',
    '[31m is plain without its escape',
    '\u00a0\u3000\u200b',
    'a\u2028b',
    '\ufffd',
    '0;title',
  ])('keeps %j as it is', (text) => {
    expect(sanitizeText(text)).toBe(text)
  })

  it('turns every line end into a newline', () => {
    expect(sanitizeText('a\r\nb\rc\nd')).toBe('a\nb\nc\nd')
  })

  it('lets nothing through that a terminal obeys, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: 'binary' })), (text) => {
        expect(sanitizeText(text)).not.toMatch(unsafe)
        expect(() => encodeURIComponent(sanitizeText(text))).not.toThrow()
      }),
      { numRuns: 2000 },
    )
  })

  it('keeps plain text as it is, in order', () => {
    fc.assert(
      fc.property(plain, (text) => {
        expect(sanitizeText(text)).toBe(text)
      }),
      { numRuns: 1000 },
    )
  })

  it('keeps plain text around what it takes away', () => {
    const taken = fc.constantFrom('\u001b[1m', '\u001b]0;x\u0007', '\u0007', '\u202e', '\u009b2J', '\u001b_x\u001b\\')
    fc.assert(
      fc.property(fc.array(fc.tuple(plain, taken)), (parts) => {
        expect(sanitizeText(parts.flat().join(''))).toBe(parts.map(([text]) => text).join(''))
      }),
      { numRuns: 500 },
    )
  })

  it('changes nothing the second time, and invents nothing', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const once = sanitizeText(text)
        expect(sanitizeText(once)).toBe(once)
        expect(isSubsequence(once, text.replaceAll('\r\n', '\n').replaceAll('\r', '\n'))).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  it('takes a long hostile text in its stride', () => {
    for (const part of ['\u001b]', '\u001b[', '\u001b', '\u009d', '\u001b[1;', ';a', '\u001bP\u001b']) {
      expect(sanitizeText(part.repeat(100_000))).not.toMatch(unsafe)
    }
  })
})

describe('sanitizeLine', () => {
  it('stays on one line, whatever the text', () => {
    expect(sanitizeLine('  a\n\n b\tc\u2028d\r\n ')).toBe('a b c d')
    fc.assert(
      fc.property(hostile, (text) => {
        expect(sanitizeLine(text)).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Cs}\u2028\u2029]/u)
        expect(sanitizeLine(text)).toBe(sanitizeLine(text).trim())
      }),
    )
  })
})

describe('isBlank', () => {
  it.each([
    '',
    ' ',
    '\n\t',
    '\u3000',
    '\u00a0',
    '\u200b',
    '\ufeff',
    '\u202e',
    '\0',
    '\u001b[31m',
    '\u001b]0;x\u0007',
    '\ud83d',
  ])('is true for %j, of which nothing can be seen', (text) => {
    expect(isBlank(text)).toBe(true)
  })

  it.each(['a', ' a ', '0', '。', '👍', '\u001b[31mred', '\u202eabc'])('is false for %j', (text) => {
    expect(isBlank(text)).toBe(false)
  })
})

/** Whether `part` comes from `whole` by taking characters away. */
function isSubsequence(part: string, whole: string): boolean {
  let at = 0
  for (const unit of whole.split('')) if (unit === part[at]) at++
  return at === part.length
}
