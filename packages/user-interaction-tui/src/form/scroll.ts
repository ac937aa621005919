/** Page keys: what is too long for its place moves by a page; else the focus does. Pure. */
import { layoutOf } from '../layout.ts'
import { moveFocus } from './focus.ts'
import { pageOf } from '../pages.ts'
import { currentOf, type FormState, withDraft } from './state.ts'

/**
 * Scrolls question and details, then the option with the focus, as far as they do not fit; the list where both do.
 * Backwards it is the other way round.
 */
export function scroll(state: FormState, by: -1 | 1): FormState {
  const { reading, list } = layoutOf(state)
  const text = reading.total - reading.height
  const item = list.focusHeight - list.height
  if (text <= 0 && item <= 0)
    return state.mode === 'list' ? moveFocus(state, by < 0 ? 'up' : 'down', Math.max(1, list.count - 1)) : state
  const inItem = item > 0 && (by > 0 ? reading.from >= text : list.skip > 0)
  if (inItem) return withDraft(state, { itemScroll: clamp(list.skip + by * Math.max(1, list.height - 1), item) })
  return withDraft(state, { scroll: clamp(reading.from + by * Math.max(1, reading.height - 2), Math.max(0, text)) })
}

/** Moves the window of the list so that the focus is in it. */
export function keepInSight(state: FormState): FormState {
  if (state.mode === 'review' || state.mode === 'preview') {
    const { from } = pageOf(state)
    return from === state.pageScroll ? state : { ...state, pageScroll: from }
  }
  if (state.at >= state.questions.length) return state
  const { list, reading } = layoutOf(state)
  const { draft } = currentOf(state)
  if (list.top === draft.top && reading.from === draft.scroll && list.skip === draft.itemScroll) return state
  return withDraft(state, { top: list.top, scroll: reading.from, itemScroll: list.skip })
}

function clamp(value: number, last: number): number {
  return Math.max(0, Math.min(last, value))
}
