/** What the stories of the relay start from: the real seam, the relay on it, surfaces in the hand. */
import UserInteraction, {
  type AskUserQuestionAnswer,
  type AskUserQuestionRequest,
  type PendingAsk,
  UserInteractionError,
  type UserInteractionProvider,
} from '@deepseek-ai/dsh-user-interaction'
import { mountNested, type NestedProvider } from '@deepseek-ai/dsh-user-interaction/nested'
import { Context, type Fiber } from 'cordis'
import { onTestFinished } from 'vitest'
import * as relay from '../src/index.ts'

/** One question on a surface, with the means to answer it. */
export interface Shown {
  readonly id: string
  readonly pending: PendingAsk
  /** Whether it is still up there: not answered, not taken down. */
  up: boolean
  answer(answer: unknown): void
  fail(error: unknown): void
}

/** A surface that keeps what it is shown until the story answers. */
export class Desk implements UserInteractionProvider {
  readonly shown: Shown[] = []
  readonly concurrency: number
  /** What the next ask throws at once. */
  throws: Error | undefined
  private listener: ((answerable: boolean) => void) | undefined
  private reaches = true

  constructor(concurrency = Infinity) {
    this.concurrency = concurrency
  }

  ask(request: AskUserQuestionRequest, pending: PendingAsk): Promise<AskUserQuestionAnswer> {
    const { throws } = this
    this.throws = undefined
    if (throws) throw throws
    return new Promise((resolve, reject) => {
      const settle = (how: (value: never) => void) => (value: unknown) => {
        shown.up = false
        how(value as never)
      }
      const id = request.questions[0]?.id ?? ''
      const shown: Shown = { id, pending, up: true, answer: settle(resolve), fail: settle(reject) }
      pending.signal.addEventListener('abort', () => void (shown.up = false), { once: true })
      this.shown.push(shown)
    })
  }

  watchAnswerable(listener: (answerable: boolean) => void): () => void {
    this.listener = listener
    listener(this.reaches)
    return () => {
      this.listener = undefined
    }
  }

  set answerable(answerable: boolean) {
    this.reaches = answerable
    this.listener?.(answerable)
  }

  /** The ids of what is up, in the order of showing. */
  get up(): string[] {
    return this.shown.filter(({ up }) => up).map(({ id }) => id)
  }

  /** The latest showing of the request with this first question. */
  at(id: string): Shown {
    const shown = this.shown.findLast((one) => one.id === id)
    if (!shown) throw new Error(`${id} was not shown`)
    return shown
  }
}

/** A surface's plugin as anybody would write it. */
class SurfacePlugin {
  readonly name = 'surface'
  readonly inject = ['userInteraction']
  readonly desk: Desk
  fiber: Fiber | undefined
  private ctx: Context | undefined
  private remove: (() => void) | undefined

  constructor(desk: Desk) {
    this.desk = desk
  }

  /** An own function a plugin: Cordis knows plugins by it. */
  readonly apply = (ctx: Context): void => {
    this.ctx = ctx
    this.fiber = ctx.fiber
    this.register()
  }

  register(): void {
    this.remove = this.ctx?.userInteraction.registerProvider(this.desk)
  }

  unregister(): void {
    this.remove?.()
  }
}

type SurfaceEntry = relay.SurfaceEntry

/** Surfaces `a`, `b`, `c` and so on under a relay; all of it ends with the test. */
export async function mountRelay(
  desks: readonly Desk[],
  {
    mode = 'first',
    handoverMs = 0,
    more = [],
    wait = true,
  }: { mode?: relay.RelayMode; handoverMs?: number; more?: SurfaceEntry[]; wait?: boolean } = {},
) {
  const ctx = new Context()
  onTestFinished(async () => void (await ctx.fiber.dispose()))
  await ctx.plugin(UserInteraction, { handoverMs })
  const plugins = desks.map((desk) => new SurfacePlugin(desk))
  const own = plugins.map((plugin, index) => ({ name: 'abcdefgh'.charAt(index), plugin }))
  const mounting = ctx.plugin(relay, { mode, surfaces: [...own, ...more] })
  if (wait) await mounting
  return { ctx, fiber: mounting, plugins }
}

/** A relay under something that keeps answers, as soon as the story says what becomes of the one that is sent. */
export async function mountKept(desks: readonly Desk[]) {
  const ctx = new Context()
  onTestFinished(async () => void (await ctx.fiber.dispose()))
  await ctx.plugin(UserInteraction, {})
  const keeper = { resolve: (): void => {}, reject: (_error: Error): void => {}, ended: Promise.resolve('') }
  const ask = (nested: NestedProvider, request: AskUserQuestionRequest, pending: PendingAsk) => {
    const { id, askedAt } = pending
    const kept = new Promise<void>((resolve, reject) => Object.assign(keeper, { resolve, reject }))
    const own = { id, askedAt, signal: pending.signal, keepAlive: () => {}, commit: () => kept }
    keeper.ended = kept.then(
      () => 'answered',
      () => 'failed',
    )
    return nested.show(request, own).answer
  }
  const surfaces = desks.map((desk, index) => {
    return { name: 'abcdefgh'.charAt(index), plugin: new SurfacePlugin(desk) }
  })
  await ctx.plugin({
    name: 'keeper',
    inject: ['userInteraction'],
    async apply(own: Context) {
      await mountNested(
        own,
        { name: 'relay', plugin: relay, config: { surfaces } },
        {
          registered: (nested) => {
            own.userInteraction.registerProvider({ ask: (request, pending) => ask(nested, request, pending) })
          },
          removed: () => {},
        },
      )
    },
  })
  return { ctx, keeper }
}

/** A request of one question of two options. */
export function requestOf(id: string, rest: Partial<AskUserQuestionRequest> = {}): AskUserQuestionRequest {
  return { questions: [{ id, question: `About ${id}?`, options: [{ label: 'Yes' }, { label: 'No' }] }], ...rest }
}

export function said(id: string, label = 'Yes'): AskUserQuestionAnswer {
  return { answers: [{ id, selected: [label] }] }
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

/** Lets everything that is due happen. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
