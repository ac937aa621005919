/** Keys where the whole request is at stake: the review, a reply to all of it, dismissing it. Pure. */
import { isBlank } from '@deepseek-ai/dsh-user-interaction/text'
import { insert } from '../editor.ts'
import type { Key } from '../input.ts'
import { editByKey } from './field.ts'
import { takesWords } from './focus.ts'
import { goTo, replyTarget, send, sendReply } from './move.ts'
import { type FormState, restMode } from './state.ts'
import { pageOf } from '../pages.ts'

/** At the review: Enter sends once all of it has been in sight, or goes to the question that has the focus. */
export function pressAtReview(pressed: FormState, { name, ctrl, alt, shift }: Key): FormState {
  if (ctrl || alt) return pressed
  if (name === 'enter') return enterReview(pressed)
  const { readingOn: _, ...state } = pressed
  const last = state.questions.length
  switch (name) {
    case 'up':
      return focusRow(state, state.reviewFocus - 1)
    case 'down':
      return focusRow(state, state.reviewFocus + 1)
    case 'home':
      return focusRow(state, 0)
    case 'end':
      return focusRow(state, last)
    case 'pageup':
    case 'pagedown':
      return turnPage(state, name === 'pageup' ? -1 : 1)
    case 'left':
    case 'escape':
      return goTo(state, last - 1)
    case 'tab':
      return shift ? goTo(state, last - 1) : state
    default:
      return state
  }
}

function enterReview(state: FormState): FormState {
  const { questions, reviewFocus, reviewSeen, readingOn } = state
  if (!readingOn && reviewFocus < questions.length) return goTo(state, reviewFocus)
  if (!readingOn && reviewSeen.size === questions.length) return send(state)
  return readOn({ ...state, readingOn: true })
}

/** On in the answer that is up, then to the next that has not been in sight; after the last one, to where it is sent. */
function readOn(state: FormState): FormState {
  const { questions, reviewFocus, reviewSeen } = state
  const { total, height, from } = pageOf(state)
  if (reviewFocus < questions.length && from + height < total) return turnPage(state, 1)
  const next = questions.findIndex((_, index) => !reviewSeen.has(index))
  const { readingOn: _, ...read } = state
  return next < 0 ? { ...focusRow(read, questions.length), guard: 'commits' } : focusRow(state, next)
}

function focusRow(state: FormState, row: number): FormState {
  const reviewFocus = Math.max(0, Math.min(state.questions.length, row))
  return reviewFocus === state.reviewFocus ? state : { ...state, reviewFocus, pageScroll: 0 }
}

function turnPage(state: FormState, by: -1 | 1): FormState {
  return scrollPage(state, by * Math.max(1, pageOf(state).height - 2))
}

function scrollPage(state: FormState, by: number): FormState {
  const { total, height, from } = pageOf(state)
  return { ...state, pageScroll: Math.max(0, Math.min(total - height, from + by)) }
}

/** At the question whether to dismiss: only `y` does, any other key goes back. */
export function pressAtDismissal(state: FormState, pressed: string): FormState {
  if (pressed === 'y' || pressed === 'Y' || pressed === 'ｙ') return { ...state, outcome: { kind: 'cancelled' } }
  return { ...state, mode: restAtList(state) }
}

/** Begins a reply to the whole request, if text is an answer at all. */
export function beginReply(state: FormState): FormState {
  const target = state.questions[replyTarget(state)]
  return target && takesWords(state, target) ? { ...state, mode: 'reply' } : state
}

/** In the field of a reply. */
export function pressInReply(state: FormState, key: Key): FormState {
  const reply = editByKey(state.reply, key)
  if (reply) return { ...state, reply }
  if (key.name === 'escape' && !key.ctrl) return { ...state, mode: restMode(state) }
  if (key.name !== 'enter') return state
  return isBlank(state.reply.text)
    ? { ...state, notice: 'nothing-typed' }
    : { ...state, mode: 'preview', pageScroll: 0 }
}

/** Text that was typed or pasted into the reply. */
export function typeInReply(state: FormState, text: string): FormState {
  return { ...state, reply: insert(state.reply, text) }
}

/** Where a reply is shown as it will be sent. */
export function pressAtPreview(state: FormState, { name, ctrl, alt }: Key): FormState {
  if (ctrl || alt) return state
  switch (name) {
    case 'enter':
      return sendReply(state)
    case 'escape':
      return { ...state, mode: 'reply' }
    case 'up':
    case 'down':
      return scrollPage(state, name === 'up' ? -1 : 1)
    case 'pageup':
    case 'pagedown':
      return turnPage(state, name === 'pageup' ? -1 : 1)
    default:
      return state
  }
}

function restAtList(state: FormState): FormState['mode'] {
  return state.at < state.questions.length ? 'list' : 'review'
}
