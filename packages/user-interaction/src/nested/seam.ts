/** The seam as a surface under a provider of providers meets it: it takes a provider, and asks come from its owner. */
import { type Context, Service } from '@deepseek-ai/cordis'
import { systemClock } from '../clock.ts'
import { UserInteractionError } from '../errors.ts'
import { createEmit } from '../events.ts'
import { type Lineage, lineageOf, watchUnloads } from '../lineage.ts'
import { PendingAsks } from '../pending.ts'
import type { PendingAskInfo, UserInteractionProvider } from '../provider.ts'
import type { UserInteraction } from '../service.ts'
import { settledAsk } from '../settled.ts'
import type { AskUserQuestionAnswer } from '../types.ts'
import { Nested, type NestedHooks } from './provider.ts'

/** Reading a named member of a service costs microseconds of tracing at each access; a symbol does not. */
const state = Symbol('user-interaction.nested')

/** The machine, who owns the seam, and its provider while there is one. */
interface State {
  readonly asks: PendingAsks
  readonly hooks: NestedHooks
  nested: Nested | undefined
}

type Face = Pick<UserInteraction, 'pending' | 'answerable' | 'ask' | 'registerProvider'>

/** `ctx.userInteraction` in a realm of its own. */
export class NestedSeam extends Service implements Face {
  private readonly [state]: State

  constructor(ctx: Context, hooks: NestedHooks) {
    super(ctx, 'userInteraction')
    this[state] = createState(ctx, hooks)
    watchEnds(ctx, this[state])
  }

  get pending(): readonly PendingAskInfo[] {
    return this[state].asks.list().map((ask) => ask.info())
  }

  get answerable(): boolean {
    return this[state].asks.answerable
  }

  registerProvider(provider: UserInteractionProvider): () => void {
    const { ctx } = this
    const own = this[state]
    const dispose = ctx.effect(
      () => register(own, provider, lineageOf(ctx.fiber)),
      'ctx.userInteraction.registerProvider()',
    )
    return () => void dispose()
  }

  /** A surface shows; whatever asks belongs beside the provider that mounts surfaces, not under it. */
  ask(): Promise<AskUserQuestionAnswer> {
    const message = 'a plugin that is mounted as a surface cannot ask; mount what asks beside its parent'
    return Promise.reject(new UserInteractionError('BAD_REQUEST', message))
  }
}

function createState(ctx: Context, hooks: NestedHooks): State {
  const emit = createEmit(ctx, 'userInteraction')
  const own: State = {
    hooks,
    nested: undefined,
    asks: new PendingAsks({
      clock: systemClock,
      handoverMs: 0,
      idPrefix: '',
      hooks: {
        asked: (ask) => emit('user-interaction/asked', () => ask.info()),
        settled: (ask, error) => emit('user-interaction/settled', () => settledAsk(ask, error)),
        broken: (error) => ctx.logger.warn(error),
        answerable(answerable) {
          if (own.nested) hooks.answerable?.(own.nested, answerable)
          emit('user-interaction/answerable', () => answerable)
        },
      },
    }),
  }
  return own
}

/** @returns what removes it, any number of times. */
function register(own: State, provider: UserInteractionProvider, owner: Lineage): () => void {
  const { asks, hooks } = own
  const remove = asks.register(provider, owner)
  const nested = new Nested(asks)
  own.nested = nested
  try {
    hooks.registered(nested)
  } catch (error) {
    own.nested = undefined
    remove()
    throw error
  }
  return () => {
    remove()
    farewell(own, nested)
  }
}

/** Tells the owner, once. */
function farewell(own: State, nested: Nested | undefined): void {
  if (!nested || own.nested !== nested) return
  own.nested = undefined
  nested.gone = true
  own.hooks.removed(nested)
}

function watchEnds(ctx: Context, own: State): void {
  const lineage = lineageOf(ctx.fiber)
  const { asks } = own
  watchUnloads(ctx, (fiber) => {
    const { nested } = own
    const ends = lineage.has(fiber)
    let leaves = ends
    asks.removeWhere((owner) => (leaves ||= (owner as Lineage).has(fiber)))
    if (ends) asks.dispose()
    if (leaves) farewell(own, nested)
  })
  ctx.effect(() => () => asks.dispose(), 'userInteraction.dispose()')
}
