/** One ask, from its first question on the screen to its receipt: wires lines, session and screen. */
import {
  type AskUserQuestionAnswer,
  type AskUserQuestionRequest,
  checkAnswer,
  isUserInteractionError,
  type PendingAsk,
  UserInteractionError,
} from '@deepseek-ai/dsh-user-interaction'
import { sanitizeLine, sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'
import { InputEnded, inputEndedError, TooManyMisses, tooManyMissesError, Unkept } from './ended.ts'
import type { LineReader } from './lines.ts'
import {
  type Ending,
  renderDropped,
  renderEarlier,
  renderElsewhere,
  renderEnding,
  renderJson,
  renderReceipt,
  renderReplied,
  renderUnsent,
} from './receipt.ts'
import {
  type AskFacts,
  type Look,
  renderEntry,
  renderFault,
  renderHelp,
  renderNoted,
  renderPrompt,
  renderQuestion,
} from './render.ts'
import type { Screen } from './screen.ts'
import { advance, beginSession, currentQuestion, draftsOf, type Session, type Step } from './session.ts'

/** What a conversation needs of its provider. */
export interface Surface {
  readonly reader: LineReader
  readonly screen: Screen
  readonly look: Look
  readonly onlyOptions: boolean
  readonly receipt: boolean
  /** Whether the receipt ends with the JSON that the agent gets. */
  readonly json: boolean
  readonly endings: boolean
}

/** The step that ends a walk. */
type Answered = Extract<Step, { kind: 'answered' }>

/** So many lines in a row that are no answer come from a program that does not know what it is asked. */
const mostMisses = 100

/** One ask at a time on one surface. */
export class Conversation {
  /** Whether it still has the surface; not, from the moment at which its signal aborts. */
  open = true
  private readonly surface: Surface
  private readonly request: AskUserQuestionRequest
  private readonly pending: PendingAsk
  private session: Session
  private running: Promise<AskUserQuestionAnswer> | undefined
  private shown = false
  private misses = 0
  /** An answer is being made to last; how the ask ended is known after that. */
  private committing = false

  constructor(surface: Surface, request: AskUserQuestionRequest, pending: PendingAsk) {
    this.surface = surface
    this.request = request
    this.pending = pending
    this.session = beginSession(request.questions, surface.onlyOptions, pending.draft)
  }

  /**
   * Asks the human, once however often it is called. Rejects with `ASK_CANCELLED` when they dismiss it, with
   * `PROVIDER_FAILED` at the end of input, and with the signal's reason.
   */
  run(): Promise<AskUserQuestionAnswer> {
    this.running ??= this.converse()
    return this.running
  }

  private async converse(): Promise<AskUserQuestionAnswer> {
    const { signal } = this.pending
    const abandon = (): void => {
      if (!this.committing) this.end(signal.reason)
    }
    signal.addEventListener('abort', abandon, { once: true })
    try {
      return await this.talk(signal)
    } catch (error) {
      this.end(error)
      throw failureOf(error, sanitizeLine(currentQuestion(this.session).id), this.misses)
    } finally {
      signal.removeEventListener('abort', abandon)
      this.open = false
    }
  }

  private async talk(signal: AbortSignal): Promise<AskUserQuestionAnswer> {
    const { reader, screen, look } = this.surface
    signal.throwIfAborted()
    const ready = reader.begin()
    if (ready) await ready
    signal.throwIfAborted()
    if (reader.exhausted) throw reader.exhausted
    this.showQuestion()
    for (;;) {
      screen.prompt(renderPrompt(this.session, look))
      const line = await reader.next()
      if (signal.aborted) screen.aside(renderDropped([line], 'gone', look))
      signal.throwIfAborted()
      this.pending.keepAlive()
      screen.entered(sanitizeText(line))
      const step = advance(this.session, line)
      if (step.kind === 'answered') return this.pending.commit ? await this.commit(step) : this.finish(step)
      this.take(step, line)
    }
  }

  /** Whoever keeps answers has it before it is called sent. */
  private async commit(step: Answered): Promise<AskUserQuestionAnswer> {
    const answer = checkAnswer(this.request.questions, step.answer)
    this.session = beginSession(this.request.questions, this.surface.onlyOptions, answer)
    this.committing = true
    try {
      await this.pending.commit?.(answer)
    } catch (error) {
      throw this.pending.signal.aborted ? error : new Unkept(error)
    } finally {
      this.committing = false
    }
    return this.finish(step)
  }

  private take(step: Exclude<Step, Answered>, line: string): void {
    const { reader, screen, look } = this.surface
    const missed = step.kind === 'again' || step.kind === 'help'
    this.misses = missed ? this.misses + 1 : 0
    if (step.kind === 'cancelled') throw new UserInteractionError('ASK_CANCELLED')
    this.session = step.session
    this.pending.saveDraft?.({ answers: draftsOf(this.session) })
    if (step.kind === 'question') {
      if (step.noted) screen.say(renderNoted(step.noted, line, look))
      this.showQuestion()
    } else {
      screen.say(this.reply(step))
    }
    if (missed && this.misses >= mostMisses && !reader.terminal) throw new TooManyMisses()
  }

  /** What is said to a line that leads to no other question. */
  private reply(step: Extract<Step, { kind: 'again' | 'help' | 'entry' }>): string[] {
    const { look } = this.surface
    if (step.kind === 'help') return renderHelp(step.session, look)
    if (step.kind === 'again') return [renderFault(step.fault, step.session, look)]
    return step.began ? [renderEntry(step.entry, look)] : []
  }

  private finish(step: Answered): AskUserQuestionAnswer {
    const { questions } = this.request
    const { reader, screen, look, receipt, json } = this.surface
    const answer = checkAnswer(questions, step.answer)
    if (step.replied) screen.say(renderReplied(questions, step.unsent, look))
    if (receipt) screen.block(renderReceipt(questions, answer, look))
    if (receipt && json) screen.verbatim([look.faint(renderJson(answer))])
    reader.rest()
    return answer
  }

  private showQuestion(): void {
    const { screen, look } = this.surface
    if (!this.shown) this.showEarlier()
    screen.block(renderQuestion(this.session, this.facts(), look))
    this.shown = true
  }

  private showEarlier(): void {
    const { screen, look } = this.surface
    const earlier = renderEarlier(this.request.questions, draftsOf(this.session), look)
    if (earlier.length > 0) screen.block(earlier)
  }

  private facts(): AskFacts {
    const { agent } = this.request
    const { deadlineAt } = this.pending
    const first = !this.shown
    return {
      ...(agent && { agent: agent.id }),
      ...(first && deadlineAt !== undefined && { idleMs: deadlineAt - Date.now() }),
    }
  }

  /** Says on the screen how it ended without an answer and what was not sent. */
  private end(error: unknown): void {
    if (!this.open) return
    this.open = false
    const { reader, screen, look, endings } = this.surface
    // At a terminal lines that come along with a dismissal were meant for what it dismissed.
    const dismissed = !this.pending.signal.aborted && isUserInteractionError(error, 'ASK_CANCELLED')
    if (dismissed && !reader.terminal) reader.rest()
    else reader.abandon(error)
    if (!this.shown) return
    const surface = surfaceOf(error instanceof Unkept ? error.cause : error)
    // Nobody else says where it was answered: that ask has not failed.
    if (surface !== undefined) screen.say(renderElsewhere(surface, look))
    else if (endings) screen.say(renderEnding(endingOf(error), look))
    screen.say(renderUnsent(this.request.questions, draftsOf(this.session), look))
  }
}

function endingOf(error: unknown): Ending {
  if (error instanceof InputEnded) return 'inputEnded'
  if (error instanceof TooManyMisses) return 'tooManyMisses'
  if (error instanceof Unkept) return 'notKept'
  if (isUserInteractionError(error, 'ASK_CANCELLED')) return 'dismissed'
  return isUserInteractionError(error, 'ASK_EXPIRED') ? 'expired' : 'withdrawn'
}

/** The surface that has the answer instead; a dismissal is one wherever it was. */
function surfaceOf(error: unknown): string | undefined {
  return isUserInteractionError(error, 'ASK_ABORTED') ? error.surface : undefined
}

function failureOf(error: unknown, id: string, misses: number): unknown {
  if (error instanceof InputEnded) return inputEndedError(id, misses, error)
  if (error instanceof Unkept) return error.cause
  return error instanceof TooManyMisses ? tooManyMissesError(id, misses) : error
}
