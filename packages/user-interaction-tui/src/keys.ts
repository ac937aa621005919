/** What a terminal sends, read as keys, text and pastes: legacy and CSI-u forms, cut anywhere. Pure. */
import { controlKey, type Input } from './input.ts'
import { readSequence } from './sequences.ts'

const pasteEnd = '\u001b[201~'

/** What Ctrl-C sends. */
const interrupts = ['\u0003', '\u001b[99;5u', '\u001b[27;5;99~']

/** Reads a stream of text piece by piece. What may still become a sequence waits for the next piece, or for `flush`. */
export class KeyDecoder {
  private rest = ''
  private paste: string | undefined

  /** What is waiting, if anything: an Esc that may begin a sequence, part of a sequence, or an open paste. */
  get waiting(): 'escape' | 'sequence' | 'paste' | undefined {
    if (this.paste !== undefined) return 'paste'
    if (this.rest === '') return undefined
    return this.rest === '\u001b' ? 'escape' : 'sequence'
  }

  feed(piece: string): Input[] {
    const inputs: Input[] = []
    // An Esc that came alone and is not followed by what begins a sequence was the key.
    if (this.rest === '\u001b' && this.paste === undefined && !/^[[O]/.test(piece)) inputs.push(...this.flush())
    let text = this.rest + piece
    this.rest = ''
    while (text !== '') text = this.paste === undefined ? this.take(text, inputs) : this.takePaste(text, inputs)
    return inputs
  }

  /** Nothing more has come for a while: a lone Esc is the key, a part of a sequence is dropped, a paste ends. */
  flush(): Input[] {
    const { rest, paste } = this
    this.rest = ''
    this.paste = undefined
    if (paste !== undefined) return [{ kind: 'paste', text: paste + rest }]
    return rest === '\u001b' ? [{ kind: 'key', name: 'escape' }] : []
  }

  /** Takes one input off the front; returns what is left. */
  private take(text: string, inputs: Input[]): string {
    // oxlint-disable-next-line no-control-regex
    const [run] = /^[^\0-\u001f\u007f-\u009f]+/.exec(text) ?? []
    if (run !== undefined) {
      inputs.push({ kind: 'text', text: run })
      return text.slice(run.length)
    }
    if (!text.startsWith('\u001b')) {
      const input = controlKey(text.charAt(0))
      if (input) inputs.push(input)
      return text.slice(1)
    }
    const read = readSequence(text)
    if (!read) {
      this.rest = text
      return ''
    }
    if (read.input === 'paste') this.paste = ''
    else if (read.input) inputs.push(read.input)
    return text.slice(read.length)
  }

  private takePaste(text: string, inputs: Input[]): string {
    const end = text.indexOf(pasteEnd)
    if (end >= 0) {
      inputs.push({ kind: 'paste', text: (this.paste ?? '') + text.slice(0, end) })
      this.paste = undefined
      return text.slice(end + pasteEnd.length)
    }
    const interrupt = interrupts.find((key) => text.endsWith(key))
    // Nobody waits longer for the end of a paste once they press Ctrl-C.
    if (interrupt !== undefined) {
      inputs.push({ kind: 'paste', text: this.paste + text.slice(0, -interrupt.length) })
      inputs.push({ kind: 'key', name: 'c', ctrl: true })
      this.paste = undefined
      return ''
    }
    const kept = partOfEnd(text)
    this.paste += text.slice(0, text.length - kept)
    this.rest = text.slice(text.length - kept)
    return ''
  }
}

/** How many characters at the end may begin the end marker of a paste. */
function partOfEnd(text: string): number {
  for (let length = Math.min(pasteEnd.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(pasteEnd.slice(0, length))) return length
  }
  return 0
}
