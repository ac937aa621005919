/** The provider of a provider: what was answered comes from the journal, everything else is asked and written down. */
import type {
  AskUserQuestionAnswer,
  AskUserQuestionItem,
  AskUserQuestionRequest,
  PendingAsk,
  UserInteractionProvider,
} from '@deepseek-ai/dsh-user-interaction'
import { beforeAsking, JournalError } from './errors.ts'
import { isReplaceable, isSameQuestions, type JournalEntry } from './entry.ts'
import { Showing } from './showing.ts'
import { Store, type StoreOptions } from './store.ts'

/** What a journal tells whoever runs it. Never a person's words. */
export interface JournalOptions extends StoreOptions {
  /** Hears what could not be read or written where nobody waits for it. */
  readonly warn: (error: unknown) => void
}

/** What is in front of a person now. */
interface Live {
  readonly id: string
  readonly key: string | undefined
  readonly agent: string | undefined
  readonly questions: readonly AskUserQuestionItem[]
  readonly showing: Showing
}

/** A journal and the asks that go through it. The file is opened by the first that needs it. */
export class Journal {
  private readonly options: JournalOptions
  private readonly live = new Set<Live>()
  /** Answers on their way to the caller, by the ids of their asks. */
  private readonly deliveries = new Map<Promise<void>, string>()
  private opening: Promise<Store> | undefined
  private store: Store | undefined
  private closed = false

  constructor(options: JournalOptions) {
    this.options = options
  }

  /** A provider that asks through `inner`, with the same concurrency and as answerable. */
  over(inner: UserInteractionProvider): UserInteractionProvider {
    return {
      ask: (request, pending) => this.ask(inner, request, pending),
      ...(inner.concurrency !== undefined && { concurrency: inner.concurrency }),
      ...(inner.watchAnswerable && { watchAnswerable: (listener) => inner.watchAnswerable?.(listener) ?? (() => {}) }),
    }
  }

  /** Opens the file, unless it is, or it is not where it was. After a failure the next call tries again. */
  open(): Promise<Store> {
    if (this.closed) return Promise.reject(new JournalError('JOURNAL_FAILED', 'the journal is closed'))
    if (!this.opening || this.store?.isLost) {
      this.opening = this.openStore(this.store).catch((error: unknown) => {
        this.opening = undefined
        throw error
      })
    }
    return this.opening
  }

  /** Writes what is still to be written, and gives the file back. What is asked later is refused. */
  async close(): Promise<void> {
    this.closed = true
    await Promise.all(this.deliveries.keys())
    const store = await this.opening?.catch(() => undefined)
    await store?.close()
  }

  private async openStore(lost: Store | undefined): Promise<Store> {
    this.store = undefined
    await lost?.close()
    const store = await Store.open(this.options)
    this.store = store
    for (const { line, fault } of store.damaged) {
      this.options.warn(new Error(`line ${line} of the journal ${this.options.path} ${fault}; the rest is kept`))
    }
    return store
  }

  private async ask(
    inner: UserInteractionProvider,
    request: AskUserQuestionRequest,
    pending: PendingAsk,
  ): Promise<AskUserQuestionAnswer> {
    const store = await this.open().catch((error: unknown) => {
      throw beforeAsking(error)
    })
    for (;;) {
      pending.signal.throwIfAborted()
      const live = this.liveOf(request, pending)
      if (!live) break
      refuseConflict(live.questions, request)
      await unlessAborted(live.showing.over, pending.signal)
    }
    const earlier = store.earlier(pending.id, request)
    if (earlier) refuseConflict(earlier.questions, request)
    if (earlier?.answer) return this.deliver(store, earlier.id, earlier.answer, pending)
    return this.show(store, inner, request, pending, earlier)
  }

  private async show(
    store: Store,
    inner: UserInteractionProvider,
    request: AskUserQuestionRequest,
    pending: PendingAsk,
    earlier: JournalEntry | undefined,
  ): Promise<AskUserQuestionAnswer> {
    const { agent, key, questions } = request
    const open = earlier?.state === 'open' ? earlier : undefined
    const own = earlier && isReplaceable(earlier) ? earlier : undefined
    const left = own ?? (agent && store.abandoned(agent.id, questions, (id) => this.isLive(id)))
    const id = open?.id ?? freshId(store, pending)
    const at = Date.now()
    const showing = new Showing({
      store,
      inner,
      request,
      pending,
      id,
      draft: left?.answer ?? left?.draft,
      first: open
        ? { kind: 'shown', id, at }
        : {
            kind: 'asked',
            id,
            at,
            questions,
            ...(key !== undefined && { key }),
            ...(agent && { agent: agent.id }),
            ...(left && { of: left.id }),
          },
      warn: this.options.warn,
    })
    const live = { id, key, agent: agent?.id, questions, showing }
    this.live.add(live)
    void showing.over.then(() => this.live.delete(live))
    try {
      return this.deliver(store, id, await showing.run(), pending)
    } finally {
      showing.leave()
    }
  }

  /** Returns an answer, and notes afterwards whether it was still waited for: a seam takes it at once or aborts. */
  private deliver(
    store: Store,
    id: string,
    answer: AskUserQuestionAnswer,
    { signal }: PendingAsk,
  ): AskUserQuestionAnswer {
    const delivery = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      if (signal.aborted || store.ledger.get(id)?.state !== 'answered') return
      await store.record({ kind: 'delivered', id, at: Date.now() }).catch(this.options.warn)
    })
    this.deliveries.set(delivery, id)
    void delivery.then(() => this.deliveries.delete(delivery))
    return answer
  }

  /** Until it is known what became of it, nobody else may take it for abandoned. */
  private isLive(id: string): boolean {
    return [...this.live].some((live) => live.id === id) || [...this.deliveries.values()].includes(id)
  }

  /** What has to be over before this can be asked: the same ask, or one that leaves its agent something to fill in. */
  private liveOf({ agent, key, questions }: AskUserQuestionRequest, { id }: PendingAsk): Live | undefined {
    return [...this.live].find((live) => {
      if (live.id === id) return true
      if (live.agent !== agent?.id) return false
      if (key !== undefined && live.key === key) return true
      return agent !== undefined && live.showing.isEnding && isSameQuestions(live.questions, questions)
    })
  }
}

/** The seam's own name of the ask, unless an ask of that name is over. */
function freshId({ ledger }: Store, { id }: PendingAsk): string {
  let fresh = id
  for (let again = 2; ledger.get(fresh); again++) fresh = `${id}-${again}`
  return fresh
}

function refuseConflict(asked: readonly AskUserQuestionItem[], { questions }: AskUserQuestionRequest): void {
  if (!isSameQuestions(asked, questions)) throw new JournalError('KEY_CONFLICT')
}

/** Waits, but not longer than the signal; rejects with its reason. */
async function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  let abort = (): void => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', abort)
  })
  try {
    await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
