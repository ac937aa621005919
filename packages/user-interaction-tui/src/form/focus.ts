/** Which rows a list has and which of them has the focus. Pure. */
import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction/types'
import { optionsOf, showOption } from '../question.ts'
import { currentOf, type Draft, type FormState, withDraft } from './state.ts'

const found = new WeakMap<AskUserQuestionItem, { readonly filter: string; readonly rows: readonly number[] }>()

/**
 * The rows of the list, by what `Draft.focus` is: options that the filter lets through, then own words, unless they
 * are no answer here.
 */
export function rowsOf(
  state: Pick<FormState, 'onlyOptions'>,
  question: AskUserQuestionItem,
  { filter }: Pick<Draft, 'filter'>,
): readonly number[] {
  const rows = filtered(question, filter)
  // A filter that finds nothing leaves that row all the same, so that the focus has a place.
  return takesWords(state, question) || rows.length === 1 ? rows : rows.slice(0, -1)
}

/** Whether own words are an answer to a question. */
export function takesWords({ onlyOptions }: Pick<FormState, 'onlyOptions'>, question: AskUserQuestionItem): boolean {
  return !onlyOptions || optionsOf(question).length === 0
}

function filtered(question: AskUserQuestionItem, filter: string): readonly number[] {
  const known = found.get(question)
  if (known?.filter === filter) return known.rows
  const options = optionsOf(question)
  const wanted = filter.toLowerCase()
  const indexes = options.flatMap((option, index) => (matches(option, wanted) ? index : []))
  const rows = [...indexes, options.length]
  found.set(question, { filter, rows })
  return rows
}

/** Whether the focus is on the row of own words. */
export function isWordsFocused(state: FormState): boolean {
  const { question, draft } = currentOf(state)
  return draft.focus >= optionsOf(question).length
}

/** Moves the focus to a neighbour or an end, and by no more than there is. */
export function moveFocus(state: FormState, to: 'up' | 'down' | 'home' | 'end', by = 1): FormState {
  const { question, draft } = currentOf(state)
  const rows = rowsOf(state, question, draft)
  const at = positionOf(rows, draft.focus)
  const last = rows.length - 1
  const target = { up: at - by, down: at + by, home: 0, end: last }[to]
  const focus = rows[Math.min(last, Math.max(0, target))] ?? draft.focus
  return focus === draft.focus ? state : withDraft(state, { focus, itemScroll: 0 })
}

/** Where a row stands in the list. Rows are in ascending order. */
export function positionOf(rows: readonly number[], row: number): number {
  let low = 0
  let high = rows.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle] ?? 0) < row) low = middle + 1
    else high = middle
  }
  return low
}

function matches(option: { label: string; description?: string }, wanted: string): boolean {
  if (wanted === '') return true
  const { label, description } = showOption(option)
  return label.toLowerCase().includes(wanted) || description.toLowerCase().includes(wanted)
}
