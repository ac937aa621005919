/** Random surfaces that answer, fail, throw, hang, come and go, against a model that a reader can check by eye. */
import { getEventListeners } from 'node:events'
import { UserInteractionError } from '@deepseek-ai/dsh-user-interaction'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Desk, endOf, mountRelay, requestOf, said, turn } from './boot.ts'

type Mode = 'first' | 'fallback'

/** What the model knows of a surface: the line of asks in front of it, and which of them it will hear of no more. */
class ModelSurface {
  readonly room: number
  here = true
  /** Throws when it is shown the next ask. */
  throws = false
  line: string[] = []
  private dropped = new Set<string>()

  constructor(room: number) {
    this.room = room
  }

  get up(): string[] {
    return this.line.slice(0, this.room)
  }

  mayTake(id: string): boolean {
    return this.here && !this.line.includes(id) && !this.dropped.has(id)
  }

  remove(id: string): void {
    this.line = this.line.filter((one) => one !== id)
  }

  drop(id: string): void {
    this.remove(id)
    this.dropped.add(id)
  }

  set present(here: boolean) {
    this.here = here
    this.line = []
    this.dropped = new Set()
  }
}

/** Every ask is in the line of all surfaces, or of the first that may take it; who is nowhere has failed. */
class Model {
  readonly surfaces: readonly ModelSurface[]
  readonly ends = new Map<string, string>()
  private readonly mode: Mode
  private open: string[] = []
  private readonly wasUp = new Map<ModelSurface, Set<string>>()

  constructor(mode: Mode, rooms: readonly number[]) {
    this.mode = mode
    this.surfaces = rooms.map((room) => new ModelSurface(room))
  }

  get openAsks(): readonly string[] {
    return this.open
  }

  ask(id: string): void {
    this.open.push(id)
    this.settle()
  }

  end(id: string, how: string): void {
    this.open = this.open.filter((one) => one !== id)
    this.ends.set(id, how)
    for (const surface of this.surfaces) surface.remove(id)
    this.settle()
  }

  settle(): void {
    for (const id of this.open) this.place(id)
    for (const surface of this.surfaces) {
      const next = surface.up.find((id) => !this.wasUp.get(surface)?.has(id))
      if (!surface.throws || next === undefined) continue
      surface.throws = false
      surface.drop(next)
      this.settle()
      return
    }
    for (const surface of this.surfaces) this.wasUp.set(surface, new Set(surface.up))
  }

  private place(id: string): void {
    const takers = this.surfaces.filter((surface) => surface.mayTake(id))
    const isNowhere = !this.surfaces.some(({ line }) => line.includes(id))
    if (isNowhere && takers.length === 0) return this.end(id, 'failed')
    if (this.mode === 'first') for (const surface of takers) surface.line.push(id)
    else if (isNowhere) takers[0]?.line.push(id)
  }
}

/** One thing that happens: to the surface with this number, to what is up there as number `which`. */
interface Act {
  readonly what:
    'ask' | 'answer' | 'commit' | 'race' | 'stale' | 'lie' | 'fail' | 'dismiss' | 'abort' | 'throw' | 'go' | 'come'
  readonly surface: number
  readonly which: number
}

const acts: fc.Arbitrary<Act> = fc.record({
  what: fc.oneof(
    { weight: 4, arbitrary: fc.constant('ask' as const) },
    { weight: 3, arbitrary: fc.constant('answer' as const) },
    { weight: 3, arbitrary: fc.constantFrom('commit', 'race', 'stale') },
    { weight: 6, arbitrary: fc.constantFrom('lie', 'fail', 'dismiss', 'abort', 'throw', 'go', 'come') },
  ),
  surface: fc.nat(2),
  which: fc.nat(3),
})

