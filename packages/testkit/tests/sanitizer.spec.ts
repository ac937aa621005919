/** The sanitiser in front of a real terminal emulator: the text is there to read, and the terminal is as it was. */
import { type Cell, Screen } from '@deepseek-ai/dsh-testkit/terminal'
import { sanitizeLine, sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** What a text did to a terminal. */
interface Effect {
  /** What can be read, whatever the line breaks. */
  readonly text: string
  /** Everything but the text and where it ends. */
  readonly state: object
  /** How the character that comes next looks. */
  readonly next: Cell
}

/** Shows a text on a terminal, and looks at both. */
async function show(
  text: string,
  terminal: Screen,
  encode = (whole: string): string | Uint8Array => whole,
): Promise<Effect> {
  void terminal.write(encode(`\u001bc${text}\nq`))
  const {
    cursor: { column, row, ...looks },
    ...state
  } = await terminal.state()
  return {
    text: squeezed(terminal.transcript()).replace(/q$/, ''),
    state: { ...state, ...looks },
    next: terminal.cell(Math.max(column - 1, 0), row),
  }
}

function createScreen(): Screen {
  return new Screen({ columns: 60, rows: 8, lineFeeds: true })
}

function squeezed(text: string): string {
  // What has no width of its own belongs to a character in front of it; an emulator drops it where there is none.
  return text.replace(/[\s\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u1160-\u11ff\ud7b0-\ud7ff]+/gu, '')
}

const screen = createScreen()
afterAll(() => screen.dispose())

async function expectHarmless(text: string): Promise<void> {
  const clean = sanitizeText(text)
  const line = sanitizeLine(text)
  expect(await show(clean, screen)).toEqual({ ...untouched, text: squeezed(clean) })
  expect(await show(clean, screen, Buffer.from)).toEqual({ ...untouched, text: squeezed(clean) })
  expect(await show(line, screen)).toEqual({ ...untouched, text: squeezed(line) })
}

let untouched: Effect
beforeAll(async () => void (untouched = await show('', screen)))

/** Sequences that a terminal obeys, by what they would do to it. Each stands between an a and a b. */
const attacks: Readonly<Record<string, string>> = {
  'colour the text': '\u001b[31m',
  'colour the text with colons': '\u001b[38:2::255:0:0m',
  'colour the text in C1': '\u009b1;31m',
  'hide the text': '\u001b[8;30;40m',
  'clear the screen': '\u001b[2J\u001b[H',
  'clear what scrolled away': '\u001b[3J\u001b[1;1H',
  'move over what was written': '\u001b[1;1H',
  'erase the line': '\u001b[2K\u001b[G',
  'erase by backspace': '\b \b\b \b',
  'overwrite by carriage return': '\r',
  'go to the alternate screen': '\u001b[?1049h',
  'hide the cursor': '\u001b[?25l',
  "change the cursor's shape": '\u001b[5 q',
  'set the title': '\u001b]0;owned\u0007',
  'set the title with ST': '\u001b]2;owned\u001b\\',
  'set the title in C1': '\u009d0;owned\u009c',
  'write the clipboard': '\u001b]52;c;ZXZpbA==\u0007',
  'link the text': '\u001b]8;;http://evil.example\u0007',
  'change the palette': '\u001b]4;1;#00ff00\u0007\u001b]10;red\u0007\u001b]11;red\u0007',
  'send a notice': '\u001b]9;owned\u0007\u001b]777;notify;a;b\u0007',
  'run an iTerm command': '\u001b]1337;CopyToClipboard=\u0007',
  'limit what scrolls': '\u001b[2;3r',
  'set origin mode': '\u001b[?6h',
  'switch the character set': '\u001b(0',
  'switch the character set by shift out': '\u001b)0\u000e',
  'insert instead of replacing': '\u001b[4h',
  'stop wrapping': '\u001b[?7l',
  'catch the mouse': '\u001b[?1003h\u001b[?1006h',
  'mark pastes': '\u001b[?2004h',
  'report focus': '\u001b[?1004h',
  'turn cursor keys': '\u001b[?1h\u001b=',
  'hold the output back': '\u001b[?2026h',
  'ring the bell': '\u0007\u0007',
  'reset the terminal': '\u001bc',
  'swallow what follows as a title': '\u001b]0;',
  'swallow what follows as a device string': '\u001bP',
  'swallow what follows as a program command': '\u001b_',
  'swallow what follows as a private message': '\u001b^',
  'swallow what follows as a string': '\u001bX',
  'swallow what follows as parameters': '\u001b[1;2;3',
  'wait for the rest of a sequence': '\u001b',
}

/** What the emulator obeys in another way than by what can be seen of it here. */
const quiet = new Set(['wait for the rest of a sequence', 'clear what scrolled away', 'move over what was written'])

describe('sanitised text on a terminal', () => {
  it.each(Object.entries(attacks))('cannot %s', async (_, attack) => {
    // A sequence without an end ends with its line.
    for (const text of [`a${attack}b`, `${attack}\na\n${attack}${attack}b`]) {
      await expectHarmless(text)
      expect(squeezed(sanitizeText(text)).startsWith('a')).toBe(true)
    }
  })

  it.each(Object.entries(attacks).filter(([what]) => !quiet.has(what)))('could %s before', async (_, attack) => {
    const attacked = createScreen()
    expect(await show(`a${attack}b`, attacked)).not.toEqual({ ...untouched, text: 'ab' })
    attacked.dispose()
  })

  it('cannot make the terminal type', async () => {
    const typed: string[] = []
    const asked = new Screen({}, (reply) => typed.push(reply))
    const questions = [
      '\u001b[c',
      '\u001b[>c',
      '\u001b[6n',
      '\u001b[5n',
      '\u001b[?25$p',
      '\u001bP$qm\u001b\\',
      '\u001b]10;?\u0007',
      '\u0005',
    ]
    for (const question of questions) await asked.write(sanitizeText(question))
    expect(typed).toEqual([])
    for (const question of questions) await asked.write(question)
    expect(typed).not.toEqual([])
    asked.dispose()
  })

  it.each([
    ['plain words', 'plain words'],
    ['tabs', 'tab\there'],
    ['lines', 'two\n\nlines'],
    ['wide characters', '中文，日本語、한국어'],
    ['accents, composed or not', 'é e\u0301'],
    ['an accent without a letter', '\u0301 alone'],
    ['emoji', '👩‍👩‍👧‍👦 🏳️‍🌈 ❤️ 🇩🇪'],
    ['letters from right to left', 'العربية עברית'],
    ['vowel signs', 'ไทย ำ'],
    ['invisible characters', 'a\u00adb\u200bc\u2060d'],
    ['what is a sequence only after an escape', '[31m 0;title'],
    ['a replacement character', '\ufffd'],
    ['more than a line of characters', 'x'.repeat(500)],
    ['more than a line of wide ones', '数'.repeat(100)],
  ])('is there to read, all of it: %s', async (_, text) => {
    await expectHarmless(text)
    expect(sanitizeText(text)).toBe(text)
    expect(screen.transcript().replace(/\s/g, '')).toBe(`${text}q`.replace(/\s/g, ''))
  })
})

describe('whatever the text', () => {
  const introducers = fc.constantFrom(
    '\u001b',
    '\u001b[',
    '\u001b]',
    '\u001bP',
    '\u001bX',
    '\u001b^',
    '\u001b_',
    '\u001b\\',
    '\u001b(0',
    '\u001bc',
    '\u0007',
    '\u009b',
    '\u009d',
    '\u0090',
    '\u0098',
    '\u009e',
    '\u009f',
    '\u009c',
    '\u0084',
    '\u000e',
    '\r',
    '\n',
    '\t',
    '\b',
    '\0',
    '52;c;eA==',
    '0;31m',
    '?1049h',
    '?25l',
    '2;3r',
    '4h',
    '\u202e',
  )
  const hostile = fc.array(fc.oneof(introducers, fc.string({ maxLength: 4 }))).map((parts) => parts.join(''))
  const bytes = fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array))
  const read = bytes.chain((buffer) =>
    fc.constantFrom(buffer.toString('latin1'), buffer.toString('utf8'), buffer.toString('utf16le')),
  )
  const graphemes = fc.string({ unit: 'grapheme', maxLength: 30 })

  it.each([
    ['dense sequences', hostile, 200],
    ['random bytes', read, 200],
    ['random characters', graphemes, 100],
  ] as const)('a terminal shows it and is as it was: %s', async (_, texts, numRuns) => {
    await fc.assert(fc.asyncProperty(texts, expectHarmless), { numRuns })
  })
})
