/** Where a test plays: the real seam in a real Context, surfaces in plugins of their own; afterwards nothing is left. */
import { getEventListeners } from 'node:events'
import { Context, Service } from '@deepseek-ai/cordis'
import UserInteraction, {
  type AskUserQuestionItem,
  type AskUserQuestionRequest,
  type PendingAsk,
  type UserInteractionProvider,
} from '@deepseek-ai/dsh-user-interaction'
import { OpenAsk } from './open-ask.ts'
import type { ProviderUnderTest, Surface } from './surface.ts'
import { turns, until } from './wait.ts'

/** A surface while it is mounted. */
export interface Mounted {
  readonly surface: Surface
  register(): void
  /** Takes the registration back, and leaves the surface as it is. */
  remove(): void
  /** Unloads the plugin, which closes the surface. */
  unload(): Promise<void>
}

/** What an ask of a test may carry beside its questions. */
export interface AskOptions {
  readonly deadlineMs?: number
  /** The caller's signal; one that `abort` aborts unless told otherwise. */
  readonly signal?: AbortSignal | 'none'
  readonly agent?: Agent
}

type Agent = NonNullable<AskUserQuestionRequest['agent']>

/** The world of one test. */
export class Stage {
  /** Every showing that a provider was given, in order. */
  readonly showings: PendingAsk[] = []
  readonly ctx = new Context()
  readonly patienceMs: number
  private readonly create: ProviderUnderTest['create']
  private readonly surfaces: Surface[] = []
  private readonly signals = new Set<AbortSignal>()
  private readonly unhandled: unknown[] = []
  private readonly note = (reason: unknown): void => void this.unhandled.push(reason)
  private asks = 0

  constructor({ create, patienceMs = 5000 }: ProviderUnderTest) {
    this.create = create
    this.patienceMs = patienceMs
    process.on('unhandledRejection', this.note)
  }

  /** Mounts the seam; what is returned unmounts it again. */
  async mountSeam(handoverMs: number): Promise<() => Promise<void>> {
    const fiber = await this.ctx.plugin(UserInteraction, { handoverMs })
    return async () => void (await fiber.dispose())
  }

  /** Makes a surface in a plugin of its own. It is not registered yet. */
  async mount(): Promise<Mounted> {
    const surface = await this.create()
    this.surfaces.push(surface)
    const fiber = await this.ctx.plugin({
      name: 'surface-under-test',
      inject: ['userInteraction'],
      apply: (ctx: Context) => void ctx.effect(() => () => surface.close(), 'surface.close()'),
    })
    const provider = this.observed(surface.provider)
    let remove = (): void => {}
    return {
      surface,
      register: () => void (remove = fiber.ctx.userInteraction.registerProvider(provider)),
      remove: () => remove(),
      unload: async () => void (await fiber.dispose()),
    }
  }

  /** Asks; each ask has a key of its own. */
  ask(questions: readonly AskUserQuestionItem[], { signal, ...rest }: AskOptions): OpenAsk {
    const controller = new AbortController()
    const own = signal ?? controller.signal
    const request = { questions, key: `ask-${++this.asks}`, ...rest, ...(own !== 'none' && { signal: own }) }
    if (own !== 'none') this.signals.add(own)
    return new OpenAsk(request, controller, this.ctx.userInteraction.ask(request))
  }

  /** Makes an agent that is live here and nobody's child. */
  async enterAgent(id: string): Promise<Agent> {
    const agent = { id } as Agent
    await this.ctx.plugin(
      class extends Service {
        constructor(ctx: Context) {
          super(ctx, 'agents')
        }

        get(of: string): Agent | undefined {
          return of === id ? agent : undefined
        }

        roots(): Agent[] {
          return [agent]
        }
      },
    )
    return agent
  }

  /** Unmounts everything. Rejects, saying what, when something is left. */
  async end(): Promise<void> {
    await this.ctx.fiber.dispose()
    for (const surface of this.surfaces) await surface.close()
    await until(
      () => this.left().length === 0,
      this.patienceMs,
      () => `was left behind: ${this.left().join('; ')}`,
    )
    await turns(3)
    process.off('unhandledRejection', this.note)
    if (this.unhandled.length > 0) throw new AggregateError(this.unhandled, 'left rejections that nobody handled')
  }

  private left(): string[] {
    const onSurfaces = this.surfaces.reduce((sum, surface) => sum + surface.listeners(), 0)
    const onCallers = listenersOn(...this.signals)
    const onPending = listenersOn(...this.showings.map(({ signal }) => signal))
    return [
      ...(onSurfaces === 0 ? [] : [`${onSurfaces} listeners on what the surface was given`]),
      ...(onCallers === 0 ? [] : [`${onCallers} listeners on signals of callers`]),
      ...(onPending === 0 ? [] : [`${onPending} listeners on pending.signal`]),
    ]
  }

  /** Looks at what the seam hands over, and changes nothing. */
  private observed(provider: UserInteractionProvider): UserInteractionProvider {
    return {
      ask: (request, pending) => {
        this.showings.push(pending)
        return provider.ask(request, pending)
      },
      ...(provider.concurrency !== undefined && { concurrency: provider.concurrency }),
      ...(provider.watchAnswerable && {
        watchAnswerable: (listener) => provider.watchAnswerable?.(listener) ?? (() => {}),
      }),
    }
  }
}

/** How many abort listeners these signals have together. */
function listenersOn(...signals: readonly AbortSignal[]): number {
  return signals.reduce((sum, signal) => sum + getEventListeners(signal, 'abort').length, 0)
}