async function play(mode: Mode, rooms: readonly number[], script: readonly Act[]): Promise<void> {
  const desks = rooms.map((room) => new Desk(room))
  const { ctx, fiber, plugins } = await mountRelay(desks, { mode })
  const model = new Model(mode, rooms)
  const ends = new Map<string, string>()
  const callers = new Map<string, AbortController>()
  let asked = 0
  const doing: Record<Act['what'], (act: Act, index: number, id: string | undefined) => void | Promise<void>> = {
    ask() {
      const id = `q${asked++}`
      const caller = new AbortController()
      callers.set(id, caller)
      void endOf(ctx.userInteraction.ask(requestOf(id, { signal: caller.signal }))).then((end) => ends.set(id, end))
      model.ask(id)
    },
    answer(_act, index, id) {
      if (id === undefined) return
      desks[index]?.at(id).answer(said(id))
      model.end(id, 'answered')
    },
    async commit(_act, index, id) {
      if (id === undefined) return
      await expect(desks[index]?.at(id).pending.commit?.(said(id, 'Perhaps'))).rejects.toThrow(/must be one of/)
      await send(desks[index], id)
      model.end(id, 'answered')
    },
    /** Somebody sends, and some microtasks before or after that the caller or another person ends it. */
    async race({ which, surface }, index, id) {
      if (id === undefined) return
      const others = desks.filter((desk, other) => other !== index && desk.up.includes(id))
      const end = (): void => {
        if (surface === 0) callers.get(id)?.abort()
        else for (const desk of others) desk.at(id).fail(new UserInteractionError('ASK_CANCELLED'))
      }
      if (which % 2 === 0) end()
      const told = send(desks[index], id)
      for (let tick = 0; tick < which * 2; tick++) await undefined
      if (which % 2 === 1) end()
      const how = await told
      await turn()
      expect([id, how]).toEqual([id, ends.get(id)])
      model.end(id, how)
    },
    async stale() {
      for (const { id, pending, up } of desks.flatMap(({ shown }) => shown)) {
        if (up) continue
        pending.keepAlive()
        await expect(pending.commit?.(said(id, 'No'))).rejects.toBeInstanceOf(Error)
      }
    },
    lie(_act, index, id) {
      if (id === undefined) return
      desks[index]?.at(id).answer(said(id, 'Perhaps'))
      model.surfaces[index]?.drop(id)
      model.settle()
    },
    fail(_act, index, id) {
      if (id === undefined) return
      desks[index]?.at(id).fail(new Error('torn'))
      model.surfaces[index]?.drop(id)
      model.settle()
    },
    dismiss(_act, index, id) {
      if (id === undefined) return
      desks[index]?.at(id).fail(new UserInteractionError('ASK_CANCELLED'))
      model.end(id, 'ASK_CANCELLED')
    },
    abort({ which }) {
      const id = model.openAsks[which % (model.openAsks.length || 1)]
      if (id === undefined) return
      callers.get(id)?.abort()
      model.end(id, 'ASK_ABORTED')
    },
    throw(_act, index) {
      const surface = model.surfaces[index]
      const desk = desks[index]
      if (!surface || !desk) return
      surface.throws = true
      desk.throws = new Error('no screen')
    },
    go(_act, index) {
      const surface = model.surfaces[index]
      if (!surface?.here) return
      plugins[index]?.unregister()
      surface.present = false
      model.settle()
    },
    come(_act, index) {
      const surface = model.surfaces[index]
      if (!surface || surface.here) return
      plugins[index]?.register()
      surface.present = true
      model.settle()
    },
  }
  for (const act of script) {
    const index = act.surface % rooms.length
    const up = model.surfaces[index]?.up ?? []
    await doing[act.what](act, index, up[act.which % (up.length || 1)])
    await turn()
    expect(desks.map((desk) => desk.up)).toEqual(model.surfaces.map((surface) => surface.up))
    expect(simple(ends)).toEqual(model.ends)
    expect(ctx.userInteraction.pending).toHaveLength(model.openAsks.length)
  }
  await (await fiber).dispose()
  await turn()
  expect(desks.map((desk) => desk.up)).toEqual(rooms.map(() => []))
  const signals = [...callers.values(), ...desks.flatMap(({ shown }) => shown.map(({ pending }) => pending))]
  // The desk's own listener is there until its showing is taken down; nobody else's is.
  expect(signals.filter(({ signal }) => getEventListeners(signal, 'abort').length > 1)).toEqual([])
  await ctx.fiber.dispose()
}

/** Sends as a surface does that tells its person. What it tells is what the caller has to get. */
async function send(desk: Desk | undefined, id: string): Promise<string> {
  const shown = desk?.at(id)
  const told = await endOf(Promise.resolve(shown?.pending.commit?.(said(id))))
  if (told === 'answered') shown?.answer(said(id))
  else shown?.fail(new Error(told))
  return told
}

/** Ends as the model tells them: whatever is no deed of a person or the caller is a failure. */
function simple(ends: ReadonlyMap<string, string>): Map<string, string> {
  const deeds = new Set(['answered', 'ASK_CANCELLED', 'ASK_ABORTED'])
  return new Map([...ends].map(([id, end]) => [id, deeds.has(end) ? end : 'failed']))
}

const unhandled: unknown[] = []
const note = (reason: unknown): void => void unhandled.push(reason)
beforeEach(() => void process.on('unhandledRejection', note))
afterEach(() => {
  process.off('unhandledRejection', note)
  expect(unhandled.splice(0)).toEqual([])
})

describe.each(['first', 'fallback'] as const)('any number of asks and surfaces in mode %s', (mode) => {
  it('are shown, end and leave nothing behind as the model says, whatever happens', async () => {
    expect.hasAssertions()
    const rooms = fc.array(fc.constantFrom(1, 2, Infinity), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(rooms, fc.array(acts, { minLength: 1, maxLength: 30 }), (sizes, script) => {
        return play(mode, sizes, script)
      }),
      { numRuns: 150 },
    )
  })
})
