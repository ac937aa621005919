/** The form: a state and what comes from the terminal in, the next state out. Pure; time comes with the event. */
import { closeLabel, leaveBegun } from './form/begin.ts'
import { pressInField, typeInField } from './form/field.ts'
import { pressInFilter, typeInFilter } from './form/filter.ts'
import { believe, hear, watch } from './form/guard.ts'
import { pasteAtList, pressAtList, typeAtList } from './form/list.ts'
import {
  beginReply,
  pressAtDismissal,
  pressAtPreview,
  pressAtReview,
  pressInReply,
  typeInReply,
} from './form/review.ts'
import { keepInSight } from './form/scroll.ts'
import { sizeOf } from './form/opening.ts'
import { type FormState, type Size } from './form/state.ts'
import type { Input, Key } from './input.ts'

type FormInput = Exclude<Input, { kind: 'device' }>

/** What a form hears. `tick`: time has passed, at the latest at `doubtUntil`. */
export type FormEvent = FormInput | ({ readonly kind: 'resize' } & Partial<Size>) | { readonly kind: 'tick' }

const enter: Key = { kind: 'key', name: 'enter' }

/** A form whose answer is being made to last; it may be open again afterwards. */
export function save(settled: FormState): FormState {
  const { outcome: _, doubtUntil: __, ...state } = settled
  return { ...state, saving: true, notice: undefined, refusal: undefined }
}

/** A form whose answer was not taken, open again. */
export function reopen(saved: FormState, refusal: string): FormState {
  const { saving: _, ...state } = saved
  return keepInSight({ ...state, refusal, guard: 'commits' })
}

/**
 * The next state. A form that is over stays as it is. Ctrl-C dismisses at once; no other key commits anything before
 * the person can have seen what it would commit.
 */
export function advance(state: FormState, event: FormEvent, now: number): FormState {
  if (state.outcome) return state
  switch (event.kind) {
    case 'focus':
      return state
    case 'resize':
      return keepInSight({ ...state, size: sizeOf(event) })
  }
  if (state.saving) return state
  switch (event.kind) {
    case 'tick':
      return settleDoubt(state, now)
    case 'key':
      if (event.ctrl && event.name === 'c') return { ...state, outcome: { kind: 'cancelled' } }
  }
  const sure = settleDoubt(state, now)
  if (sure.outcome) return sure
  const { state: heard, counts } = hear(sure, event, now)
  return counts ? keepInSight(take(heard, event)) : heard
}

/** What waited, in case it was a key that is held down, counts once nothing has followed it. */
function settleDoubt(state: FormState, now: number): FormState {
  if (state.doubtUntil === undefined || now < state.doubtUntil) return state
  return keepInSight(take(believe(state), enter))
}

function take(state: FormState, event: Exclude<FormInput, { kind: 'focus' }>): FormState {
  if (event.kind === 'text') return type(state, event.text)
  return follow(state, event.kind === 'key' ? press(state, event) : paste(state, event.text), event)
}

function follow(before: FormState, state: FormState, event: FormEvent): FormState {
  return watch(before, leaveBegun(before, state), event)
}

function press(pressed: FormState, key: Key): FormState {
  const { beforeLabel: _, typed: __, spaced: ___, ...state } = pressed
  const { mode } = state
  if (key.ctrl && key.name === 'r' && mode !== 'preview' && mode !== 'dismiss') return beginReply(state)
  switch (mode) {
    case 'list':
      return pressAtList(state, key)
    case 'field':
      return pressInField(state, key)
    case 'filter':
      return pressInFilter(state, key)
    case 'review':
      return pressAtReview(state, key)
    case 'dismiss':
      return pressAtDismissal(state, key.name)
    case 'reply':
      return pressInReply(state, key)
    case 'preview':
      return pressAtPreview(state, key)
  }
}

/** A piece of text may be a burst of keys, each of which may change what the next one means. */
function type(state: FormState, text: string): FormState {
  let next = state
  let rest = text
  while (rest !== '') {
    const step = typeIn(next, rest)
    next = follow(next, step.state, { kind: 'text', text: rest })
    rest = rest.slice(step.used)
    if (next.outcome) return next
  }
  return next
}

function typeIn(state: FormState, text: string): { state: FormState; used: number } {
  const all = text.length
  switch (state.mode) {
    case 'list':
      return typeAtList(state, text)
    case 'field':
      // "Yes, but" was the beginning of a word: the rest has come too soon after it.
      if (state.beforeLabel) return { state: closeLabel(state, state.beforeLabel), used: all }
      return { state: typeInField(state, text), used: all }
    case 'filter':
      return { state: typeInFilter(state, text), used: all }
    case 'reply':
      return { state: typeInReply(state, text), used: all }
    case 'dismiss':
      return { state: pressAtDismissal(state, text.charAt(0)), used: 1 }
    case 'review':
    case 'preview':
      return { state, used: all }
  }
}

function paste(pasted: FormState, text: string): FormState {
  const { beforeLabel: _, typed: __, spaced: ___, ...state } = pasted
  switch (state.mode) {
    case 'list':
      return pasteAtList(state, text)
    case 'review':
    case 'preview':
    case 'dismiss':
      return state
    default:
      return typeIn(state, text).state
  }
}
