/** What a form knows: where the person is, and a draft for each question. Pure. */
import { isBlank } from '@deepseek-ai/dsh-user-interaction/text'
import type {
  AskUserQuestionAnswer,
  AskUserQuestionAnswerItem,
  AskUserQuestionItem,
} from '@deepseek-ai/dsh-user-interaction/types'
import type { Editor } from '../editor.ts'
import type { Messages } from '../messages/messages.ts'
import { optionsOf } from '../question.ts'

/** What keys mean at the moment. At `review` no question is up. */
export type Mode = 'list' | 'field' | 'filter' | 'review' | 'dismiss' | 'reply' | 'preview'

/** Something to tell once, until the next key. */
export type Notice =
  | 'earlier'
  | 'early'
  | 'soon'
  | 'stray'
  | 'stray-space'
  | 'doubtful'
  | 'nothing-checked'
  | 'nothing-typed'
  | 'nothing-found'
  | 'type-or-skip'
  | 'bare-label'

/** What somebody has said to a question so far. Nothing in it is chosen unless it was marked on the screen. */
export interface Draft {
  /** The row with the focus: the index of an option, or their number for the row of own words. */
  readonly focus: number
  /** The first row in sight, by position in the list. */
  readonly top: number
  /** Indexes of marked options; one at most where one may be chosen. */
  readonly checked: ReadonlySet<number>
  readonly words: Editor
  /** Whether the own words, if there are any, are part of the answer. */
  readonly useWords: boolean
  /** Whether the person has gone on from this question. */
  readonly left: boolean
  /** Whether it was entered in an earlier showing, and has not been changed since. */
  readonly earlier?: boolean
  readonly filter: string
  /** Rows of question and details, and of an option longer than the list, that are scrolled away. */
  readonly scroll: number
  readonly itemScroll: number
  /** Where the own words were begun with a label. */
  readonly begun?: Begun | undefined
}

/** Own words that "yes, but" has begun. */
export interface Begun {
  /** The label with what stands behind it, and all that there was then. */
  readonly start: string
  readonly text: string
  /** The draft before. */
  readonly before: Draft
  /** The words that the person was asked about, since a word may have begun with the key. */
  readonly asked?: string | undefined
}

/** Cells of the terminal. */
export interface Size {
  readonly columns: number
  readonly rows: number
}

/** A number while it is being typed. */
interface Typed {
  readonly digits: string
  readonly before: Pick<Draft, 'checked' | 'useWords'>
}

/** How a form can end. */
type Outcome =
  | { readonly kind: 'answered'; readonly answer: AskUserQuestionAnswer; readonly replied: boolean }
  | { readonly kind: 'cancelled' }

/** A form between two events. */
export interface FormState {
  readonly questions: readonly AskUserQuestionItem[]
  readonly drafts: readonly Draft[]
  /** The question that is up; their number at the review. */
  readonly at: number
  readonly mode: Mode
  /** The row with the focus at the review: a question, or their number for sending. */
  readonly reviewFocus: number
  /** Rows of what is up at the review or the preview that are scrolled away. */
  readonly pageScroll: number
  readonly reply: Editor
  /** Whether own words are no answer where there are options. */
  readonly onlyOptions: boolean
  /** What the form says: what stands on the screen decides how far there is to scroll. */
  readonly text: Messages
  readonly notice?: Notice | undefined
  /** Why an answer was not taken, until the next key. */
  readonly refusal?: string | undefined
  /** Whether an answer is being made to last; until that is over no key means anything. */
  readonly saving?: boolean
  /**
   * A letter came that means nothing at the list: whoever types a word there has not chosen a row by its Enter or its
   * Space. While the word goes on (`typing`), none of its characters means anything.
   */
  readonly stray?: { readonly typing: boolean; readonly spaced: boolean } | undefined
  /** A Space has just unmarked or marked the own words; text right behind it goes on with them, blank and all. */
  readonly spaced?: boolean | undefined
  /** Questions whose answer has been in sight at the review, and whether Enter is reading the others. */
  readonly reviewSeen: ReadonlySet<number>
  readonly readingOn?: boolean | undefined
  /** The question's draft before "yes, but", until it is clear that no word has begun with that letter. */
  readonly beforeLabel?: Draft | undefined
  /** Digits so far of a number, and the draft's marks before them. */
  readonly typed?: Typed | undefined
  readonly size: Size
  /** When the last key came, or the form opened. */
  readonly heardAt: number
  /** Whether what is up has just appeared: then no key counts, or none that commits. */
  readonly guard?: 'all' | 'commits' | undefined
  /** Whether the last key was Enter. */
  readonly entered?: boolean | undefined
  /** Until when an Enter waits that may be held down. */
  readonly doubtUntil?: number | undefined
  /** There once it is over. */
  readonly outcome?: Outcome
}

