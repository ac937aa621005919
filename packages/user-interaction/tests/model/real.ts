/** The real service in a real Cordis context, driven by the same actions as the model and logged in the same words. */
import AgentRegistry, { type Agent } from '@deepseek-ai/dsh-agent'
import { getEventListeners } from 'node:events'
import { Context } from 'cordis'
import { vi } from 'vitest'
import UserInteraction, {
  type AskUserQuestionAnswer,
  type AskUserQuestionRequest,
  isUserInteractionError,
  type PendingAsk,
  UserInteractionError,
} from '../../src/index.ts'
import type { Action } from './model.ts'

interface Showing {
  pending: PendingAsk
  resolve(answer: AskUserQuestionAnswer): void
  reject(error: unknown): void
}

const question = { id: 'q', question: 'Which?', options: [{ label: 'a' }, { label: 'b' }] }
const noop = (): void => undefined

export class Real {
  readonly log: string[] = []
  private readonly ctx: Context
  private readonly seam: UserInteraction
  private readonly stop: () => Promise<void>
  private readonly start = Date.now()
  private readonly showings: Showing[] = []
  private readonly numbers = new Map<string, number>()
  private readonly promised: string[] = []
  private readonly signals: AbortSignal[] = []
  private readonly controllers = [0, 1, 2].map(() => this.controller())
  private readonly agents: { agent: Agent; dispose: () => void }[]
  private asked = 0
  private removeProvider: () => void = noop

  static async create(handoverMs: number): Promise<Real> {
    const ctx = new Context()
    await ctx.plugin(AgentRegistry)
    const fiber = await ctx.plugin(UserInteraction, { handoverMs })
    return new Real(ctx, () => fiber.dispose())
  }

  private constructor(ctx: Context, stop: () => Promise<void>) {
    this.ctx = ctx
    this.stop = stop
    this.seam = ctx.userInteraction
    this.agents = ['agent-0', 'agent-1'].map((id) => this.enter(id))
    ctx.on('user-interaction/asked', ({ id }) => {
      this.numbers.set(id, this.asked)
      this.log.push(`asked ${this.asked}`)
    })
    ctx.on('user-interaction/settled', ({ id, outcome, code }) => {
      this.log.push(`settled ${this.numbers.get(id)} ${code ?? outcome}`)
    })
  }

  get pending(): string[] {
    return this.seam.pending.map(
      ({ id, state, deadlineAt = NaN }) => `${this.numbers.get(id)} ${state} ${deadlineAt - this.start}`,
    )
  }

  get answerable(): boolean {
    return this.seam.answerable
  }

  apply(action: Action): void {
    switch (action.do) {
      case 'ask':
        return this.ask(action)
      case 'abort':
        return this.abort(action.signal)
      case 'endAgent':
        return this.endAgent(action.agent)
      case 'register':
        return this.register(action.concurrency)
      case 'remove':
        return this.removeProvider()
      case 'advance':
        return void vi.advanceTimersByTime(action.ms)
      case 'dispose':
        return void this.stop()
      default:
        return this.say(action.do, this.showings[action.showing % this.showings.length])
    }
  }

  /** Ends everything and tells what is left behind. */
  async end(): Promise<string[]> {
    await this.stop()
    await flush()
    const left = this.signals.flatMap((signal) =>
      getEventListeners(signal, 'abort').map(() => 'a listener on a signal'),
    )
    const settled = this.log
      .filter((line) => line.startsWith('settled'))
      .map((line) => line.slice(8))
      .toSorted()
    if (JSON.stringify(settled) !== JSON.stringify(this.promised.toSorted())) left.push('a promise unlike its event')
    if (vi.getTimerCount() > 0) left.push('a timer')
    await this.ctx.fiber.dispose()
    return left
  }

  private ask({ agent, signal, deadline }: Extract<Action, { do: 'ask' }>): void {
    const request: AskUserQuestionRequest = { questions: [question] }
    const caller = this.agents[agent]?.agent
    const own = this.controllers[signal]?.signal
    if (caller) request.agent = caller
    if (own) request.signal = own
    if (deadline > 0) request.deadlineMs = deadline
    const n = this.asked
    const before = this.log.length
    const answer = this.seam.ask(request)
    this.asked++
    const admitted = this.log.slice(before).includes(`asked ${n}`)
    const place = admitted ? -1 : this.log.push('') - 1
    answer
      .then(() => 'answered', codeOf)
      .then((outcome) => {
        if (admitted) this.promised.push(`${n} ${outcome}`)
        else this.log[place] = `refused ${n} ${outcome}`
      })
  }

  private register(concurrency: number): void {
    try {
      this.removeProvider = this.seam.registerProvider({
        concurrency,
        ask: (_, pending) =>
          new Promise((resolve, reject) => {
            this.showings.push({ pending, resolve, reject })
            this.log.push(`shown ${this.numbers.get(pending.id)}`)
          }),
      })
    } catch (error) {
      this.log.push(codeOf(error))
    }
  }

  private say(what: 'answer' | 'reject' | 'cancel' | 'lie' | 'keepAlive', showing: Showing | undefined): void {
    if (what === 'keepAlive') showing?.pending.keepAlive()
    if (what === 'answer') showing?.resolve({ answers: [{ id: 'q', selected: ['a'] }] })
    if (what === 'lie') showing?.resolve({ answers: [{ id: 'q', selected: ['none'] }] })
    if (what === 'reject') showing?.reject(new Error('no screen'))
    if (what === 'cancel') showing?.reject(new UserInteractionError('ASK_CANCELLED'))
  }

  private abort(signal: number): void {
    this.controllers[signal]?.abort()
    this.controllers[signal] = this.controller()
  }

  private endAgent(index: number): void {
    const ended = this.agents[index]
    if (!ended) return
    ended.dispose()
    this.agents[index] = this.enter(ended.agent.id)
  }

  private enter(id: string): { agent: Agent; dispose: () => void } {
    const agent = { id, session: { id } } as unknown as Agent
    return { agent, dispose: this.ctx.agents.register(agent) }
  }

  private controller(): AbortController {
    const controller = new AbortController()
    this.signals.push(controller.signal)
    return controller
  }
}

function codeOf(error: unknown): string {
  return isUserInteractionError(error) ? error.code : `something unstructured: ${String(error)}`
}

/** Lets every microtask run. Timers are fake. */
export async function flush(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}
