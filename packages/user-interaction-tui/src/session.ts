/** One ask on the terminal, from its first frame to its receipt: wires form, renderer, terminal and time. */
import type { AskUserQuestionAnswer, AskUserQuestionRequest, PendingAsk } from '@deepseek-ai/dsh-user-interaction'
import type { Clock } from './clock.ts'
import { codeOf, createError, surfaceOf } from './errors.ts'
import { advance, type FormEvent, reopen, save } from './form.ts'
import { beginForm } from './form/opening.ts'
import { answerOf, type FormState, isEnteredAnew } from './form/state.ts'
import type { Messages } from './messages/messages.ts'
import type { Facts } from './render/frame.ts'
import { type Ending, endingOf, renderEnding, renderReceipt } from './receipt.ts'
import { renderForm } from './render.ts'
import { encodeRow, textOf } from './style.ts'
import { type PersonInput, Terminal, type TerminalOptions } from './terminal.ts'

/** What a session needs of its provider. */
export interface SessionOptions extends TerminalOptions {
  readonly clock: Clock
  readonly text: Messages
  readonly color: boolean
  /** Whether own words are no answer where there are options. */
  readonly onlyOptions: boolean
  /** Whether an answer leaves a receipt, and whether that ends with the JSON that the agent gets. */
  readonly receipt: boolean
  readonly json: boolean
  /** Whether to say how an ask ended without an answer. */
  readonly endings: boolean
  /** What to send to a terminal that nobody looks at when the form opens. */
  readonly bell: string
  /** What Ctrl-C does in place of dismissing. */
  readonly onInterrupt: (() => void) | undefined
}

/** A countdown is shown in the last part of a deadline, this fraction of it. */
const lastPart = 1 / 4

/** How soon after opening a report that the terminal has no focus counts as the state it opened in. */
const openingMs = 1000

/** What to say when the terminal is lost. */
const losses = {
  input: 'the terminal gave no more keys before an answer',
  output: 'the terminal cannot be written',
} as const

type Answered = Extract<FormState['outcome'], { kind: 'answered' }>

/** An ask that is up. It settles once. */
export class Session {
  readonly answer: Promise<AskUserQuestionAnswer>
  private readonly options: SessionOptions
  private readonly request: AskUserQuestionRequest
  private readonly pending: PendingAsk
  private readonly terminal: Terminal
  private readonly openedAt: number
  private state: FormState
  private waiting = 0
  private over = false
  private touched = false
  /** Why it ends, if that was decided while an answer was being made to last; it is told after that. */
  private endedMeanwhile: { readonly error: unknown; readonly ending: Ending } | undefined
  private stopTick = (): void => {}
  private stopDoubt = (): void => {}
  private resolve: (answer: AskUserQuestionAnswer) => void = () => {}
  private reject: (error: unknown) => void = () => {}

  constructor(options: SessionOptions, request: AskUserQuestionRequest, pending: PendingAsk) {
    this.options = options
    this.request = request
    this.pending = pending
    this.openedAt = options.clock.now()
    this.terminal = new Terminal(options, {
      input: (inputs) => this.take(inputs),
      resize: () => this.apply([{ kind: 'resize', ...this.terminal.size }]),
      lost: (reason, cause) => this.fail(createError('PROVIDER_FAILED', losses[reason], { cause }), 'failed'),
    })
    const { onlyOptions, text } = options
    const { draft: entered } = pending
    this.state = beginForm(request.questions, this.terminal.size, this.openedAt, { onlyOptions, text, entered })
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
  }

  /** Shows the form. A failure to do so ends the ask. */
  open(): void {
    const { signal } = this.pending
    signal.addEventListener('abort', this.onAbort, { once: true })
    try {
      this.terminal.open()
      this.apply([])
    } catch (error) {
      this.fail(error, 'failed')
    }
  }

  /** How many other asks wait has changed. */
  showWaiting(count: number): void {
    if (count === this.waiting) return
    this.waiting = count
    if (!this.over) this.draw()
  }

  /** Takes the form down at once and rejects with this, once it is there. Does nothing once it is over. */
  fail(error: unknown, ending: Ending): void {
    if (this.over) return
    if (this.state.saving) return void (this.endedMeanwhile ??= { error, ending })
    const { text, endings } = this.options
    // Nobody else says where it was answered: that ask has not failed.
    const said = endings || typeof ending === 'object' ? ending : undefined
    this.end(renderEnding(said, this.state, text))
    void this.rejectWith(error)
  }

