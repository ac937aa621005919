/** Digits at a list: each marks a row, and digits that follow each other are one number. Pure. */
import { optionsOf } from '../question.ts'
import { rowsOf } from './focus.ts'
import { currentOf, type FormState, withDraft } from './state.ts'

/**
 * Marks the row of the number that this digit ends, or that it begins where there is no such row. Where several may be
 * chosen, a number takes its own mark back, and what its first digits marked is as it was before them.
 */
export function markNumber(state: FormState, digit: string): FormState {
  const { question, draft } = currentOf(state)
  const count = optionsOf(question).length
  const digits = (state.typed?.digits ?? '') + digit
  const goesOn = Number(digits) <= count
  const before = (goesOn && state.typed?.before) || { checked: draft.checked, useWords: draft.useWords }
  const typed = { digits: goesOn ? digits : digit, before }
  const index = Number(typed.digits) - 1
  if (index < 0 || index >= count) return { ...state, typed: undefined }
  const unmarked = withDraft({ ...state, typed }, before)
  if (!rowsOf(state, question, draft).includes(index)) return unmarked
  const checked = question.multiSelect ? toggled(before.checked, index) : new Set([index])
  const useWords = question.multiSelect === true && before.useWords
  return withDraft(unmarked, { focus: index, itemScroll: 0, checked, useWords })
}

/** A set with one more or one less. */
export function toggled(checked: ReadonlySet<number>, index: number): ReadonlySet<number> {
  const next = new Set(checked)
  if (!next.delete(index)) next.add(index)
  return next
}
