/** Drafts of this tab, kept over reloads in its own storage, and the choice to be notified. */
import { type Draft, leaveAll } from './draft.ts'
import type { State } from './state.ts'

const draftsKey = 'ask-user-drafts'
const notifyKey = 'ask-user-notify'

/** How long after the last change drafts are written, in milliseconds. */
const settleMs = 150

/** Drafts by ask id; empty where nothing readable is kept. */
export function loadDrafts(): Map<string, Draft> {
  try {
    const entries: unknown = JSON.parse(sessionStorage.getItem(draftsKey) ?? '[]')
    return new Map((entries as [string, Draft][]).filter(([id, draft]) => typeof id === 'string' && isDraft(draft)))
  } catch {
    return new Map()
  }
}

/** Writes the drafts of whatever state it was last given, soon, and before the page goes. */
export function createSaver(): (state: State) => void {
  let latest: State | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const save = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (latest) write(latest)
    latest = undefined
  }
  addEventListener('pagehide', save)
  return (state) => {
    latest = state
    timer ??= setTimeout(save, settleMs)
  }
}

function write({ cards, past, kept, connection }: State): void {
  const drafts = new Map<string, Draft>(connection === 'connecting' ? kept : [])
  for (const { settled, draft } of past) if (draft) drafts.set(settled.id, leaveAll(draft))
  for (const { ask, draft } of cards) drafts.set(ask.id, leaveAll(draft))
  try {
    sessionStorage.setItem(draftsKey, JSON.stringify([...drafts]))
  } catch {
    // Full, or forbidden: the drafts then live as long as the page.
  }
}

/** Whether this browser's person wants to be notified. */
export function wantsNotice(): boolean {
  try {
    return localStorage.getItem(notifyKey) === 'yes'
  } catch {
    return false
  }
}

/** Remembers that they do. */
export function rememberNotice(): void {
  try {
    localStorage.setItem(notifyKey, 'yes')
  } catch {
    // Then it is asked for again.
  }
}

function isDraft(value: unknown): value is Draft {
  const { at, said, panel, reply, folded } = (value ?? {}) as Partial<Record<keyof Draft, unknown>>
  return (
    typeof at === 'number'
    && Array.isArray(said)
    && said.every(isSaid)
    && (panel === 'ask' || panel === 'decline' || panel === 'reply')
    && typeof reply === 'string'
    && typeof folded === 'boolean'
  )
}

function isSaid(value: unknown): boolean {
  const { picked, text, aside, skipped } = (value ?? {}) as Record<string, unknown>
  const isIndex = (index: unknown): boolean => typeof index === 'number'
  return (
    Array.isArray(picked)
    && picked.every(isIndex)
    && typeof text === 'string'
    && typeof aside === 'boolean'
    && typeof skipped === 'boolean'
  )
}
