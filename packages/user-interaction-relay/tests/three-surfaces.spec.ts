/** Three real surfaces under one relay: lines over a pipe, a form on a terminal, a page in Chromium; they die and return. */
import type { Surface } from '@deepseek-ai/dsh-testkit'
import type { AskUserQuestionAnswerItem, AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import UserInteraction from '@deepseek-ai/dsh-user-interaction'
import { Context } from 'cordis'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSurface as createLines } from '../../user-interaction-stdio/tests/surface.ts'
import { createSurface as createForm } from '../../user-interaction-tui/tests/surface.ts'
import { executablePath, needsChromium } from '../../user-interaction-web/tests/chromium.ts'
import { createSurface as createPage } from '../../user-interaction-web/tests/surface.ts'
import * as relay from '../src/index.ts'

const asks = 200
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))

/** The same numbers for the same seed. */
class Dice {
  private state: number

  constructor(from: number) {
    this.state = from
  }

  /** A whole number below `sides`. */
  roll(sides: number): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.state / 2 ** 32) * sides)
  }

  one<T>(of: readonly T[]): T {
    const chosen = of[this.roll(of.length)]
    if (chosen === undefined) throw new Error('there is nothing to choose from')
    return chosen
  }
}

/** A surface that can die and come back as a new one. */
class Place {
  readonly name: string
  readonly inject = ['userInteraction']
  surface: Surface | undefined
  private readonly create: () => Surface | Promise<Surface>
  private ctx: Context | undefined
  private unregister = (): void => {}

  constructor(name: string, create: () => Surface | Promise<Surface>) {
    this.name = name
    this.create = create
  }

  readonly apply = (ctx: Context): Promise<void> => {
    this.ctx = ctx
    return this.live()
  }

  async live(): Promise<void> {
    const { ctx } = this
    if (!ctx) throw new Error('the relay has not mounted it')
    const surface = await this.create()
    this.surface = surface
    this.unregister = ctx.userInteraction.registerProvider(surface.provider)
  }

  /** As a plugin that unloads: what is open there ends, and the relay learns that it is gone. */
  async die(): Promise<void> {
    const { surface } = this
    this.surface = undefined
    this.unregister()
    await surface?.close()
  }

  async shows({ question }: AskUserQuestionItem): Promise<boolean> {
    return ((await this.surface?.screen()) ?? '').includes(question)
  }

  /** Whether nothing of an ask is left that could still be answered here, and it says where it was answered. */
  async isClean({ question }: AskUserQuestionItem, winner: Place): Promise<boolean> {
    const screen = (await this.surface?.screen()) ?? ''
    if (this.name === 'lines') return screen.trimEnd().endsWith(`Answered on ${winner.name}.`)
    return !screen.includes(question)
  }
}

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  const began = performance.now()
  while (!(await holds())) {
    if (performance.now() - began > 15_000) throw new Error(`${what}: it never came to that`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function questionOf(number: number, dice: Dice): { question: AskUserQuestionItem; item: AskUserQuestionAnswerItem } {
  const id = `q${number}`
  const labels = ['Alpha', 'Beta', 'Gamma'].map((label) => `${label} ${number}`)
  const options = labels.map((label) => ({ label }))
  const asked = { id, question: `What about number ${number}, please?` }
  switch (dice.roll(3)) {
    case 0:
      return { question: asked, item: { id, selected: [], custom: `words for ${number}` } }
    case 1:
      return { question: { ...asked, options }, item: { id, selected: [dice.one(labels)] } }
    default: {
      const selected = labels.filter((_, index) => index === 0 || dice.roll(2) === 0)
      return { question: { ...asked, options, multiSelect: true }, item: { id, selected } }
    }
  }
}

async function mount(places: readonly Place[]): Promise<Context> {
  const ctx = new Context()
  onTestFinished(async () => {
    await ctx.fiber.dispose()
    for (const place of places) await place.surface?.close()
  })
  await ctx.plugin(UserInteraction)
  await ctx.plugin(relay, { surfaces: places.map((place) => ({ name: place.name, plugin: place })) })
  return ctx
}

/** Lets one of them die while the question is up, and, as the dice will, come back while it still is. */
async function disturb(places: readonly Place[], question: AskUserQuestionItem, dice: Dice): Promise<void> {
  const victim = dice.one(places)
  const others = places.filter((place) => place !== victim && place.surface)
  if (!victim.surface || others.length === 0) return
  await victim.die()
  if (dice.roll(2) === 0) return
  await victim.live()
  await until(() => victim.shows(question), `${victim.name} is shown what is open when it comes back`)
}

describe.skipIf(!executablePath)(`three surfaces at once${needsChromium}`, () => {
  it(`answer ${asks} asks, each on one of them and clean on the others, whoever dies meanwhile (SEED=${seed})`, async () => {
    const dice = new Dice(seed)
    const places = [
      new Place('lines', () => createLines()),
      new Place('form', createForm),
      new Place('page', createPage),
    ]
    const ctx = await mount(places)
    const told: unknown[] = []
    ctx.on('user-interaction/settled', ({ outcome, surface }) => void told.push([outcome, surface]))
    const wanted: unknown[] = []
    for (let number = 1; number <= asks; number++) {
      const { question, item } = questionOf(number, dice)
      const answer = ctx.userInteraction.ask({ questions: [question] })
      const live = (): Place[] => places.filter(({ surface }) => surface)
      for (const place of live()) await until(() => place.shows(question), `${place.name} shows ask ${number}`)
      if (dice.roll(5) === 0) await disturb(places, question, dice)
      const winner = dice.one(live())
      await winner.surface?.hand.answer(question, item)
      await winner.surface?.settle?.()
      await winner.surface?.hand.send?.([question])
      expect(await answer).toEqual({ answers: [item] })
      wanted.push(['answered', winner.name])
      for (const place of live()) {
        if (place !== winner)
          await until(() => place.isClean(question, winner), `${place.name} is clean of ask ${number}`)
      }
      for (const place of places) if (!place.surface && dice.roll(2) === 0) await place.live()
    }
    expect(told).toEqual(wanted)
    expect(new Set(wanted.map(String)).size).toBe(3)
    for (const place of places) {
      await place.die()
      await until(async () => ctx.userInteraction.pending.length === 0, 'nothing is open')
    }
  }, 120_000)
})
