/** The suite that every provider has to pass, in a process of its own at a real terminal, with an emulator as the eye. */
import { describeProvider, type Surface } from '@deepseek-ai/dsh-testkit'
import { Screen } from '@deepseek-ai/dsh-testkit/terminal'
import { afterAll, afterEach, vi } from 'vitest'
import { Child, size } from './child.ts'
import { keysFor } from './surface.ts'

/** Programs at terminals of their own; each serves one surface at a time. */
const children: Child[] = []
const free: Child[] = []

afterEach(() => void free.splice(0, free.length, ...children))
afterAll(() => Promise.all(children.map((child) => child.close())))

async function takeChild(): Promise<Child> {
  const waiting = free.shift()
  if (waiting) return waiting
  const child = await Child.start()
  children.push(child)
  return child
}

async function createSurface(): Promise<Surface> {
  const child = await takeChild()
  const provider = await child.openProvider()
  const screen = new Screen(size)
  let shown = child.written.length
  const look = async (): Promise<string> => {
    await child.settle()
    const written = screen.write(child.written.slice(shown))
    shown = child.written.length
    // The emulator takes bytes in by a timer, which a test may hold.
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(20)
    await written
    return screen.text()
  }
  const type = (...pieces: readonly string[]): Promise<void> => child.type(...pieces)
  return {
    provider,
    hand: {
      answer: (question, item) => type(...keysFor(question, item)),
      skip: () => type('\t'),
      send: async () => {
        if ((await look()).includes('This is what will be sent:')) await type('\r')
      },
      cancel: () => type('\u0003'),
      stir: () => type('\u0007'),
    },
    screen: look,
    listeners: () => child.listeners(),
    settle: () => child.settle(),
    close: () => child.closeProvider(),
  }
}

describeProvider('the form in a process at a real terminal', {
  create: createSurface,
  abilities: { concurrency: 1 },
  patienceMs: 20_000,
})
