/** Reads one escape sequence of a terminal, by the grammar of ECMA-48, so that no unknown one leaks as text. Pure. */
import { controlKey, type Input, type Key } from './input.ts'

/** A sequence: its length, and what it means, if it means something here. `paste` begins a paste. */
export interface Read {
  readonly length: number
  readonly input?: Input | 'paste'
}

const finals: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  M: 'enter',
}

const numbers: Readonly<Record<string, string>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
}

/** Code points that CSI-u gives to keys that are no characters. */
const codes: Readonly<Record<number, string>> = {
  9: 'tab',
  13: 'enter',
  27: 'escape',
  127: 'backspace',
  57414: 'enter',
}

const keypadDigits = 57399

/** Reads the sequence at the start of text that begins with Esc; undefined while it may go on. */
export function readSequence(text: string): Read | undefined {
  const second = text.charAt(1)
  if (second === '') return undefined
  if (second === '[') return readCsi(text)
  if (second === 'O') return readSs3(text)
  if (/[\]P_^X]/.test(second)) return readString(text)
  // Esc, and then a sequence or Esc of its own.
  if (second === '\u001b') return { length: 1, input: { kind: 'key', name: 'escape' } }
  return readAlt(text)
}

function readCsi(text: string): Read | undefined {
  // oxlint-disable-next-line no-control-regex
  const [whole, private_, parameters, final] = /^\u001b\[([<=>?]?)([0-9:;]*)[ -/]*([@-~])/.exec(text) ?? []
  if (whole === undefined || parameters === undefined || final === undefined) {
    // oxlint-disable-next-line no-control-regex
    if (/^\u001b\[[0-?]*[ -/]*$/.test(text) && text.length < 64) return undefined
    return { length: 2 }
  }
  const device = private_ === '>' && final === 'c' ? ({ kind: 'device', attributes: parameters } as const) : undefined
  const input = private_ === '' ? meaningOf(parameters, final) : device
  return { length: whole.length, ...(input && { input }) }
}

function meaningOf(parameters: string, final: string): Input | 'paste' | undefined {
  const [first = '', second = '', third = ''] = parameters.split(';')
  if (final === 'I' || final === 'O') return { kind: 'focus', focused: final === 'I' }
  if (final === 'R' && /^\d+;\d+$/.test(parameters)) return { kind: 'device', position: Number.parseInt(first, 10) }
  if (final === 'Z') return { kind: 'key', name: 'tab', shift: true }
  if (final === 'u') return characterKey(first, second, third)
  if (final === '~') {
    if (first === '200') return 'paste'
    if (first === '27') return characterKey(third, second, '')
    return keyOf(numbers[first], second)
  }
  return keyOf(finals[final], second)
}

/** A key of CSI-u: code point, modifiers, and the text it gives, if the terminal says so. */
function characterKey(code: string, modifiers: string, given: string): Input | undefined {
  const point = Number.parseInt(code, 10)
  const name = codes[point]
  if (name) return keyOf(name, modifiers)
  const digit = point - keypadDigits
  const plain = digit >= 0 && digit <= 9 ? String(digit) : characterOf(point)
  if (plain === undefined) return undefined
  const { ctrl, alt, shift, released } = modifiersOf(modifiers)
  if (released) return undefined
  if (ctrl || alt) return { kind: 'key', name: plain.toLowerCase(), ...(ctrl && { ctrl }), ...(alt && { alt }) }
  const text = given
    .split(':')
    .map((part) => characterOf(Number.parseInt(part, 10)) ?? '')
    .join('')
  return { kind: 'text', text: text || (shift ? plain.toUpperCase() : plain) }
}

function characterOf(point: number): string | undefined {
  const printable = point >= 0x20 && point !== 0x7f && !(point >= 0x80 && point < 0xa0) && point < 0x110000
  // The private use area is where the protocol keeps keys without a character.
  return printable && !(point >= 0xd800 && point < 0xf900) ? String.fromCodePoint(point) : undefined
}

function keyOf(name: string | undefined, modifiers: string): Key | undefined {
  const { ctrl, alt, shift, released } = modifiersOf(modifiers)
  if (!name || released) return undefined
  return { kind: 'key', name, ...(ctrl && { ctrl }), ...(alt && { alt }), ...(shift && { shift }) }
}

function modifiersOf(parameter: string): { ctrl: boolean; alt: boolean; shift: boolean; released: boolean } {
  const [modifiers = '', event = ''] = parameter.split(':')
  const bits = Math.max(0, (Number.parseInt(modifiers, 10) || 1) - 1)
  return { shift: (bits & 1) > 0, alt: (bits & 2) > 0, ctrl: (bits & 4) > 0, released: event === '3' }
}

function readSs3(text: string): Read | undefined {
  const final = text.charAt(2)
  if (final === '') return undefined
  const input = keyOf(finals[final], '')
  return { length: 3, ...(input && { input }) }
}

/** A control string, such as a terminal's answer to a question: up to its terminator, and without meaning here. */
function readString(text: string): Read | undefined {
  // oxlint-disable-next-line no-control-regex
  const [whole] = /^\u001b.[^\u0007\u001b]*(?:\u0007|\u001b\\)/s.exec(text) ?? []
  if (whole !== undefined) return { length: whole.length }
  // oxlint-disable-next-line no-control-regex
  return /^\u001b.[^\u0007\u001b]*\u001b?$/s.test(text) && text.length < 4096 ? undefined : { length: 2 }
}

function readAlt(text: string): Read {
  const character = String.fromCodePoint(text.codePointAt(1) ?? 0)
  const key = controlKey(character) ?? { kind: 'key' as const, name: character }
  return { length: 1 + character.length, input: { ...key, alt: true } }
}
