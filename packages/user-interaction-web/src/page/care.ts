/** What keeps a page from answering by accident, and tells the asker that somebody is there. */

/**
 * After the window gets focus, or anything has moved, a click was meant for what was there before, in milliseconds. So
 * was an Enter in a text that has just got the focus.
 */
const settleMs = 500

/** The shortest time between two signs of life, in milliseconds. */
const aliveMs = 300

/** What knows whether there has been quiet for long enough to take a gesture for what it looks like. */
export interface Quiet {
  /** Something has moved. */
  stir(): void
  /** What comes now is meant, whatever has moved before. */
  calm(): void
  /** To be called after each drawing with all that decides where things are: if that is new, something has moved. */
  place(layout: string): void
  /** Whether something has moved just now. */
  isSoon(): boolean
}

/** Begins to count from each stir. */
export function createQuiet(now: () => number): Quiet {
  let stirredAt = -Infinity
  let last = ''
  const stir = (): void => void (stirredAt = now())
  return {
    stir,
    calm: () => void (stirredAt = -Infinity),
    place(layout) {
      if (layout !== last) stir()
      last = layout
    },
    isSoon: () => now() - stirredAt < settleMs,
  }
}

/** Swallows clicks on whatever settles something that come too soon. Each click that does begins the wait anew. */
export function guardClicks(quiet: Quiet): void {
  let tooSoon = false
  const note = (): void => {
    tooSoon ||= quiet.isSoon()
    if (tooSoon) quiet.stir()
  }
  addEventListener('focus', () => quiet.stir())
  document.addEventListener('pointerdown', note, true)
  document.addEventListener(
    'click',
    (event) => {
      note()
      if (tooSoon && event.target instanceof Element && event.target.closest('[data-settles]')) swallow(event)
      tooSoon = false
    },
    true,
  )
}

/** Swallows an Enter in a text that has just got the focus and no key since; each begins the wait anew. */
export function guardEnter(quiet: Quiet): void {
  const isText = ({ target }: Event): boolean => target instanceof HTMLTextAreaElement
  document.addEventListener('focusin', (event) => isText(event) && quiet.stir(), true)
  document.addEventListener('input', (event) => isText(event) && quiet.calm(), true)
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing || !isText(event) || !quiet.isSoon()) return
      quiet.stir()
      swallow(event)
    },
    true,
  )
}

function swallow(event: Event): void {
  event.stopImmediatePropagation()
  event.preventDefault()
}

/** Where the cards are and what they show, as far as it decides what is under a mouse that rests. */
export function layoutOf(cards: Iterable<HTMLElement>, views: readonly unknown[]): string {
  const places = Array.from(cards, ({ offsetTop, offsetHeight }) => [offsetTop, offsetHeight])
  return JSON.stringify([places, views])
}

/** Calls `alive` with the number of a card on keys, clicks and typing in it; the last one is never left out. */
export function watchLife(alive: (card: number) => void): void {
  const waiting = new Map<number, { again: boolean }>()
  const tell = (card: number): void => {
    const entry = { again: false }
    waiting.set(card, entry)
    alive(card)
    setTimeout(() => {
      waiting.delete(card)
      if (entry.again) tell(card)
    }, aliveMs)
  }
  const notice = ({ target }: Event): void => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-card]') : null
    if (!element) return
    const card = Number(element.dataset['card'])
    const entry = waiting.get(card)
    if (entry) entry.again = true
    else tell(card)
  }
  for (const type of ['keydown', 'pointerdown', 'input']) document.addEventListener(type, notice, true)
}