  /** An error of the seam may still have to be loaded. */
  private async rejectWith(error: unknown): Promise<void> {
    try {
      this.reject(await error)
    } catch (failure) {
      this.reject(failure)
    }
  }

  private readonly onAbort = (): void => {
    const { reason } = this.pending.signal
    this.fail(reason, endingOf(reason))
  }

  private take(inputs: readonly PersonInput[]): void {
    if (inputs.some(({ kind }) => kind !== 'focus')) {
      this.touched = true
      this.pending.keepAlive()
    }
    for (const input of inputs) {
      if (input.kind === 'focus' && !input.focused) this.ring()
      if (input.kind === 'key' && input.ctrl && input.name === 'z') this.terminal.suspend()
    }
    const { onInterrupt } = this.options
    const interrupts = onInterrupt && inputs.some((input) => input.kind === 'key' && input.ctrl && input.name === 'c')
    if (interrupts) onInterrupt()
    else this.apply(inputs)
  }

  private apply(events: readonly FormEvent[]): void {
    if (this.over) return
    const now = this.options.clock.now()
    const before = this.state
    try {
      for (const event of events) {
        this.state = advance(this.state, event, now)
        if (this.state.outcome) return this.settle(this.state.outcome)
      }
      if (isEnteredAnew(before, this.state)) this.pending.saveDraft?.(answerOf(this.state))
      this.draw()
      this.awaitDoubt(now)
    } catch (error) {
      this.fail(error, 'failed')
    }
  }

  /** Sees to it that a key that waits is not forgotten. */
  private awaitDoubt(now: number): void {
    this.stopDoubt()
    const { doubtUntil } = this.state
    if (doubtUntil === undefined) return
    this.stopDoubt = this.options.clock.after(doubtUntil - now, () => this.apply([{ kind: 'tick' }]))
  }

  private settle(outcome: NonNullable<FormState['outcome']>): void {
    if (outcome.kind === 'cancelled') return this.fail(createError('ASK_CANCELLED'), 'dismissed')
    if (this.pending.commit) void this.commit(outcome)
    else this.finish(outcome)
  }

  /** Whoever keeps answers has it before the person is told that it was sent. */
  private async commit(outcome: Answered): Promise<void> {
    this.stopDoubt()
    try {
      this.state = save(this.state)
      this.draw()
      await this.pending.commit?.(outcome.answer)
    } catch (error) {
      return this.refuse(error)
    }
    this.finish(outcome)
  }

  private refuse(error: unknown): void {
    const { endedMeanwhile } = this
    if (this.over) return
    this.state = reopen(this.state, error instanceof Error ? error.message : '')
    if (endedMeanwhile) return this.fail(endedMeanwhile.error, endedMeanwhile.ending)
    if (codeOf(error) === 'BAD_ANSWER') this.apply([])
    else this.fail(error, surfaceOf(error) === undefined ? 'notKept' : endingOf(error))
  }

  private finish({ answer, replied }: Answered): void {
    const { text, receipt, json } = this.options
    if (this.over) return
    this.end(receipt ? renderReceipt(this.state, answer, text, { json, replied }) : [])
    this.resolve(answer)
  }

  private draw(): void {
    const { color } = this.options
    const leftMs = this.countdown()
    const facts: Facts = { agent: this.request.agent?.id, waiting: this.waiting, leftMs }
    const { rows, cursor } = renderForm(this.state, facts)
    this.terminal.draw({
      rows: rows.map((spans) => encodeRow(spans, color)),
      plain: rows.map(textOf),
      size: this.state.size,
      cursor,
    })
  }

  /** The time that is left, if it is to be shown; sees to it that it is drawn again when that changes. */
  private countdown(): number | undefined {
    this.stopTick()
    const { deadlineAt } = this.pending
    const { deadlineMs } = this.request
    if (deadlineAt === undefined || deadlineMs === undefined) return undefined
    const leftMs = deadlineAt - this.options.clock.now()
    const shownFrom = deadlineMs * lastPart
    const again = leftMs > shownFrom ? leftMs - shownFrom : leftMs % 1000 || 1000
    this.stopTick = this.options.clock.after(Math.max(1, again), () => this.apply([]))
    return leftMs <= shownFrom ? Math.max(0, leftMs) : undefined
  }

  private ring(): void {
    if (!this.touched && this.options.clock.now() - this.openedAt < openingMs) this.terminal.signal(this.options.bell)
    this.touched = true
  }

  private end(lines: readonly string[]): void {
    this.over = true
    this.stopTick()
    this.stopDoubt()
    this.pending.signal.removeEventListener('abort', this.onAbort)
    this.terminal.close(lines)
  }
}
