/** Which keys were on their way before the person could see what they would do: those commit nothing. Pure. */
import type { FormEvent } from '../form.ts'
import type { FormState } from './state.ts'

/** How long no key may have come before one commits in what has just appeared, in milliseconds. */
const quietMs = 400

/** Keys that come so soon after each other may be one key that is held down. */
const repeatMs = 1000

/** How long such a key waits for the next of its kind: no keyboard repeats more slowly. */
const doubtMs = 120

/** A state that has heard of an event, and whether the event still means anything. */
export interface Heard {
  readonly state: FormState
  readonly counts: boolean
}

/**
 * Notes that a key has come. What has just appeared takes none that commits before there have been 400 ms without any;
 * a form that has just opened takes none at all. Enter after an Enter that led here waits a moment: it may be held down.
 */
export function hear(state: FormState, event: FormEvent, now: number): Heard {
  const gap = now - state.heardAt
  const { doubtUntil: _, ...calmed } = gap < quietMs ? state : calm(state)
  const heard: FormState = { ...calmed, heardAt: now, notice: undefined, refusal: undefined, entered: isEnter(event) }
  if (heard.guard === 'all') return { state: { ...heard, notice: 'early' }, counts: false }
  if (!commits(heard, event)) return { state: heard, counts: true }
  if (heard.guard) {
    // What is asked stands there until it counts.
    const notice = state.notice === 'doubtful' ? 'doubtful' : 'soon'
    return { state: { ...heard, notice }, counts: false }
  }
  const held = state.entered && state.guard === 'commits' && isEnter(event) && gap < repeatMs
  return held
    ? { state: { ...heard, guard: 'commits', doubtUntil: now + doubtMs }, counts: false }
    : { state: heard, counts: true }
}

/** The state with the guard up, if an event has led to something else than there was before. */
export function watch(before: FormState, state: FormState, event: FormEvent): FormState {
  if (before.at === state.at && before.mode === state.mode) return state
  const sameQuestion = before.at === state.at && isAtQuestion(before) && isAtQuestion(state)
  const leads = event.kind === 'key' && (event.name === 'enter' || event.name === 'escape')
  return sameQuestion && !leads ? state : { ...state, guard: 'commits' }
}

/** A key that may have been held down was not: nothing has come after it. */
export function believe(state: FormState): FormState {
  const { doubtUntil: _, guard: __, ...rest } = state
  return rest
}

/** After a while of silence what is up has been seen, and a word that was begun is over. */
function calm(state: FormState): FormState {
  const { guard: _, beforeLabel: __, ...rest } = state
  return rest.stray ? { ...rest, stray: { ...rest.stray, typing: false } } : rest
}

function isAtQuestion({ mode }: FormState): boolean {
  return mode === 'list' || mode === 'field' || mode === 'filter'
}

function commits({ mode }: FormState, event: FormEvent): boolean {
  if (isEnter(event)) return true
  return mode === 'dismiss' && event.kind === 'text' && /^[yYｙ]/u.test(event.text)
}

function isEnter(event: FormEvent): boolean {
  return event.kind === 'key' && event.name === 'enter' && !event.ctrl && !event.alt && !event.shift
}
