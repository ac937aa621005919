/** Keys while the options are being filtered. Pure. */
import type { Key } from '../input.ts'
import { graphemeBefore } from '../width.ts'
import { sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'
import { isWordsFocused, moveFocus, rowsOf } from './focus.ts'
import { optionsOf } from '../question.ts'
import { currentOf, type FormState, withDraft } from './state.ts'

/** A key with a name. Enter and the arrows leave the filter as it is; Esc takes it away. */
export function pressInFilter(state: FormState, { name, ctrl, alt }: Key): FormState {
  const { filter } = currentOf(state).draft
  if (ctrl && name === 'u') return withFilter(state, '')
  if (ctrl || alt) return state
  switch (name) {
    case 'backspace':
      return filter === ''
        ? { ...state, mode: 'list' }
        : withFilter(state, filter.slice(0, graphemeBefore(filter, filter.length)))
    case 'up':
    case 'down':
      return moveFocus(state, name)
    case 'enter':
    case 'tab':
      return { ...state, mode: 'list' }
    case 'escape':
      return { ...withFilter(state, ''), mode: 'list' }
    default:
      return state
  }
}

/** Text that was typed or pasted. */
export function typeInFilter(state: FormState, text: string): FormState {
  return withFilter(state, currentOf(state).draft.filter + sanitizeText(text).replace(/\s+/gu, ' '))
}

function withFilter(state: FormState, filter: string): FormState {
  const { question, draft } = currentOf(state)
  const rows = rowsOf(state, question, { filter })
  const stays = rows.includes(draft.focus) && !isWordsFocused(state)
  const focus = stays ? draft.focus : (rows[0] ?? draft.focus)
  const filtered = withDraft(state, { filter, focus, top: 0, itemScroll: 0 })
  return rows.some((row) => row < optionsOf(question).length) ? filtered : { ...filtered, notice: 'nothing-found' }
}
