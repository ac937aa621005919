/**
 * `ctx.userInteraction`: the thin Cordis service around the state machine. It knows who asks, who is alive and
 * whose plugin is unloading; everything else about an ask is in `pending.ts`.
 */
import { type Context, Service } from '@deepseek-ai/cordis'
import type {} from '@deepseek-ai/dsh-agent'
import Schema from '@deepseek-ai/schemastery'
import { systemClock } from './clock.ts'
import { UserInteractionError, type UserInteractionErrorCode } from './errors.ts'
import { createEmit } from './events.ts'
import { isEnding, type Lineage, lineageOf, watchUnloads } from './lineage.ts'
import { PendingAsks } from './pending.ts'
import type { AskUserQuestionRequest, PendingAskInfo, UserInteractionProvider } from './provider.ts'
import { isSignal, parseRequest } from './request.ts'
import { settledAsk } from './settled.ts'
import type { AskUserQuestionAnswer } from './types.ts'

declare module '@deepseek-ai/cordis' {
  interface Context {
    userInteraction: UserInteraction
  }
}

/** Config of the service. */
export interface UserInteractionConfig {
  /** How long the asks of a removed provider wait for the next one, in milliseconds. Default 0: not at all. */
  handoverMs: number
}

/** Reading a named member of a service costs microseconds of tracing at each access; a symbol does not. */
const asks = Symbol('user-interaction.asks')

/**
 * The seam between those who ask a human and the one provider that shows it. Every failure of `ask` is a
 * rejection with `UserInteractionError` (or a provider's own `HarnessError`).
 */
export class UserInteraction extends Service {
  static readonly Config = Schema.object({
    handoverMs: Schema.number()
      .min(0)
      .default(0)
      .description('How long the asks of a removed provider wait for the next one, in milliseconds; 0: not at all.'),
  }).description('The seam between an agent and its human.')

  private readonly [asks]: PendingAsks

  constructor(ctx: Context, config: UserInteractionConfig) {
    super(ctx, 'userInteraction')
    const emit = createEmit(ctx, 'userInteraction')
    this[asks] = new PendingAsks({
      clock: systemClock,
      handoverMs: config.handoverMs,
      idPrefix: uniquePrefix(),
      hooks: {
        asked: (ask) => emit('user-interaction/asked', () => ask.info()),
        settled: (ask, error) => emit('user-interaction/settled', () => settledAsk(ask, error)),
        broken: (error) => ctx.logger.warn(error),
        answerable: (answerable) => emit('user-interaction/answerable', () => answerable),
      },
    })
    watchEnds(ctx, this)
  }

  /** Open asks, in asked order: a snapshot. */
  get pending(): readonly PendingAskInfo[] {
    return this[asks].list().map((ask) => ask.info())
  }

  /** Whether somebody can answer now; true during a handover. `user-interaction/answerable` tells of changes. */
  get answerable(): boolean {
    return this[asks].answerable
  }

  /**
   * Makes `provider` the one that shows asks. It is an effect of the calling plugin: when that plugin or a parent
   * of it unloads, the provider is removed, and its open asks reject with `PROVIDER_GONE` or wait `handoverMs`.
   * @returns what removes it earlier, any number of times.
   * @throws UserInteractionError `DUPLICATE_PROVIDER`; `BAD_REQUEST` for what is no provider; `SERVICE_GONE`.
   */
  registerProvider(provider: UserInteractionProvider): () => void {
    const { ctx } = this
    const service = this[asks]
    const dispose = ctx.effect(
      () => service.register(provider, lineageOf(ctx.fiber)),
      'ctx.userInteraction.registerProvider()',
    )
    return () => void dispose()
  }

  /**
   * Puts questions to the human and waits, without a time limit unless the request sets one. The ask ends with the
   * calling plugin, its signal or its agent: `ASK_ABORTED`.
   * @returns the checked answer, a copy in asked order; questions that the provider left out are left out.
   */
  ask(request: AskUserQuestionRequest): Promise<AskUserQuestionAnswer> {
    try {
      const service = this[asks]
      const { ctx } = this
      const refusal = guard(ctx, request)
      if (refusal) return Promise.reject(new UserInteractionError(refusal))
      const parsed = parseRequest(request)
      const gone = parsed.questions.length === 0 ? 'EMPTY_QUESTIONS' : service.refusal
      if (gone) return Promise.reject(new UserInteractionError(gone))
      const { fiber } = ctx
      const over = parsed.signal?.aborted || isEnding(fiber)
      return over ? Promise.reject(new UserInteractionError('ASK_ABORTED')) : service.admit(parsed, fiber)
    } catch (error) {
      return Promise.reject(unreadable(error))
    }
  }
}

/** The guards that come before the questions are read, in the order of the contract. */
function guard(ctx: Context, request: unknown): UserInteractionErrorCode | undefined {
  if (typeof request !== 'object' || request === null) return undefined
  const { agent, questions, signal } = request as Partial<AskUserQuestionRequest>
  if (isSignal(signal) && signal.aborted) return 'ASK_ABORTED'
  if (Array.isArray(questions) && questions.length === 0) return 'EMPTY_QUESTIONS'
  if (typeof agent !== 'object' || agent === null) return undefined
  const agents = ctx.get('agents')
  if (agents?.get(agent.id) !== agent) return 'CALLER_NOT_LIVE'
  return agents.roots().includes(agent) ? undefined : 'DELEGATED_CALLER'
}

let instances = 0

/** Unlike any other of this machine: by time, process and instance. Loading `node:crypto` for it would show at start-up. */
function uniquePrefix(): string {
  return [Date.now(), process.pid, ++instances].map((part) => part.toString(36)).join('')
}

/** A getter or proxy of the caller's may throw while a guard reads the request. */
function unreadable(error: unknown): UserInteractionError {
  if (error instanceof UserInteractionError) return error
  return new UserInteractionError('BAD_REQUEST', 'the request could not be read', { cause: error })
}

/** Ends asks with what they depend on: the service, the provider, the asking plugin, the asking agent. */
function watchEnds(ctx: Context, service: UserInteraction): void {
  const own = lineageOf(ctx.fiber)
  watchUnloads(ctx, (fiber) => {
    if (own.has(fiber)) service[asks].dispose()
    service[asks].removeWhere((owner) => (owner as Lineage).has(fiber))
    service[asks].abortWhere((ask) => ask.owner === fiber)
  })
  ctx.on(
    'agent/disposed',
    ({ agent }) => {
      service[asks].abortWhere((ask) => ask.request.agent === agent)
    },
    { global: true },
  )
  ctx.effect(() => () => service[asks].dispose(), 'userInteraction.dispose()')
}
