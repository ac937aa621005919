/** Page keys: what is too long for its place moves by a page; else the focus does. Pure. */
import { layoutOf } from '../layout.ts'
import { moveFocus } from './focus.ts'
import { currentOf, type FormState, withDraft } from './state.ts'

/** Scrolls question and details if they do not fit, else the option with the focus if it does not, else the list. */
export function scroll(state: FormState, by: -1 | 1): FormState {
  const { reading, list } = layoutOf(state)
  const { draft } = currentOf(state)
  if (reading.total > reading.height) {
    const last = reading.total - reading.height
    return withDraft(state, { scroll: clamp(draft.scroll + by * Math.max(1, reading.height - 2), last) })
  }
  if (list.focusHeight > list.height) {
    const last = list.focusHeight - list.height
    return withDraft(state, { itemScroll: clamp(draft.itemScroll + by * Math.max(1, list.height - 1), last) })
  }
  return state.mode === 'list' ? moveFocus(state, by < 0 ? 'up' : 'down', Math.max(1, list.count - 1)) : state
}

/** Moves the window of the list so that the focus is in it. */
export function keepInSight(state: FormState): FormState {
  if (state.mode === 'review' || state.at >= state.questions.length) return state
  const { list, reading } = layoutOf(state)
  const { draft } = currentOf(state)
  if (list.top === draft.top && reading.from === draft.scroll && list.skip === draft.itemScroll) return state
  return withDraft(state, { top: list.top, scroll: reading.from, itemScroll: list.skip })
}

function clamp(value: number, last: number): number {
  return Math.max(0, Math.min(last, value))
}
