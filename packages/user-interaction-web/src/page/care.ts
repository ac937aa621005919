/** What keeps a page from answering by accident, and tells the asker that somebody is there. */

/** After the window gets focus, or cards have moved, a click was meant for what was there before, in milliseconds. */
const settleMs = 250

/** The shortest time between two signs of life, in milliseconds. */
const aliveMs = 300

/** Swallows clicks on whatever settles something that come too soon. What is returned says that cards have moved. */
export function guardClicks(): () => void {
  let changedAt = -Infinity
  let tooSoon = false
  const note = (): void => void (changedAt = performance.now())
  const isSoon = (): boolean => performance.now() - changedAt < settleMs
  addEventListener('focus', note)
  document.addEventListener('pointerdown', () => void (tooSoon = isSoon()), true)
  document.addEventListener(
    'click',
    (event) => {
      const settles = event.target instanceof Element && event.target.closest('[data-settles]')
      if (settles && (tooSoon || isSoon())) {
        event.stopImmediatePropagation()
        event.preventDefault()
      }
      tooSoon = false
    },
    true,
  )
  return note
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
