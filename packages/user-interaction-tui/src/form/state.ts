/** What a form knows: where the person is, and a draft for each question. Pure. */
import { isBlank } from '@deepseek-ai/dsh-user-interaction/text'
import type {
  AskUserQuestionAnswer,
  AskUserQuestionAnswerItem,
  AskUserQuestionItem,
} from '@deepseek-ai/dsh-user-interaction/types'
import { type Editor, emptyEditor } from '../editor.ts'
import { optionsOf } from '../question.ts'

/** What keys mean at the moment. At `review` no question is up. */
export type Mode = 'list' | 'field' | 'filter' | 'review' | 'dismiss' | 'reply' | 'preview'

/** Something to tell once, until the next key. */
export type Notice = 'early' | 'stray' | 'nothing-checked' | 'nothing-typed' | 'nothing-found' | 'type-or-skip'

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
  readonly filter: string
  /** Rows of question and details, and of an option longer than the list, that are scrolled away. */
  readonly scroll: number
  readonly itemScroll: number
}

/** Cells of the terminal. */
export interface Size {
  readonly columns: number
  readonly rows: number
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
  readonly reply: Editor
  /** Whether own words are no answer where there are options. */
  readonly onlyOptions: boolean
  readonly notice?: Notice | undefined
  /** A letter came that means nothing at the list: whoever types a word there has not chosen a row by its Enter. */
  readonly stray?: boolean | undefined
  readonly size: Size
  /** Since when no key has come; absent once the form takes keys. */
  readonly quietSince?: number | undefined
  /** There once it is over. */
  readonly outcome?: Outcome
}

const emptyDraft: Omit<Draft, 'focus'> = {
  top: 0,
  checked: new Set(),
  words: emptyEditor,
  useWords: false,
  left: false,
  filter: '',
  scroll: 0,
  itemScroll: 0,
}

/** A form that has just appeared, at its first question, with nothing chosen. */
export function beginForm(
  questions: readonly AskUserQuestionItem[],
  size: Partial<Size>,
  now: number,
  onlyOptions = false,
): FormState {
  const state = {
    questions,
    drafts: questions.map(() => ({ ...emptyDraft, focus: 0 })),
    at: 0,
    mode: 'list' as const,
    reviewFocus: questions.length,
    reply: emptyEditor,
    onlyOptions,
    size: sizeOf(size),
    quietSince: now,
  }
  return { ...state, mode: restMode(state) }
}

/** A size to draw at: some terminals say that they have none. */
export function sizeOf({ columns, rows }: Partial<Size>): Size {
  return { columns: columns && columns > 0 ? columns : 80, rows: rows && rows > 0 ? rows : 24 }
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
  return { ...state, drafts: state.drafts.with(state.at, { ...draft, ...change }) }
}

/** Whether the own words of a draft are part of the answer. */
export function hasWords({ useWords, words }: Draft): boolean {
  return useWords && !isBlank(words.text)
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
