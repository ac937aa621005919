/** What a person has said to one ask and not sent yet. Pure: each step makes a new draft. */
import type {
  AskUserQuestionAnswer,
  AskUserQuestionAnswerItem,
  AskUserQuestionItem,
} from '@deepseek-ai/dsh-user-interaction/types'

/** What stands beside one question. */
export interface Said {
  /** Options by index, in option order. */
  readonly picked: readonly number[]
  readonly text: string
  /** Whether the text is kept and not part of the answer, because something else took its place. */
  readonly aside: boolean
  readonly skipped: boolean
  /** Whether it was entered before this page was there, and nothing has been changed since. */
  readonly earlier?: boolean
  /** The beginning that an option put into the text, and what stood here before it. */
  readonly begun?: { readonly start: string; readonly before: Said }
}

/** Everything that a person has done to a card. */
export interface Draft {
  /** The question that is up; one past the last is the review. */
  readonly at: number
  readonly said: readonly Said[]
  readonly panel: 'ask' | 'decline' | 'reply'
  /** The one text for the whole request. */
  readonly reply: string
  readonly folded: boolean
}

const nothing: Said = { picked: [], text: '', aside: false, skipped: false }

/** Nothing said, nothing chosen. */
export function createDraft(questions: readonly AskUserQuestionItem[]): Draft {
  return { at: 0, said: questions.map(() => nothing), panel: 'ask', reply: '', folded: false }
}

/** What was entered earlier, as it stands in an answer; it begins at the first question. */
export function draftOf(questions: readonly AskUserQuestionItem[], { answers }: AskUserQuestionAnswer): Draft {
  const said = questions.map(({ id, options = [] }): Said => {
    const item = answers.find((one) => one.id === id)
    if (!item || !isAnswered(item)) return nothing
    const picked = options.flatMap(({ label }, index) => (item.selected.includes(label) ? index : []))
    return { picked, text: item.custom ?? '', aside: false, skipped: false, earlier: true }
  })
  return { ...createDraft(questions), said }
}

/** Whether nothing at all is entered. */
export function isUntouched({ said, reply }: Draft): boolean {
  return (
    reply === '' && said.map(leave).every(({ picked, text, skipped }) => picked.length === 0 && text === '' && !skipped)
  )
}

/** What is said to one question. */
export function saidTo(draft: Draft, index: number): Said {
  return draft.said[index] ?? nothing
}

/** Puts a beginning into the text, in front of words that are there already. By itself it says nothing. */
export function begin(question: AskUserQuestionItem, given: Said, start: string): Said {
  const before = leave(given)
  if (before.text.trimStart().startsWith(start.trim())) return type(question, before, before.text)
  return { ...type(question, before, start + before.text.trimStart()), begun: { start, before } }
}

/** Whether there is only the beginning that an option put there. */
export function isOnlyBegun({ text, begun }: Said): boolean {
  return begun !== undefined && text.trim() === begun.start.trim()
}

/** What stands when the text is left: a beginning from which nobody went on is gone. */
export function leave(said: Said): Said {
  return said.begun && isOnlyBegun(said) ? said.begun.before : said
}

/** All of a draft, left. */
export function leaveAll(draft: Draft): Draft {
  return draft.said.some(isOnlyBegun) ? { ...draft, said: draft.said.map(leave) } : draft
}

/** Chooses an option, or takes the choice back. On a single-select it takes the place of text, which is kept aside. */
export function pick({ multiSelect }: AskUserQuestionItem, given: Said, option: number): Said {
  const said = leave(given)
  const { picked, text } = said
  if (picked.includes(option)) {
    return { picked: picked.filter((index) => index !== option), text, aside: false, skipped: false }
  }
  if (!multiSelect) return { picked: [option], text, aside: hasText(said), skipped: false }
  return { picked: [...picked, option].toSorted((a, b) => a - b), text, aside: false, skipped: false }
}

/** Types. On a single-select the words take the place of a choice. */
export function type({ multiSelect }: AskUserQuestionItem, { picked, begun }: Said, text: string): Said {
  const chosen = multiSelect || text.trim() === '' ? picked : []
  return { picked: chosen, text, aside: false, skipped: false, ...(begun && { begun }) }
}

/** Leaves the question out, or takes that back. */
export function skip(given: Said): Said {
  const said = leave(given)
  if (said.skipped) return { picked: said.picked, text: said.text, aside: false, skipped: false }
  return { picked: [], text: said.text, aside: hasText(said), skipped: true }
}

/** What would be sent for one question. */
export function itemOf({ id, options = [] }: AskUserQuestionItem, said: Said): AskUserQuestionAnswerItem {
  const selected = said.picked.flatMap((index) => options[index]?.label ?? [])
  return { id, selected, ...(hasText(said) && !said.aside && { custom: said.text }) }
}

/** Whether an item says anything. */
export function isAnswered({ selected, custom }: AskUserQuestionAnswerItem): boolean {
  return selected.length > 0 || custom !== undefined
}

/** What would be sent. */
export function answerOf(questions: readonly AskUserQuestionItem[], draft: Draft): AskUserQuestionAnswer {
  return { answers: questions.map((question, index) => itemOf(question, saidTo(draft, index))) }
}

/** The question that one text for the whole request would go to. */
export function replyTarget(questions: readonly AskUserQuestionItem[], draft: Draft): number {
  return Math.min(draft.at, questions.length - 1)
}

/** One text for the whole request: it answers the question that is up, the others are skipped. */
export function replyOf(questions: readonly AskUserQuestionItem[], draft: Draft): AskUserQuestionAnswer {
  const target = replyTarget(questions, draft)
  const custom = draft.reply
  return {
    answers: questions.map(({ id }, index) => ({ id, selected: [], ...(index === target && { custom }) })),
  }
}

/** Every text of a draft that is not in the answer. */
export function unsentOf(draft: Draft, answer: AskUserQuestionAnswer | undefined): string[] {
  const sent = new Set(answer?.answers.map(({ custom }) => custom))
  const typed = [...leaveAll(draft).said.map(({ text }) => text), draft.reply]
  return typed.filter((text) => text.trim() !== '' && !sent.has(text))
}

function hasText(said: Said): boolean {
  return said.text.trim() !== '' && !isOnlyBegun(said)
}
