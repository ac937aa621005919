/** What a person does to one card, step by step, and what becomes of its draft. Pure. */
import type { WireAsk } from '../codec.ts'
import { begin, type Draft, leaveAll, pick, type Said, saidTo, skip, type } from './draft.ts'

/** A step that changes what is said to one question. */
type Entering =
  | { readonly kind: 'pick'; readonly id: string; readonly question: number; readonly option: number }
  | { readonly kind: 'type'; readonly id: string; readonly question: number; readonly text: string }
  /** An option puts a beginning into the text. */
  | { readonly kind: 'begin'; readonly id: string; readonly question: number; readonly start: string }
  | { readonly kind: 'skip'; readonly id: string; readonly question: number }

/** A step on one card, by the id of its ask. */
export type Step =
  | Entering
  /** The text loses the focus. */
  | { readonly kind: 'leave'; readonly id: string }
  | { readonly kind: 'go'; readonly id: string; readonly at: number }
  | { readonly kind: 'fold'; readonly id: string }
  | { readonly kind: 'panel'; readonly id: string; readonly panel: Draft['panel'] }
  | { readonly kind: 'reply'; readonly id: string; readonly text: string }

/** The draft after a step. Whatever is not typing leaves the text. */
export function redraft(ask: WireAsk, given: Draft, step: Step): Draft {
  const draft = step.kind === 'type' ? given : leaveAll(given)
  switch (step.kind) {
    case 'go':
      return { ...draft, at: Math.max(0, Math.min(step.at, ask.questions.length)), panel: 'ask' }
    case 'fold':
      return { ...draft, folded: !draft.folded }
    case 'panel':
      return { ...draft, panel: step.panel }
    case 'reply':
      return { ...draft, reply: step.text }
    case 'leave':
      return draft
    default:
      return { ...draft, said: draft.said.with(step.question, said(ask, draft, step)) }
  }
}

function said(ask: WireAsk, draft: Draft, step: Entering): Said {
  const before = saidTo(draft, step.question)
  const question = ask.questions[step.question]
  if (!question) return before
  switch (step.kind) {
    case 'pick':
      return pick(question, before, step.option)
    case 'type':
      return type(question, before, step.text)
    case 'begin':
      return begin(question, before, step.start)
    case 'skip':
      return skip(before)
  }
}