/** The mode of somebody who has just arrived at a question or at the review. */
export function restMode({ questions, at }: Pick<FormState, 'questions' | 'at'>): Mode {
  const question = questions[at]
  if (!question) return 'review'
  return optionsOf(question).length > 0 ? 'list' : 'field'
}

/** The question that is up, with its draft; at the review the first one. */
export function currentOf({ questions, drafts, at }: FormState): { question: AskUserQuestionItem; draft: Draft } {
  const index = at < questions.length ? at : 0
  const question = questions[index]
  const draft = drafts[index]
  if (!question || !draft) throw new RangeError('a form needs a question')
  return { question, draft }
}

/** The state with something changed in the draft of the question that is up. */
export function withDraft(state: FormState, change: Partial<Draft>): FormState {
  const { draft } = currentOf(state)
  const changed = { ...draft, ...change }
  const { earlier: _, ...own } = changed
  return { ...state, drafts: state.drafts.with(state.at, differs(draft, changed) ? own : changed) }
}

/** Whether two drafts would answer differently. */
function differs(before: Draft, { checked, words, useWords }: Draft): boolean {
  const same = before.checked === checked || [...before.checked].join() === [...checked].join()
  return !same || before.words.text !== words.text || before.useWords !== useWords
}

/** Whether something else was entered in one of two states. */
export function isEnteredAnew(before: FormState, { drafts }: FormState): boolean {
  if (before.drafts === drafts) return false
  return drafts.some((draft, index) => {
    const earlier = before.drafts[index]
    return earlier !== undefined && earlier !== draft && differs(earlier, draft)
  })
}

/** What would be sent now. */
export function answerOf({ questions, drafts }: FormState): AskUserQuestionAnswer {
  const answers = questions.flatMap((question, index) => {
    const draft = drafts[index]
    return draft ? answerItem(question, draft) : []
  })
  return { answers }
}

/** Whether the own words of a draft are part of the answer. */
export function hasWords(draft: Draft): boolean {
  return draft.useWords && !isBlank(draft.words.text) && !isBare(draft)
}

/** Whether own words are nothing but the label that "yes, but" began them with: that is no answer. */
export function isBare({ begun, words }: Draft): boolean {
  if (!begun) return false
  const [said, start] = [words.text.trim(), begun.start.trim()]
  return said === start || said === start.slice(0, -1).trim()
}

/** Whether an option shows as chosen. Own words on a question of one choice replace it. */
export function isChosen({ multiSelect }: AskUserQuestionItem, draft: Draft, index: number): boolean {
  return draft.checked.has(index) && (multiSelect === true || !hasWords(draft))
}

/** What would be sent for a question. */
export function answerItem(question: AskUserQuestionItem, draft: Draft): AskUserQuestionAnswerItem {
  const chosen = optionsOf(question).flatMap(({ label }, index) => (isChosen(question, draft, index) ? label : []))
  return { id: question.id, selected: chosen, ...(hasWords(draft) && { custom: draft.words.text }) }
}

/** Whether something would be sent for a question. */
export function isAnswered(draft: Draft): boolean {
  return hasWords(draft) || draft.checked.size > 0
}

/** The state of each question, as its tab shows it. */
export function progressOf({ questions, drafts }: FormState): ('answered' | 'skipped' | 'open')[] {
  return questions.map((_, index) => {
    const draft = drafts[index]
    if (!draft) return 'open'
    return isAnswered(draft) ? 'answered' : draft.left ? 'skipped' : 'open'
  })
}
