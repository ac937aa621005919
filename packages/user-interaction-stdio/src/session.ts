/**
 * One ask's walk through its questions: where it stands, what was answered so far, which text is being entered.
 * A pure reducer; the provider feeds it lines and shows what it says.
 */
import { isBlank } from '@deepseek-ai/dsh-user-interaction/text'
import type {
  AskUserQuestionAnswer,
  AskUserQuestionAnswerItem,
  AskUserQuestionItem,
} from '@deepseek-ai/dsh-user-interaction/types'
import { type Fault, isClosed, parseLine, type Reading } from './parse.ts'

/** A text on its way: several lines of an answer, the words for "other", or a reply to the whole request. */
export interface Entry {
  readonly kind: 'text' | 'other' | 'reply'
  /** Labels that the text will stand beside. */
  readonly selected: readonly string[]
  /** The option that asked for words. */
  readonly label?: string
  /** Lines so far, while several are taken; absent while one line is. */
  readonly lines?: readonly string[]
}

/** Where the walk stands. */
export interface Session {
  readonly questions: readonly AskUserQuestionItem[]
  readonly at: number
  /** Answers so far, by position. They are drafts until the last question is answered. */
  readonly drafts: readonly (AskUserQuestionAnswerItem | undefined)[]
  readonly entry?: Entry
  /** Whether text is no answer where there are options. */
  readonly onlyOptions: boolean
}

/** What a line did. */
export type Step =
  /** A question is up, perhaps again; `noted` is the answer that led there. */
  | { readonly kind: 'question'; readonly session: Session; readonly noted?: AskUserQuestionAnswerItem }
  /** A text is being entered; `began` with this line, or it goes on. */
  | { readonly kind: 'entry'; readonly session: Session; readonly entry: Entry; readonly began: boolean }
  | { readonly kind: 'again'; readonly session: Session; readonly fault: Fault }
  | { readonly kind: 'help'; readonly session: Session }
  /** All is answered; `unsent` are drafts that a reply to the whole request replaced. */
  | {
      readonly kind: 'answered'
      readonly answer: AskUserQuestionAnswer
      readonly replied: boolean
      readonly unsent: readonly AskUserQuestionAnswerItem[]
    }
  | { readonly kind: 'cancelled' }

/**
 * A walk at its first question.
 * @param earlier what was entered before; it stands as drafts, which only `/keep` takes.
 */
export function beginSession(
  questions: readonly AskUserQuestionItem[],
  onlyOptions = false,
  earlier: AskUserQuestionAnswer = { answers: [] },
): Session {
  const drafts = questions.map((question) => {
    const said = earlier.answers.find(({ id }) => id === question.id)
    const isNone = !said || isSkipped(said) || (said.custom !== undefined && isClosed(question, onlyOptions))
    return isNone ? undefined : said
  })
  return { questions, at: 0, drafts, onlyOptions }
}

/** The question that is up. */
export function currentQuestion({ questions, at }: Session): AskUserQuestionItem {
  const question = questions[at]
  if (!question) throw new RangeError(`there is no question ${at + 1} of ${questions.length}`)
  return question
}

/** What was said and would be lost if the ask ended now. */
export function draftsOf(session: Session): AskUserQuestionAnswerItem[] {
  const drafts = session.drafts.flatMap((draft) => (draft && !isSkipped(draft) ? draft : []))
  const { selected = [], lines = [] } = session.entry ?? {}
  if (selected.length === 0 && lines.length === 0) return drafts
  const { id } = currentQuestion(session)
  return [...drafts.filter((draft) => draft.id !== id), itemOf(id, selected, lines.join('\n'))]
}

/** Takes one line. */
export function advance(session: Session, line: string): Step {
  const { entry } = session
  // Bytes that are no UTF-8 come out as this character; passed on, they would be words that nobody wrote.
  if (line.includes('\ufffd')) return { kind: 'again', session, fault: { kind: 'not-text' } }
  if (!entry) return atQuestion(session, parseLine(line, currentQuestion(session), session.onlyOptions))
  return entry.lines ? atLines(session, entry, entry.lines, line) : atEntry(session, entry, line)
}

