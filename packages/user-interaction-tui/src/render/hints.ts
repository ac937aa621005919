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

/** As many rows as there are for hints, always; what does not fit is left out. */
export function renderHints(state: FormState, rows: number): Row[] {
  if (rows === 0) return []
  const { text } = state
  if (state.saving) return renderSaving(state, rows)
  const lines: string[] = ['']
  for (const hint of hintsOf(state)) {
    const piece = text.hints[hint]
    const line = lines.at(-1) ?? ''
    const longer = line === '' ? piece : `${line}   ${piece}`
    if (widthOf(longer) <= state.size.columns) lines[lines.length - 1] = longer
    else if (lines.length < rows) lines.push(shortened(piece, state.size.columns))
    else break
  }
  if (lines[0] === '') lines[0] = shortened(text.hints[hintsOf(state)[0] ?? 'cancel'], state.size.columns)
  return Array.from({ length: rows }, (_, index) => row(lines[index] ?? '', 'faint'))
}

function renderSaving({ text, size }: FormState, rows: number): Row[] {
  const lines = wrapText(text.saving, size.columns).slice(0, rows)
  return Array.from({ length: rows }, (_, index) => row(lines[index] ?? '', 'strong'))
}

function hintsOf(state: FormState): Hint[] {
  switch (state.mode) {
    case 'list':
      return [...atList(state), ...reading(state), ...moving(state), ...replying(state), ...leaving(state), 'cancel']
    case 'field':
      return [...inField(state), ...reading(state), ...moving(state), ...replying(state), 'cancel']
    case 'filter':
      return ['endFilter', 'clearFilter', 'move', 'cancel']
    case 'review':
      return [
        state.reviewFocus === state.questions.length ? 'send' : 'goTo',
        ...readingPage(state),
        'back',
        'move',
        ...replying(state),
        'cancel',
      ]
    case 'dismiss':
      return ['confirmDismiss', 'keep']
    case 'reply':
      return ['preview', 'newline', 'back', 'cancel']
    case 'preview':
      return ['sendReply', ...readingPage(state), 'back', 'cancel']
  }
}

function atList(state: FormState): Hint[] {
  const { question, draft } = currentOf(state)
  const options = optionsOf(question)
  const on: Hint = state.questions.length === 1 ? 'send' : 'goOn'
  if (isWordsFocused(state)) return hasWords(draft) ? [on, 'edit', 'uncheck', 'move'] : ['write', 'move']
  const choose: Hint[] = question.multiSelect ? ['toggle', ...(isAnswered(draft) ? [on] : [])] : ['choose']
  const words: Hint[] = takesWords(state, question) ? ['yesBut'] : []
  const narrowed: Hint[] = draft.filter === '' ? [] : ['clearFilter']
  return [...choose, ...narrowed, 'move', ...words, ...(options.length >= many ? (['filter'] as const) : [])]
}

function inField(state: FormState): Hint[] {
  const { question, draft } = currentOf(state)
  const isAlone = optionsOf(question).length === 0
  if (isBlank(draft.words.text)) return ['type', isAlone ? 'newline' : 'leave']
  const keeps = question.multiSelect && !isAlone
  return [keeps ? 'keepWords' : state.questions.length === 1 ? 'send' : 'goOn', 'newline', 'leave']
}

/** Esc takes a filter away before it asks anything. */
function leaving(state: FormState): Hint[] {
  return currentOf(state).draft.filter === '' ? ['dismiss'] : []
}

function moving(state: FormState): Hint[] {
  const { draft } = currentOf(state)
  if (!canSkip(state)) return []
  return [isAnswered(draft) ? 'next' : 'skip']
}

function replying(state: FormState): Hint[] {
  const target = state.questions[replyTarget(state)]
  return target && takesWords(state, target) ? ['reply'] : []
}

function reading(state: FormState): Hint[] {
  const { reading: text, list } = layoutOf(state)
  return text.total > text.height || list.focusHeight > list.height ? ['read'] : []
}

function readingPage(state: FormState): Hint[] {
  const { total, height } = pageOf(state)
  return total > height ? ['read'] : []
}
