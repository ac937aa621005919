/** What keys do now, packed into the rows there are, the most important first. Pure. */
import { isBlank } from '@deepseek-ai/dsh-user-interaction/text'
import { isWordsFocused, takesWords } from '../form/focus.ts'
import { canSkip, replyTarget } from '../form/move.ts'
import { currentOf, type FormState, hasWords, isAnswered } from '../form/state.ts'
import { layoutOf } from '../layout.ts'
import type { Messages } from '../messages/messages.ts'
import { pageOf } from '../pages.ts'
import { optionsOf } from '../question.ts'
import { type Row, row } from '../style.ts'
import { shortened, widthOf } from '../width.ts'
import { wrapText } from '../wrap.ts'

type Hint = keyof Messages['hints']

/** From so many options on a filter is worth its place in the hints. */
const many = 8

/** Hints that say how to get away. */
const exits: ReadonlySet<Hint> = new Set(['dismiss', 'back', 'leave', 'keep', 'clearFilter', 'cancel'])

/** As many rows as there are for hints, always; what does not fit is left out, but never how to get away. */
export function renderHints(state: FormState, rows: number): Row[] {
  if (rows === 0) return []
  if (state.saving) return renderSaving(state, rows)
  const lines = packed(state, hintsOf(state), rows)
  return Array.from({ length: rows }, (_, index) => row(lines[index] ?? '', 'faint'))
}

function packed({ text, size: { columns } }: FormState, hints: readonly Hint[], rows: number): string[] {
  const lines: Hint[][] = [[]]
  for (const hint of hints) {
    const line = lines.at(-1) ?? []
    if (line.length === 0 || widthOf(joined([...line, hint], text)) <= columns) line.push(hint)
    else if (lines.length < rows) lines.push([hint])
    else break
  }
  const exit = hints.find((hint) => exits.has(hint))
  const last = lines.at(-1)
  if (exit && last && !lines.flat().some((hint) => exits.has(hint))) {
    while (last.length > 1 && widthOf(joined([...last, exit], text)) > columns) last.pop()
    if (widthOf(joined([...last, exit], text)) <= columns) last.push(exit)
    else
      return [
        ...lines.slice(0, -1).map((line) => shortened(joined(line, text), columns)),
        tight(last, exit, text, columns),
      ]
  }
  return lines.map((line) => shortened(joined(line, text), columns))
}

/** One hint and the way out on a row that is too short for both of them in full; a field needs no hint to be seen. */
function tight([first = 'cancel']: readonly Hint[], exit: Hint, { hints }: Messages, columns: number): string {
  const choices = [exit, 'out' as const].flatMap((way) =>
    [2, 1].map((gap) => hints[first] + ' '.repeat(gap) + hints[way]),
  )
  return choices.find((line) => widthOf(line) <= columns) ?? shortened(hints[first === 'type' ? exit : first], columns)
}

function joined(line: readonly Hint[], { hints }: Messages): string {
  return line.map((hint) => hints[hint]).join('   ')
}

function renderSaving({ text, size }: FormState, rows: number): Row[] {
  const lines = wrapText(text.saving, size.columns).slice(0, rows)
  return Array.from({ length: rows }, (_, index) => row(lines[index] ?? '', 'strong'))
}

function hintsOf(state: FormState): Hint[] {
  switch (state.mode) {
    case 'list':
      return [...atList(state), 'cancel', ...replying(state)]
    case 'field':
      return [...inField(state), 'cancel', ...replying(state)]
    case 'filter':
      return ['endFilter', 'clearFilter', 'move', 'cancel']
    case 'review':
      return [reviewEnter(state), ...readingPage(state), 'move', 'back', 'cancel', ...replying(state)]
    case 'dismiss':
      return ['confirmDismiss', 'keep']
    case 'reply':
      return ['preview', 'newline', 'back', 'cancel']
    case 'preview':
      return ['sendReply', ...readingPage(state), 'back', 'cancel']
  }
}

/** What Enter does at the review. */
function reviewEnter({ reviewFocus, reviewSeen, questions, readingOn }: FormState): Hint {
  if (readingOn) return 'readOn'
  if (reviewFocus < questions.length) return 'goTo'
  return reviewSeen.size === questions.length ? 'send' : 'readOn'
}

function atList(state: FormState): Hint[] {
  const { question, draft } = currentOf(state)
  const options = optionsOf(question)
  const isLong = options.length >= many
  const away: Hint[] = [...moving(state), ...leaving(state)]
  const first = [...choosing(state), ...reading(state)]
  if (isWordsFocused(state)) return [...first, ...away]
  const rest: Hint[] = [...(takesWords(state, question) ? (['yesBut'] as const) : []), 'digits']
  return [...first, ...(isLong && draft.filter === '' ? (['filter'] as const) : []), ...away, ...rest]
}

/** Enter, moving, and Space where it is due. */
function choosing(state: FormState): Hint[] {
  const { question, draft } = currentOf(state)
  const on: Hint = state.questions.length === 1 ? 'send' : 'goOn'
  if (isWordsFocused(state) && !hasWords(draft)) return ['write', 'move']
  if (isWordsFocused(state)) return [on, 'move', 'edit', ...(question.multiSelect ? (['uncheck'] as const) : [])]
  if (!question.multiSelect) return ['choose', 'move']
  return isAnswered(draft) ? [on, 'move', 'toggle'] : ['toggle', 'move']
}

function inField(state: FormState): Hint[] {
  const { question, draft } = currentOf(state)
  const isAlone = optionsOf(question).length === 0
  const away: Hint[] = [...reading(state), ...moving(state), 'leave', 'newline']
  if (isBlank(draft.words.text)) return ['type', ...away]
  const keeps = question.multiSelect && !isAlone
  return [keeps ? 'keepWords' : state.questions.length === 1 ? 'send' : 'goOn', ...away]
}

/** Esc takes a filter away before it asks anything. */
function leaving(state: FormState): Hint[] {
  return [currentOf(state).draft.filter === '' ? 'dismiss' : 'clearFilter']
}

function moving(state: FormState): Hint[] {
  const { draft } = currentOf(state)
  if (!canSkip(state)) return []
  return [isAnswered(draft) ? 'next' : 'skip']
}

function replying(state: FormState): Hint[] {
  const target = state.questions[replyTarget(state)]
  return state.questions.length > 1 && target && takesWords(state, target) ? ['reply'] : []
}

function reading(state: FormState): Hint[] {
  const { reading: text, list } = layoutOf(state)
  return text.total > text.height || list.focusHeight > list.height ? ['read'] : []
}

function readingPage(state: FormState): Hint[] {
  const { total, height } = pageOf(state)
  return total > height ? ['read'] : []
}
