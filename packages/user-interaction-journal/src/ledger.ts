/** What a journal's records say together: which asks there are, and what may be forgotten. Pure. */
import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction/types'
import { type Asked, Entry, isKept, isReplaceable, type JournalEntry, printOf, type Step } from './entry.ts'
import type { JournalRecord } from './record.ts'

type Opened = Extract<JournalRecord, { kind: 'opened' }>

/** The asks of a journal, in asked order. */
export class Ledger {
  private readonly entries = new Map<string, Entry>()
  private readonly keys = new Map<string, Entry>()
  private readonly agents = new Map<string, Set<Entry>>()
  private strays: Step[] = []
  private opened: Opened | undefined
  private applied = 0

  /** Takes a step. One that an ask cannot take any more changes nothing. */
  apply(record: JournalRecord): void {
    this.applied++
    if (record.kind === 'opened') this.open(record)
    else if (record.kind === 'asked') this.add(record)
    else this.advance(record)
  }

  /** All asks. */
  list(): readonly JournalEntry[] {
    return [...this.entries.values()]
  }

  get(id: string): JournalEntry | undefined {
    return this.entries.get(id)
  }

  /** The latest ask of an agent under a key; each agent has keys of its own, and so have asks without one. */
  byKey(key: string, agent: string | undefined): JournalEntry | undefined {
    return this.keys.get(nameOf(key, agent))
  }

  /**
   * The latest ask of an agent that had just these questions, that nobody dismissed and whose answer did not arrive.
   * @param isTaken whether an ask is nobody's to replace.
   */
  abandoned(
    agent: string,
    questions: readonly AskUserQuestionItem[],
    isTaken: (entry: JournalEntry) => boolean,
  ): JournalEntry | undefined {
    const print = printOf(questions)
    return [...(this.agents.get(agent) ?? [])].findLast((entry) => !isTaken(entry) && entry.print === print)
  }

  /** Drops what was over before `horizon`, and returns the records that tell the rest. */
  prune(horizon: number): JournalRecord[] {
    this.forget((entry) => !isKept(entry, horizon))
    this.strays = this.strays.filter(({ at }) => at >= horizon)
    const records = this.records(horizon)
    this.applied = records.length
    return records
  }

  /** The records that tell all that was not over before `horizon`. */
  records(horizon: number): JournalRecord[] {
    const kept = [...this.entries.values()].filter((entry) => isKept(entry, horizon))
    const shown = kept.flatMap(({ id, state, orphaned, askedAt: at }): JournalRecord[] => {
      return state === 'open' && !orphaned ? [{ kind: 'shown', id, at }] : []
    })
    // They came before any ask of their name.
    const strays = this.strays.filter(({ at }) => at >= horizon)
    const opened = this.opened ? [this.opened] : []
    return [...strays, ...kept.flatMap((entry) => entry.records()), ...opened, ...shown]
  }

  /** Drops asks, whatever their state, and returns their ids. */
  forget(isForgotten: (entry: JournalEntry) => boolean): ReadonlySet<string> {
    const forgotten = [...this.entries.values()].filter(isForgotten)
    for (const entry of forgotten) {
      this.entries.delete(entry.id)
      const name = entry.key === undefined ? undefined : nameOf(entry.key, entry.agent)
      if (name !== undefined && this.keys.get(name) === entry) this.keys.delete(name)
      this.index(entry, false)
    }
    const ids = new Set(forgotten.map(({ id }) => id))
    if (ids.size > 0) this.strays = this.strays.filter(({ id }) => !ids.has(id))
    return ids
  }

  /** Drops all asks, and what belongs to questions that were lost. */
  clear(): void {
    this.forget(() => true)
    this.strays = []
  }

  /** Whether something was over before `horizon`. */
  hasExpired(horizon: number): boolean {
    for (const entry of this.entries.values()) if (!isKept(entry, horizon)) return true
    return this.strays.some(({ at }) => at < horizon)
  }

  /** Whether most of the records need not be there. */
  isMostlyDead(horizon: number): boolean {
    let needed = this.strays.length
    for (const entry of this.entries.values()) if (isKept(entry, horizon)) needed += entry.length
    return needed * 2 < this.applied
  }

  private open(opened: Opened): void {
    this.opened = opened
    for (const entry of this.entries.values()) if (entry.state === 'open') entry.orphaned = true
  }

  private add(asked: Asked): void {
    if (this.entries.has(asked.id)) return
    const earlier = asked.of === undefined ? undefined : this.entries.get(asked.of)
    const entry = new Entry(asked, earlier?.answer ?? earlier?.draft)
    this.entries.set(entry.id, entry)
    if (asked.key !== undefined) this.keys.set(nameOf(asked.key, asked.agent), entry)
    if (earlier) {
      earlier.end('replaced', asked.at)
      this.index(earlier)
    }
    this.index(entry)
  }

  private advance(step: Step): void {
    const entry = this.entries.get(step.id)
    // Its question was lost with a damaged line.
    if (!entry) return void this.strays.push(step)
    entry.take(step)
    this.index(entry)
  }

  private index(entry: Entry, isThere = true): void {
    const { agent } = entry
    if (agent === undefined) return
    const own = this.agents.get(agent) ?? new Set()
    if (isThere && isReplaceable(entry)) own.add(entry)
    else own.delete(entry)
    if (own.size > 0) this.agents.set(agent, own)
    else this.agents.delete(agent)
  }
}

/** What a key is called among those of all agents. */
function nameOf(key: string, agent: string | undefined): string {
  return JSON.stringify([agent ?? null, key])
}
