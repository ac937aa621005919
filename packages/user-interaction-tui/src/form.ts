/** The form: a state and what comes from the terminal in, the next state out. Pure; time comes with the event. */
import { pressInField, typeInField } from './form/field.ts'
import { pressInFilter, typeInFilter } from './form/filter.ts'
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
import { type FormState, type Size, sizeOf } from './form/state.ts'
import type { Input, Key } from './input.ts'

type FormInput = Exclude<Input, { kind: 'device' }>

/** What a form hears. */
export type FormEvent = FormInput | ({ readonly kind: 'resize' } & Partial<Size>)

/** How long no key may have come before the first one counts, in milliseconds. */
const guardMs = 400

/**
 * The next state. A form that is over stays as it is. Before it has been quiet for `guardMs`, keys do nothing at all,
 * except that Ctrl-C dismisses.
 */
export function advance(state: FormState, event: FormEvent, now: number): FormState {
  if (state.outcome) return state
  switch (event.kind) {
    case 'focus':
      return state
    case 'resize':
      return keepInSight({ ...state, size: sizeOf(event) })
    case 'key':
      if (event.ctrl && event.name === 'c') return { ...state, outcome: { kind: 'cancelled' } }
  }
  if (state.quietSince !== undefined && now - state.quietSince < guardMs) {
    return { ...state, quietSince: now, notice: 'early' }
  }
  const { quietSince: _, ...heard } = { ...state, notice: undefined }
  return keepInSight(take(heard, event))
}

function take(state: FormState, event: Exclude<FormInput, { kind: 'focus' }>): FormState {
  if (event.kind === 'key') return press(state, event)
  return event.kind === 'paste' ? paste(state, event.text) : type(state, event.text)
}

function press(state: FormState, key: Key): FormState {
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
    next = step.state
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

function paste(state: FormState, text: string): FormState {
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