function atQuestion(session: Session, reading: Reading): Step {
  const { id } = currentQuestion(session)
  switch (reading.kind) {
    case 'answer':
      return goOn(session, itemOf(id, reading.selected, reading.custom))
    case 'skip':
      return goOn(session, itemOf(id, []))
    case 'keep':
      return keep(leaveEntry(session))
    case 'other':
      return enter(session, { kind: 'other', selected: reading.selected, label: reading.label })
    case 'multi':
      return enter(session, { kind: 'text', selected: [], lines: [] })
    case 'reply':
      return replyOrEnter(session, reading.text)
    case 'back':
      return goBack(session)
    case 'cancel':
      return { kind: 'cancelled' }
    case 'help':
      return { kind: 'help', session }
    case 'again':
      return { kind: 'again', session, fault: reading.fault }
  }
}

/** One line of free text is awaited; commands hold, and `/back` and `/skip` lead back to the question. */
function atEntry(session: Session, entry: Entry, line: string): Step {
  const reading = parseLine(line, { id: '', question: '' })
  switch (reading.kind) {
    case 'answer':
      return finishEntry(session, entry, reading.custom ?? '')
    case 'multi':
      return enter(session, { ...entry, lines: [] })
    case 'back':
    case 'skip':
      return { kind: 'question', session: leaveEntry(session) }
    case 'other':
      throw new TypeError('a free text has no options')
    default:
      return atQuestion(session, reading)
  }
}

/** Every line is text, except the full stop that ends it and the two ways out. */
function atLines(session: Session, entry: Entry, lines: readonly string[], line: string): Step {
  const word = line.trim()
  if (word === '/cancel') return { kind: 'cancelled' }
  if (word === '/back') return { kind: 'question', session: leaveEntry(session) }
  if (word !== '.') {
    const longer = { ...entry, lines: [...lines, line] }
    return { kind: 'entry', session: { ...session, entry: longer }, entry: longer, began: false }
  }
  const text = lines.join('\n')
  if (isBlank(text)) return { kind: 'again', session, fault: { kind: 'lines-missing' } }
  return finishEntry(session, entry, text)
}

function finishEntry(session: Session, entry: Entry, text: string): Step {
  const left = leaveEntry(session)
  if (entry.kind === 'reply') return reply(left, text)
  return goOn(left, itemOf(currentQuestion(left).id, entry.selected, text))
}

function goOn(session: Session, noted: AskUserQuestionAnswerItem): Step {
  const drafts = session.drafts.with(session.at, noted)
  const at = session.at + 1
  if (at < session.questions.length) return { kind: 'question', session: { ...session, at, drafts }, noted }
  const answers = session.questions.map(({ id }, index) => drafts[index] ?? itemOf(id, []))
  return { kind: 'answered', answer: { answers }, replied: false, unsent: [] }
}

/** Takes what stands as it is, up to the first question where nothing stands. */
function keep(session: Session): Step {
  const { drafts, questions } = session
  if (!drafts[session.at]) return { kind: 'again', session, fault: { kind: 'nothing-kept' } }
  const at = drafts.findIndex((draft, index) => index > session.at && !draft)
  if (at > 0) return { kind: 'question', session: { ...session, at } }
  const answers = questions.map(({ id }, index) => drafts[index] ?? itemOf(id, []))
  return { kind: 'answered', answer: { answers }, replied: false, unsent: [] }
}

function goBack(session: Session): Step {
  if (session.at === 0) return { kind: 'again', session, fault: { kind: 'first-question' } }
  return { kind: 'question', session: { ...session, at: session.at - 1 } }
}

function replyOrEnter(session: Session, text: string | undefined): Step {
  return text === undefined ? enter(session, { kind: 'reply', selected: [] }) : reply(leaveEntry(session), text)
}

function reply(session: Session, text: string): Step {
  const { id } = currentQuestion(session)
  const answers = session.questions.map((question) => itemOf(question.id, [], question.id === id ? text : undefined))
  const unsent = draftsOf(session)
  return { kind: 'answered', answer: { answers }, replied: session.questions.length > 1, unsent }
}

function enter(session: Session, entry: Entry): Step {
  return { kind: 'entry', session: { ...session, entry }, entry, began: true }
}

function leaveEntry({ questions, at, drafts, onlyOptions }: Session): Session {
  return { questions, at, drafts, onlyOptions }
}

function itemOf(id: string, selected: readonly string[], custom?: string): AskUserQuestionAnswerItem {
  return { id, selected: [...selected], ...(custom && { custom }) }
}

function isSkipped({ selected, custom }: AskUserQuestionAnswerItem): boolean {
  return selected.length === 0 && custom === undefined
}
