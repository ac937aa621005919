/** The seam as a few arrays: what it must do, written without a thought for speed, to hold the real one against. */

/** One thing that can happen. Indices are taken modulo what there is. */
export type Action =
  | { do: 'ask'; agent: number; signal: number; deadline: number }
  | { do: 'answer' | 'reject' | 'cancel' | 'lie' | 'keepAlive'; showing: number }
  | { do: 'abort'; signal: number }
  | { do: 'endAgent'; agent: number }
  | { do: 'register'; concurrency: number }
  | { do: 'remove' }
  | { do: 'advance'; ms: number }
  | { do: 'dispose' }

interface Ask {
  n: number
  agent: number
  signal: number
  deadline: number
  deadlineAt: number
  armed: number
  showing: number
}

/** Promises that the provider has settled, to be heard of in the next microtask. */
interface Said {
  showing: number
  outcome: string
}

export class Model {
  readonly log: string[] = []
  /** For each showing ever made, the number of its ask. */
  readonly showings: number[] = []
  private readonly handoverMs: number
  private open: Ask[] = []
  private said: Said[] = []
  private asked = 0
  private armed = 0
  private now = 0
  private concurrency = 0
  private handoverUntil = Infinity
  private handoverArmed = 0
  private inHandover = false
  private gone = false

  constructor(handoverMs: number) {
    this.handoverMs = handoverMs
  }

  /** What `pending` must list. */
  get pending(): string[] {
    return this.open.map(({ n, showing, deadlineAt }) => `${n} ${showing >= 0 ? 'shown' : 'queued'} ${deadlineAt}`)
  }

  get answerable(): boolean {
    return this.concurrency > 0 || this.inHandover
  }

  apply(action: Action): void {
    switch (action.do) {
      case 'ask':
        return this.ask(action)
      case 'keepAlive':
        return this.keepAlive(this.at(action.showing))
      case 'abort':
        return this.settleAll((ask) => ask.signal === action.signal, 'ASK_ABORTED')
      case 'endAgent':
        return this.settleAll((ask) => ask.agent === action.agent, 'ASK_ABORTED')
      case 'register':
        return this.register(action.concurrency)
      case 'remove':
        return this.remove()
      case 'advance':
        return this.advance(action.ms)
      case 'dispose':
        return this.dispose()
      default:
        if (this.showings.length > 0) this.said.push({ showing: this.at(action.showing), outcome: outcomes[action.do] })
    }
  }

  /** Microtasks run. A promise settles once, so only the first word of a showing counts. */
  flush(): void {
    for (let said = this.said.shift(); said; said = this.said.shift()) {
      const { showing, outcome } = said
      this.settleAll((ask) => ask.showing === showing, outcome)
    }
  }

  at(showing: number): number {
    return this.showings.length === 0 ? -2 : showing % this.showings.length
  }

  private ask({ agent, signal, deadline }: Extract<Action, { do: 'ask' }>): void {
    const n = this.asked++
    const refusal = this.gone ? 'SERVICE_GONE' : this.answerable ? undefined : 'NO_PROVIDER'
    if (refusal) return void this.log.push(`refused ${n} ${refusal}`)
    this.open.push({ n, agent, signal, deadline, deadlineAt: NaN, armed: NaN, showing: -1 })
    this.log.push(`asked ${n}`)
    this.showNext()
  }

  private showNext(): void {
    for (const ask of this.open) {
      if (ask.showing >= 0) continue
      if (this.open.filter(({ showing }) => showing >= 0).length >= this.concurrency) return
      ask.showing = this.showings.push(ask.n) - 1
      this.log.push(`shown ${ask.n}`)
      if (ask.deadline > 0 && Number.isNaN(ask.deadlineAt)) this.arm(ask)
    }
  }

  private arm(ask: Ask): void {
    ask.deadlineAt = this.now + ask.deadline
    ask.armed = this.armed++
  }

  private keepAlive(showing: number): void {
    const ask = this.open.find((one) => one.showing === showing)
    if (ask && ask.deadline > 0) this.arm(ask)
  }

  /** What ends for one reason ends together: none of it is shown because another made room. */
  private settleAll(matches: (ask: Ask) => boolean, outcome: string): void {
    const over = this.open.filter(matches)
    this.open = this.open.filter((ask) => !over.includes(ask))
    for (const { n } of over) this.log.push(`settled ${n} ${outcome}`)
    this.showNext()
  }

  private register(concurrency: number): void {
    if (this.gone || this.concurrency > 0) return void this.log.push(this.gone ? 'SERVICE_GONE' : 'DUPLICATE_PROVIDER')
    this.concurrency = concurrency
    this.inHandover = false
    this.handoverUntil = Infinity
    this.showNext()
  }

  private remove(): void {
    if (this.concurrency === 0) return
    this.concurrency = 0
    if (this.handoverMs === 0) return this.settleAll(() => true, 'PROVIDER_GONE')
    this.inHandover = true
    this.handoverUntil = this.now + this.handoverMs
    this.handoverArmed = this.armed++
    for (const ask of this.open) ask.showing = -1
  }

  /** Timers that are due at the same time run in the order in which they were set. */
  private advance(ms: number): void {
    const until = this.now + ms
    for (;;) {
      const timers = this.open.map((ask) => ({ at: ask.deadlineAt, armed: ask.armed, run: () => this.expire(ask) }))
      timers.push({ at: this.handoverUntil, armed: this.handoverArmed, run: () => this.endHandover() })
      const [due] = timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at || a.armed - b.armed)
      if (!due) break
      this.now = due.at
      due.run()
    }
    this.now = until
  }

  private expire(due: Ask): void {
    this.settleAll((ask) => ask === due, 'ASK_EXPIRED')
  }

  private endHandover(): void {
    this.inHandover = false
    this.handoverUntil = Infinity
    this.settleAll(() => true, 'PROVIDER_GONE')
  }

  private dispose(): void {
    this.gone = true
    this.concurrency = 0
    this.inHandover = false
    this.handoverUntil = Infinity
    this.settleAll(() => true, 'SERVICE_GONE')
  }
}

const outcomes = { answer: 'answered', reject: 'PROVIDER_FAILED', cancel: 'ASK_CANCELLED', lie: 'BAD_ANSWER' } as const
