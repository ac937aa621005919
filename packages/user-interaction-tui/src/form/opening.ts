/** What a form begins with: nothing chosen, or what was entered in an earlier showing. Pure. */
import { isBlank } from '@deepseek-ai/dsh-user-interaction/text'
import type {
  AskUserQuestionAnswer,
  AskUserQuestionAnswerItem,
  AskUserQuestionItem,
} from '@deepseek-ai/dsh-user-interaction/types'
import { editorOf, emptyEditor } from '../editor.ts'
import { en } from '../messages/en.ts'
import type { Messages } from '../messages/messages.ts'
import { optionsOf } from '../question.ts'
import { type Draft, type FormState, restMode, type Size } from './state.ts'

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

/** What a form may begin with. */
interface Beginning {
  readonly onlyOptions?: boolean
  readonly text?: Messages
  /** What was entered in an earlier showing. */
  readonly entered?: AskUserQuestionAnswer | undefined
}

/** A form that has just appeared, at its first question, with nothing chosen but what was entered before. */
export function beginForm(
  questions: readonly AskUserQuestionItem[],
  size: Partial<Size>,
  now: number,
  { onlyOptions = false, text = en, entered }: Beginning = {},
): FormState {
  const drafts = questions.map((question) => {
    const item = entered?.answers.find(({ id }) => id === question.id)
    return item ? draftOf(question, item, onlyOptions) : { ...emptyDraft, focus: 0 }
  })
  const state = {
    questions,
    drafts,
    ...(drafts.some(({ earlier }) => earlier) && { notice: 'earlier' as const }),
    at: 0,
    mode: 'list' as const,
    reviewFocus: questions.length,
    reply: emptyEditor,
    onlyOptions,
    text,
    size: sizeOf(size),
    heardAt: now,
    guard: 'all' as const,
    pageScroll: 0,
    reviewSeen: new Set<number>(),
  }
  return { ...state, mode: restMode(state) }
}

/** A size to draw at: some terminals say that they have none. */
export function sizeOf({ columns, rows }: Partial<Size>): Size {
  return { columns: columns && columns > 0 ? columns : 80, rows: rows && rows > 0 ? rows : 24 }
}

/** What was entered to a question before, as far as it can be entered. */
function draftOf(question: AskUserQuestionItem, entered: AskUserQuestionAnswerItem, onlyOptions: boolean): Draft {
  const options = optionsOf(question)
  const checked = new Set(options.flatMap(({ label }, index) => (entered.selected.includes(label) ? index : [])))
  const words = onlyOptions && options.length > 0 ? '' : (entered.custom ?? '')
  const useWords = !isBlank(words)
  const [first = 0] = question.multiSelect ? [] : useWords ? [options.length] : checked
  const earlier = useWords || checked.size > 0
  return { ...emptyDraft, focus: first, checked, words: editorOf(words), useWords, ...(earlier && { earlier }) }
}
