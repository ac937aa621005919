/** Text that is being typed, and the cursor in it: whole graphemes, several lines. Pure. */
import { sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'
import { graphemeAfter, graphemeBefore } from './width.ts'

/** Text and cursor, an offset in UTF-16 units that never stands within a grapheme. */
export interface Editor {
  readonly text: string
  readonly cursor: number
}

/** What can be done beside inserting. */
export type EditCommand = keyof typeof commands

/** Nothing typed yet. */
export const emptyEditor: Editor = { text: '', cursor: 0 }

/** An editor with its cursor at the end. */
export function editorOf(text: string): Editor {
  return { text, cursor: text.length }
}

/** Inserts in one piece: line ends become `\n`, what a terminal would obey is left out. */
export function insert({ text, cursor }: Editor, piece: string): Editor {
  const clean = sanitizeText(piece)
  return { text: text.slice(0, cursor) + clean + text.slice(cursor), cursor: cursor + clean.length }
}

/** Moves or removes. At an end of the text it returns an equal editor. */
export function edit(editor: Editor, command: EditCommand): Editor {
  return commands[command](editor)
}

/** The cursor a line up or down, in the same column as far as there is one; undefined on the first or last line. */
export function moveLine({ text, cursor }: Editor, by: -1 | 1): Editor | undefined {
  const start = lineStart(text, cursor)
  const column = countGraphemes(text, start, cursor)
  if (by < 0 && start === 0) return undefined
  const end = lineEnd(text, cursor)
  if (by > 0 && end === text.length) return undefined
  const target = by < 0 ? lineStart(text, start - 1) : end + 1
  return { text, cursor: skipGraphemes(text, target, lineEnd(text, target), column) }
}

const commands = {
  left: ({ text, cursor }: Editor) => ({ text, cursor: graphemeBefore(text, cursor) }),
  right: ({ text, cursor }: Editor) => ({ text, cursor: graphemeAfter(text, cursor) }),
  'word-left': ({ text, cursor }: Editor) => ({ text, cursor: wordBefore(text, cursor) }),
  'word-right': ({ text, cursor }: Editor) => ({ text, cursor: wordAfter(text, cursor) }),
  home: ({ text, cursor }: Editor) => ({ text, cursor: lineStart(text, cursor) }),
  end: ({ text, cursor }: Editor) => ({ text, cursor: lineEnd(text, cursor) }),
  backspace: ({ text, cursor }: Editor) => cut(text, graphemeBefore(text, cursor), cursor),
  delete: ({ text, cursor }: Editor) => cut(text, cursor, graphemeAfter(text, cursor)),
  'delete-word-left': ({ text, cursor }: Editor) => cut(text, wordBefore(text, cursor), cursor),
  'delete-word-right': ({ text, cursor }: Editor) => cut(text, cursor, wordAfter(text, cursor)),
  'delete-to-start': ({ text, cursor }: Editor) => cut(text, lineStart(text, cursor), cursor),
  'delete-to-end': ({ text, cursor }: Editor) => cut(text, cursor, lineEnd(text, cursor)),
}

function cut(text: string, from: number, to: number): Editor {
  return { text: text.slice(0, from) + text.slice(to), cursor: from }
}

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1
}

function lineEnd(text: string, at: number): number {
  const newline = text.indexOf('\n', at)
  return newline < 0 ? text.length : newline
}

function wordBefore(text: string, cursor: number): number {
  const [word] = /[^\s]*\s*$/u.exec(text.slice(0, cursor)) ?? ['']
  return cursor - word.length
}

function wordAfter(text: string, cursor: number): number {
  const [word] = /^\s*[^\s]*/u.exec(text.slice(cursor)) ?? ['']
  return cursor + word.length
}

function countGraphemes(text: string, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at = graphemeAfter(text, at)) count++
  return count
}

function skipGraphemes(text: string, from: number, to: number, count: number): number {
  let at = from
  for (let skipped = 0; skipped < count && at < to; skipped++) at = graphemeAfter(text, at)
  return at
}
