/** A question as lines of plain text, once and in order: what is asked, the options, what to type. Pure. */
import { styleText } from 'node:util'
import { sanitizeLine, sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'
import type {
  AskUserQuestionAnswerItem,
  AskUserQuestionItem,
  AskUserQuestionOption,
} from '@deepseek-ai/dsh-user-interaction/types'
import type { Lang } from '@deepseek-ai/dsh-user-interaction/lang'
import { messages } from './lang.ts'
import type { Messages } from './messages/messages.ts'
import { type Fault, isClosed, surprisingNumbers } from './parse.ts'
import { currentQuestion, type Entry, type Session } from './session.ts'

/** The language and the emphasis in which everything is said. */
export interface Look {
  readonly text: Messages
  strong(text: string): string
  faint(text: string): string
}

/** What is known of an ask beside its questions. */
export interface AskFacts {
  /** The id of the agent that asks. */
  readonly agent?: string
  /** How long the human may be idle, in milliseconds. */
  readonly idleMs?: number
}

/** So many characters leave room for the commands on a line of two labels, even where they are wide. */
const shortLabels = 14

/** A look. Without colour its emphasis is the text itself: no escape sequence at all. */
export function createLook(lang: Lang, color: boolean): Look {
  const style = (format: 'bold' | 'dim') => (text: string) =>
    color ? styleText(format, text, { validateStream: false }) : text
  return { text: messages[lang], strong: style('bold'), faint: style('dim') }
}

/** The question that is up. */
export function renderQuestion(session: Session, facts: AskFacts, look: Look): string[] {
  const question = currentQuestion(session)
  const { text } = look
  const draft = session.drafts[session.at]
  return [
    ...renderIntroduction(session, facts, look),
    ...renderHeading(question, look),
    ...(question.detail ? indented(sanitizeText(question.detail)) : []),
    ...(question.options ?? []).map((option, index) => renderOption(option, index + 1, look)),
    ...(draft ? [text.draft(renderAnswer(draft, look))] : []),
    ...surprisingNumbers(question).map(({ number, label }) => text.numberMeans(number, sanitizeLine(label))),
    look.faint(`${whatToType(session, text)}${text.gap}${commandsOf(session).join(' ')}`),
  ]
}

/** What the commands do. */
export function renderHelp(session: Session, { text }: Look): string[] {
  const closed = isClosed(currentQuestion(session), session.onlyOptions)
  return text.help.filter(({ words }) => !(words && closed)).map(({ command, does }) => `  ${command} - ${does}`)
}

/** What stands in front of the cursor while a line is awaited. */
export function renderPrompt({ entry }: Session, { text }: Look): string {
  return entry?.lines ? text.linePrompt(entry.lines.length + 1) : text.answerPrompt
}

/** What to do now that a text is being entered. */
export function renderEntry(entry: Entry, { text }: Look): string {
  if (entry.lines) return text.severalLines
  return entry.kind === 'other' ? text.otherWords(sanitizeLine(entry.label ?? '')) : text.replyWords
}

/** Why a line was no answer, and what to type instead. */
export function renderFault(fault: Fault, session: Session, { text }: Look): string {
  const closed = isClosed(currentQuestion(session), session.onlyOptions)
  const sentence = faultSentence(fault, text)
  if (fault.kind === 'only-options') return `${sentence}${text.gap}${whatToType(session, text)}`
  const asText = !closed && (fault.kind === 'no-option' || fault.kind === 'near-miss')
  return asText ? `${sentence}${text.gap}${text.asText}` : sentence
}

function faultSentence(fault: Fault, { fault: text, help }: Messages): string {
  switch (fault.kind) {
    case 'empty':
      return text.empty
    case 'out-of-range':
      return text.outOfRange(fault.part, fault.count)
    case 'no-option':
      return text.noOption(fault.part)
    case 'alike':
      return text.alike(fault.part)
    case 'only-options':
      return text.onlyOptions
    case 'near-miss':
      return text.notCommand(help.find(({ command }) => command.startsWith(fault.command))?.command ?? fault.command)
    case 'text-missing':
      return text.textMissing
    case 'not-text':
      return text.notText
    case 'first-question':
      return text.firstQuestion
    case 'nothing-kept':
      return text.nothingKept
    case 'lines-missing':
      return text.linesMissing
  }
}

/** That an answer was taken, where the line that was typed does not say which. */
export function renderNoted(noted: AskUserQuestionAnswerItem, line: string, look: Look): string[] {
  const answer = renderAnswer(noted, look)
  const plain = noted.custom !== undefined || noted.selected.length === 0 || answer === sanitizeLine(line)
  return plain ? [] : [look.text.noted(answer)]
}

/** An answer on one line: labels as they are, typed text in quotes and shortened. */
export function renderAnswer({ selected, custom }: AskUserQuestionAnswerItem, { text }: Look): string {
  const parts = selected.map(sanitizeLine)
  if (custom !== undefined) parts.push(text.quoted(shortened(sanitizeLine(custom), 200)))
  return parts.length > 0 ? parts.join(text.semicolon) : text.skipped
}

/** What a question is called where there is no room for it: its header if that is its alone, else its beginning. */
export function renderName({ header, question }: AskUserQuestionItem, all: readonly AskUserQuestionItem[]): string {
  const own = header !== undefined && all.filter((other) => other.header === header).length === 1
  return shortened(sanitizeLine(own ? header : question).replace(/[\s?？:：.。]+$/u, ''), 60)
}

function renderIntroduction({ questions, at }: Session, { agent, idleMs }: AskFacts, { text, faint }: Look): string[] {
  const sentences = [
    ...(questions.length > 1 ? [text.progress(at + 1, questions.length)] : []),
    ...(agent === undefined ? [] : [text.askedBy(sanitizeLine(agent))]),
    ...(idleMs === undefined ? [] : [text.deadline(idleMs)]),
  ]
  return sentences.length > 0 ? [faint(sentences.join(text.gap))] : []
}

function renderHeading({ header, question }: AskUserQuestionItem, { strong }: Look): string[] {
  const [first = '', ...rest] = sanitizeText(question).trim().split('\n')
  const heading = header ? `[${sanitizeLine(header)}] ${first}` : first
  return [strong(heading), ...indented(rest.join('\n'))]
}

function renderOption({ label, description }: AskUserQuestionOption, number: number, { strong }: Look): string {
  const meaning = description ? sanitizeLine(description) : ''
  return `  ${number}. ${strong(sanitizeLine(label))}${meaning && ` - ${meaning}`}`
}

function whatToType(session: Session, { hint }: Messages): string {
  const question = currentQuestion(session)
  const { options = [], multiSelect } = question
  if (options.length === 0) return hint.text
  if (!isClosed(question, session.onlyOptions))
    return multiSelect ? hint.many(options.length) : hint.one(options.length)
  if (multiSelect) return hint.onlyMany(options.length)
  const [first = '', second = ''] = options.map(({ label }) => sanitizeLine(label))
  const two = options.length === 2 && `${first}${second}`.length <= shortLabels
  return two ? hint.onlyTwo(first, second) : hint.onlyOne(options.length)
}

/** The commands that a person will want now; the rest is behind the last. */
function commandsOf({ at, drafts }: Session): string[] {
  return [...(drafts[at] ? ['/keep'] : []), '/skip', ...(at > 0 ? ['/back'] : []), '/cancel', '/help']
}

/** Set in, so that no line of a model's text looks like one of ours. */
function indented(text: string): string[] {
  return text === ''
    ? []
    : text
        .replace(/\s+$/, '')
        .split('\n')
        .map((line) => line && `    ${line}`)
}

function shortened(text: string, length: number): string {
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text
}
