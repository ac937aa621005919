/** Page keys: what is too long for its place moves by a page; else the focus does. Pure. */
import { layoutOf } from '../layout.ts'
import { moveFocus } from './focus.ts'
import { inSight, pageOf } from '../pages.ts'
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
  return withDraft(state, { scroll: clamp(reading.from + by * pageStep(by, reading), Math.max(0, text)) })
}

/** Moves the window of the list so that the focus is in it. */
export function keepInSight(state: FormState): FormState {
  if (state.mode === 'review' || state.mode === 'preview') {
    const { from } = pageOf(state)
    const moved = from === state.pageScroll ? state : { ...state, pageScroll: from }
    return state.mode === 'review' ? noteSeen(moved) : moved
  }
  if (state.at >= state.questions.length) return state
  const { list, reading } = layoutOf(state)
  const { draft } = currentOf(state)
  if (list.top === draft.top && reading.from === draft.scroll && list.skip === draft.itemScroll) return state
  return withDraft(state, { top: list.top, scroll: reading.from, itemScroll: list.skip })
}

function noteSeen(state: FormState): FormState {
  const { reviewSeen } = state
  const fresh = inSight(state).filter((index) => !reviewSeen.has(index))
  return fresh.length === 0 ? state : { ...state, reviewSeen: new Set([...reviewSeen, ...fresh]) }
}

/** Rows that a page key moves a text by: all that were in sight, except where the mark of the end hides one. */
function pageStep(by: -1 | 1, { from, total, height }: { from: number; total: number; height: number }): number {
  if (height <= 2) return height
  const isBeside = by > 0 ? from + height - 1 === total - height : from === total - height
  return Math.max(1, height - (isBeside ? 2 : 1))
}

function clamp(value: number, last: number): number {
  return Math.max(0, Math.min(last, value))
}
