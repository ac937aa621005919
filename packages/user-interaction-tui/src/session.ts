/** One ask on the terminal, from its first frame to its receipt: wires form, renderer, terminal and time. */
import type { AskUserQuestionAnswer, AskUserQuestionRequest, PendingAsk } from '@deepseek-ai/dsh-user-interaction'
import type { Clock } from './clock.ts'
import { codeOf, createError } from './errors.ts'
import { advance, type FormEvent } from './form.ts'
import { beginForm, type FormState } from './form/state.ts'
import type { Messages } from './messages/messages.ts'
import type { Facts } from './render/frame.ts'
import { type Ending, renderEnding, renderReceipt } from './receipt.ts'
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
  private stopTick = (): void => {}
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
    this.state = beginForm(request.questions, this.terminal.size, this.openedAt, options.onlyOptions)
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
    const { text, endings } = this.options
    this.end(renderEnding(endings ? ending : undefined, this.state, text))
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
    this.fail(reason, codeOf(reason) === 'ASK_EXPIRED' ? 'expired' : 'withdrawn')
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
    try {
      for (const event of events) {
        this.state = advance(this.state, event, now)
        if (this.state.outcome) return this.settle(this.state.outcome)
      }
      this.draw()
    } catch (error) {
      this.fail(error, 'failed')
    }
  }

  private settle(outcome: NonNullable<FormState['outcome']>): void {
    if (outcome.kind === 'cancelled') return this.fail(createError('ASK_CANCELLED'), 'dismissed')
    const { text, receipt, json } = this.options
    const { answer, replied } = outcome
    this.end(receipt ? renderReceipt(this.state, answer, text, { json, replied }) : [])
    this.resolve(answer)
  }

  private draw(): void {
    const { text, color } = this.options
    const leftMs = this.countdown()
    const facts: Facts = { agent: this.request.agent?.id, waiting: this.waiting, leftMs }
    const { rows, cursor } = renderForm(this.state, facts, { text })
    this.terminal.draw({ rows: rows.map((spans) => encodeRow(spans, color)), plain: rows.map(textOf), cursor })
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
    this.pending.signal.removeEventListener('abort', this.onAbort)
    this.terminal.close(lines)
  }
}
