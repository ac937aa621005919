/** One ask as its records tell it: how far it came, what was entered, what was answered. Pure. */
import type { AskUserQuestionAnswer, AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction/types'
import type { EndedOutcome, JournalRecord } from './record.ts'

/** How far an ask came. `answered`: kept, and not known to have reached the caller. */
export type AskState = 'open' | 'answered' | 'delivered' | EndedOutcome

/** One ask. */
export interface JournalEntry {
  readonly id: string
  readonly key?: string
  readonly agent?: string
  readonly questions: readonly AskUserQuestionItem[]
  /** Milliseconds since the epoch, as `at` is. */
  readonly askedAt: number
  readonly state: AskState
  /** When it came to this state. */
  readonly at: number
  /** Open, and the process that showed it has ended. */
  readonly orphaned: boolean
  /** What was entered and not sent. */
  readonly draft?: AskUserQuestionAnswer | undefined
  readonly answer?: AskUserQuestionAnswer | undefined
}

/** The record that begins an ask. */
export type Asked = Extract<JournalRecord, { kind: 'asked' }>

/** A record that takes an ask further. */
export type Step = Exclude<JournalRecord, { kind: 'opened' | 'asked' }>

/** In these states an ask may be replaced, and what was entered to it is offered: no person dismissed it, none has it. */
const replaceable: ReadonlySet<AskState> = new Set(['open', 'answered', 'aborted', 'expired', 'failed'])

/** Whether a later ask may take the place of this one. */
export function isReplaceable({ state }: JournalEntry): boolean {
  return replaceable.has(state)
}

/** Whether it is not over longer than since `horizon`. Open ones are not over, nor are answers that did not arrive. */
export function isKept({ state, at }: JournalEntry, horizon: number): boolean {
  return state === 'open' || state === 'answered' || at >= horizon
}

/** Whether two lists of questions would look the same to a person. */
export function isSameQuestions(one: readonly AskUserQuestionItem[], other: readonly AskUserQuestionItem[]): boolean {
  return printOf(one) === printOf(other)
}

/** An ask that its records are applied to. */
export class Entry implements JournalEntry {
  readonly id: string
  readonly key?: string
  readonly agent?: string
  readonly questions: readonly AskUserQuestionItem[]
  readonly askedAt: number
  state: AskState = 'open'
  at: number
  orphaned = false
  private readonly asked: Asked
  private kept: { readonly at: number; readonly answer: AskUserQuestionAnswer } | undefined
  private answered: { readonly at: number; readonly answer: AskUserQuestionAnswer } | undefined
  private spelled: string | undefined

  constructor(asked: Asked, carried: AskUserQuestionAnswer | undefined) {
    this.asked = asked
    this.id = asked.id
    this.questions = asked.questions
    this.askedAt = asked.at
    this.at = asked.at
    if (asked.key !== undefined) this.key = asked.key
    if (asked.agent !== undefined) this.agent = asked.agent
    if (carried) this.kept = { at: asked.at, answer: carried }
  }

  get draft(): AskUserQuestionAnswer | undefined {
    return this.kept?.answer
  }

  get answer(): AskUserQuestionAnswer | undefined {
    return this.answered?.answer
  }

  get print(): string {
    return (this.spelled ??= printOf(this.questions))
  }

  /** How many records tell of it. */
  get length(): number {
    const { state, kept, answered } = this
    return 1 + (kept ? 1 : 0) + (answered ? 1 : 0) + (state === 'open' || state === 'answered' ? 0 : 1)
  }

  /** The records that tell of it. */
  records(): JournalRecord[] {
    const { id, state, at, kept, answered } = this
    const { of: _earlier, ...asked } = this.asked
    return [
      asked,
      ...(kept ? [{ kind: 'draft' as const, id, ...kept }] : []),
      ...(answered ? [{ kind: 'answered' as const, id, ...answered }] : []),
      ...endOf(id, state, at),
    ]
  }

  take(step: Step): void {
    const { at } = step
    if (step.kind === 'ended') this.end(step.outcome, at)
    if (step.kind === 'delivered' && this.state === 'answered') this.settle('delivered', at)
    if (this.state !== 'open') return
    if (step.kind === 'shown') this.orphaned = false
    if (step.kind === 'draft') this.kept = isBlank(step.answer) ? undefined : { at, answer: step.answer }
    if (step.kind === 'answered') {
      this.answered = { at, answer: step.answer }
      this.settle('answered', at)
    }
  }

  end(outcome: EndedOutcome, at: number): void {
    if (outcome === 'replaced' ? replaceable.has(this.state) : this.state === 'open') this.settle(outcome, at)
  }

  private settle(state: AskState, at: number): void {
    this.state = state
    this.at = at
    this.orphaned = false
    if (state === 'answered' || !replaceable.has(state)) this.kept = undefined
  }
}

/** Everything was taken out again. */
function isBlank({ answers }: AskUserQuestionAnswer): boolean {
  return answers.every(({ selected, custom = '' }) => selected.length === 0 && custom === '')
}

/** The record that brings an ask from open or answered to where it is. */
function endOf(id: string, state: AskState, at: number): JournalRecord[] {
  if (state === 'open' || state === 'answered') return []
  return [state === 'delivered' ? { kind: state, id, at } : { kind: 'ended', id, at, outcome: state }]
}

/** Every word that is shown, in one order of keys, whatever order they came in. */
export function printOf(questions: readonly AskUserQuestionItem[]): string {
  return JSON.stringify(
    questions.map(({ id, question, detail, header, options, multiSelect, intent }) => [
      [id, question, detail, header, Boolean(multiSelect), intent?.kind, intent?.approve],
      options?.map(({ label, description }) => [label, description]),
    ]),
  )
}
