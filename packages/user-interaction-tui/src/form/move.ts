/** From one question to another, and to the end. Pure. */
import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction/types'
import { optionsOf } from '../question.ts'
import { askFirst } from './begin.ts'
import { answerOf, type Draft, type FormState, hasWords, progressOf, restMode, withDraft } from './state.ts'

/** To a neighbour, whatever was said here; forwards an open question counts as skipped, and after the last question comes the review. */
export function changeQuestion(state: FormState, by: -1 | 1): FormState {
  const at = state.at + by
  if (at < 0 || at > state.questions.length || (by > 0 && !canSkip(state))) return state
  return goTo(by > 0 ? leave(state) : state, at)
}

/** Whether the question that is up can be left out: not where it is the only one and only its options are an answer. */
export function canSkip(state: FormState): boolean {
  const [only, ...others] = state.questions
  return !state.onlyOptions || others.length > 0 || only === undefined || optionsOf(only).length === 0
}

/**
 * On from a question that has an answer: to the next open one, else to the review; a single question is sent. Where it
 * is in doubt whether the words are meant, that is asked first.
 */
export function goOn(state: FormState): FormState {
  const asking = askFirst(state)
  if (asking) return asking
  const done = leave(state)
  if (state.questions.length === 1) return send(done)
  const progress = progressOf(done)
  const next = progress.findIndex((one, index) => index > state.at && one !== 'answered')
  return goTo(done, next < 0 ? state.questions.length : next)
}

/** To a question, or to the review. */
export function goTo(state: FormState, at: number): FormState {
  const moved = { ...state, at, reviewFocus: state.questions.length, pageScroll: 0, reviewSeen: new Set<number>() }
  const arrived = at < state.questions.length ? withDraft(moved, arrive(state, at)) : moved
  const earlier = arrived.drafts[at]?.earlier === true
  return { ...arrived, mode: restMode(moved), ...(earlier && { notice: 'earlier' as const }) }
}

/** Sends what was said to each question. */
export function send(state: FormState): FormState {
  return { ...state, outcome: { kind: 'answered', answer: answerOf(state), replied: false } }
}

/** Sends one text for the whole request. */
export function sendReply(state: FormState): FormState {
  const id = state.questions[replyTarget(state)]?.id
  const answers = state.questions.map((question) => {
    return { id: question.id, selected: [], ...(question.id === id && { custom: state.reply.text }) }
  })
  return { ...state, outcome: { kind: 'answered', answer: { answers }, replied: true } }
}

/** The question whose text a reply becomes: the one that is up, at the review the first. */
export function replyTarget({ questions, at }: Pick<FormState, 'questions' | 'at'>): number {
  return at < questions.length ? at : 0
}

function leave(state: FormState): FormState {
  return state.at < state.questions.length ? withDraft(state, { left: true }) : state
}

/** Whoever comes back finds all options, and the focus on what they chose, so that Enter changes nothing. */
function arrive({ questions, drafts }: FormState, at: number): Partial<Draft> {
  const question = questions[at]
  const draft = drafts[at]
  if (!question || !draft || question.multiSelect) return { filter: '' }
  return { filter: '', focus: chosenRow(question, draft) }
}

function chosenRow(question: AskUserQuestionItem, draft: Draft): number {
  if (hasWords(draft)) return optionsOf(question).length
  const [chosen] = draft.checked
  return chosen ?? draft.focus
}
