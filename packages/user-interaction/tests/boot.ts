/** What the stories of the seam start from: a mounted seam, a bare state machine, a clock in the hand, a surface. */
import AgentRegistry, { type Agent } from '@deepseek-ai/dsh-agent'
import UserInteraction, {
  type AskUserQuestionAnswer,
  type AskUserQuestionItem,
  type AskUserQuestionRequest,
  type PendingAsk,
  UserInteractionError,
  type UserInteractionProvider,
} from '@deepseek-ai/dsh-user-interaction'
import { Context, type Fiber } from 'cordis'
import { onTestFinished } from 'vitest'
import type { Clock } from '../src/clock.ts'
import { type PendingOptions, PendingAsks } from '../src/pending.ts'

/** One question on a surface, with the means to answer it. */
export interface Shown {
  request: AskUserQuestionRequest
  pending: PendingAsk
  /** Resolves with whatever a surface might say, right or wrong. */
  answer(answer: unknown): void
  fail(error: unknown): void
}

/** A surface that keeps what it is shown until the story answers. */
export class Desk implements UserInteractionProvider {
  readonly shown: Shown[] = []
  readonly concurrency: number

  constructor(concurrency = Infinity) {
    this.concurrency = concurrency
  }

  ask(request: AskUserQuestionRequest, pending: PendingAsk): Promise<AskUserQuestionAnswer> {
    return new Promise((resolve, reject) => {
      this.shown.push({ request, pending, answer: resolve as (answer: unknown) => void, fail: reject })
    })
  }

  /** The question that was shown as number `index`, from 0. */
  at(index: number): Shown {
    const shown = this.shown[index]
    if (!shown) throw new Error(`only ${this.shown.length} were shown`)
    return shown
  }

  /** The first question of each request that was shown, in the order of showing. */
  get titles(): string[] {
    return this.shown.map(({ request }) => titleOf(request))
  }
}

/** Time that passes only when told to. */
class FakeClock implements Clock {
  private time = 1_000_000
  private readonly due = new Set<{ at: number; run: () => void }>()

  now(): number {
    return this.time
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.time + ms, run }
    this.due.add(timer)
    return () => void this.due.delete(timer)
  }

  /** How many timers run. */
  get timers(): number {
    return this.due.size
  }

  advance(ms: number): void {
    const end = this.time + ms
    for (;;) {
      const [next] = [...this.due].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)
      if (!next) break
      this.due.delete(next)
      this.time = next.at
      next.run()
    }
    this.time = end
  }
}

/** The state machine alone, with what it says to its owner written down. */
export function createMachine(options: Partial<PendingOptions> = {}) {
  const clock = new FakeClock()
  const heard: string[] = []
  const machine = new PendingAsks({
    clock,
    handoverMs: 0,
    idPrefix: 'ask',
    hooks: {
      asked: (ask) => void heard.push(`asked ${titleOf(ask.request)}`),
      settled: (ask, error) => void heard.push(`settled ${titleOf(ask.request)} ${codeOf(error)}`),
      answerable: (answerable) => void heard.push(`answerable ${answerable}`),
      broken: (error) => void heard.push(`broken ${String(error)}`),
    },
    ...options,
  })
  return { machine, clock, heard }
}

/** The seam as a harness mounts it, with live agents; it ends with the test. */
export async function mountSeam(config: { handoverMs?: number } = {}) {
  const ctx = new Context()
  onTestFinished(async () => void (await ctx.fiber.dispose()))
  await ctx.plugin(AgentRegistry)
  const fiber = await ctx.plugin(UserInteraction, config as { handoverMs: number })
  return { ctx, fiber }
}

/** A plugin that uses the seam: its own context and what ends it. */
export async function mountPlugin(parent: Context): Promise<{ ctx: Context; fiber: Fiber }> {
  const fiber = await parent.plugin({ name: 'user', inject: ['userInteraction'], apply: () => {} })
  return { ctx: fiber.ctx, fiber }
}

/** An agent that is live in `ctx`, on behalf of `owner` if there is one; it needs no loop to be asked for. */
export function enterAgent(ctx: Context, id: string, owner?: Agent): { agent: Agent; leave: () => void } {
  const agent = { id, session: { id } } as unknown as Agent
  const leave = ctx.agents.enter(agent, owner)
  ctx.agents.announce(agent)
  return { agent, leave }
}

/** A request of one free-text question. */
export function requestOf(id: string, rest: Partial<AskUserQuestionRequest> = {}): AskUserQuestionRequest {
  return { questions: [{ id, question: `About ${id}?` }], ...rest }
}

/** A yes-or-no question. */
export function yesNo(id = 'a'): AskUserQuestionItem {
  return { id, question: 'Proceed?', options: [{ label: 'Yes' }, { label: 'No' }] }
}

/** The answer to the one free-text question `id`. */
export function said(id: string, custom = `words for ${id}`): AskUserQuestionAnswer {
  return { answers: [{ id, selected: [], custom }] }
}

/** How an ask ended: `answered`, or the code of its error; anything else is no end that the seam promises. */
export async function endOf(ask: Promise<unknown>): Promise<string> {
  return ask.then(
    () => 'answered',
    (error: unknown) => {
      if (error instanceof UserInteractionError) return error.code
      throw error
    },
  )
}

/** Whether a promise is still open once everything that is due has happened. */
export async function isOpen(promise: Promise<unknown>): Promise<boolean> {
  let open = true
  const close = (): void => void (open = false)
  promise.then(close, close)
  await turn()
  return open
}

/** Lets everything that is due happen. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

export function titleOf(request: AskUserQuestionRequest): string {
  return request.questions[0]?.id ?? 'nothing'
}

function codeOf(error: Error | undefined): string {
  return error ? String((error as { code?: unknown }).code) : 'answered'
}
