/** A person in front of two streams, and asks made by hand for the provider between them. */
import { EventEmitter, getEventListeners } from 'node:events'
import { PassThrough, Writable } from 'node:stream'
import {
  type AskUserQuestionAnswer,
  type AskUserQuestionItem,
  type AskUserQuestionRequest,
  type PendingAsk,
  UserInteractionError,
  type UserInteractionErrorCode,
} from '@deepseek-ai/dsh-user-interaction'
import { createStdioProvider, type StdioProvider, type StdioProviderOptions } from '../src/index.ts'

/** Collects what is written. */
export class Page extends Writable {
  isTTY = false
  text = ''
  private seen = 0

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    done()
  }

  /** What has been written since the last look. */
  look(): string {
    const fresh = this.text.slice(this.seen)
    this.seen = this.text.length
    return fresh
  }
}

/** An ask as the seam would hand it over. */
export class HandMadeAsk implements PendingAsk {
  readonly id = 'ask-1'
  readonly askedAt = Date.now()
  readonly controller = new AbortController()
  keptAlive = 0
  declare readonly deadlineAt?: number
  declare readonly draft?: NonNullable<PendingAsk['draft']>
  declare readonly saveDraft?: NonNullable<PendingAsk['saveDraft']>
  declare readonly commit?: NonNullable<PendingAsk['commit']>

  get signal(): AbortSignal {
    return this.controller.signal
  }

  readonly keepAlive = (): void => void this.keptAlive++

  end(code: UserInteractionErrorCode = 'ASK_ABORTED', surface?: string): void {
    this.controller.abort(new UserInteractionError(code, undefined, { ...(surface !== undefined && { surface }) }))
  }
}

export interface OpenAsk {
  pending: HandMadeAsk
  /** The answers, or the error as it was thrown. */
  result: Promise<AskUserQuestionAnswer['answers'] | Error>
  /** What came of it so far. */
  outcome(): AskUserQuestionAnswer['answers'] | Error | 'open'
}

/** A seat: the streams, the provider between them, and what a person can do. */
export class Seat {
  readonly input = new PassThrough()
  readonly page = new Page()
  readonly provider: StdioProvider

  constructor(options: Partial<StdioProviderOptions> = {}) {
    this.provider = createStdioProvider({ input: this.input, output: this.page, lang: 'en', ...options })
  }

  ask(
    questions: readonly AskUserQuestionItem[],
    rest: Partial<AskUserQuestionRequest> = {},
    keeper: Pick<PendingAsk, 'draft' | 'saveDraft' | 'commit'> = {},
  ): OpenAsk {
    const pending = Object.assign(new HandMadeAsk(), keeper)
    let outcome: ReturnType<OpenAsk['outcome']> = 'open'
    const result = this.provider.ask({ questions, ...rest }, pending).then(
      ({ answers }) => (outcome = answers),
      (error: unknown) => (outcome = error as Error),
    )
    return { pending, result, outcome: () => outcome }
  }

  /** Types, and lets everything happen that follows from it. */
  async type(text: string): Promise<string> {
    this.input.write(text)
    await settle()
    return this.page.look()
  }
}

/** Enough turns of the event loop for streams, promises and the reader's own looking around. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
}

/** Listeners of every kind on each emitter or signal. */
export function listenersOn(...targets: (EventEmitter | AbortSignal)[]): number {
  return targets.flatMap((target) =>
    target instanceof EventEmitter
      ? target.eventNames().flatMap((event) => target.rawListeners(event))
      : getEventListeners(target, 'abort'),
  ).length
}
