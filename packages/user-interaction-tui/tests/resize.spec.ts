/** Windows that change their size at any moment: one form on the screen, nothing of older ones, what was above untouched. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Desk } from './desk.ts'
import { keys, store, targets, why } from './questions.ts'

type Step = { readonly sizes: readonly (readonly [number, number])[] } | { readonly keys: string }

const columns = fc.integer({ min: 20, max: 120 })
const pressed = fc.constantFrom(keys.down, keys.up, ' ', keys.tab, keys.back, '1', keys.escape)
const typed = fc.oneof(pressed, fc.constantFrom(keys.end, 'some words of 数据库 that are long', keys.ctrlR, '\n'))

function steps(keysOf: fc.Arbitrary<string>, rows: fc.Arbitrary<number>, burst: number): fc.Arbitrary<Step[]> {
  // A window that is dragged goes one way until the form can answer.
  const sizes = fc
    .tuple(fc.array(fc.tuple(columns, rows), { minLength: 1, maxLength: burst }), fc.constantFrom(1, -1))
    .map(([all, way]) => all.toSorted(([a], [b]) => way * (a - b)))
  return fc.array(
    fc.oneof(
      sizes.map((all): Step => ({ sizes: all })),
      keysOf.map((one): Step => ({ keys: one })),
    ),
    { maxLength: 12 },
  )
}

const questions = [
  { ...store, detail: 'A detail of some length that has to be wrapped in many a window.\n\n- and a list' },
  targets,
  why,
]

/** The screen after the same keys in a window that had its size from the beginning. */
async function drawnAfresh(plan: readonly Step[], [width, height]: readonly [number, number]): Promise<string> {
  const desk = new Desk({ columns: width, rows: height })
  await desk.ask(questions)
  for (const step of plan) if ('keys' in step) await desk.type(step.keys)
  return desk.look()
}

async function expectOneForm(plan: readonly Step[]): Promise<void> {
  const desk = new Desk({ columns: 100, rows: 60 })
  await desk.screen.write('above 1\r\nabove 2\r\n')
  await desk.ask(questions)
  let size: readonly [number, number] = [100, 60]
  for (const step of plan) {
    if ('keys' in step) await desk.type(step.keys)
    else await desk.resizeAtOnce(step.sizes)
    if ('sizes' in step) size = step.sizes.at(-1) ?? size
  }
  expect(await desk.look()).toBe(`above 1\nabove 2\n${await drawnAfresh(plan, size)}`)
}

/** What was on the terminal before the form is there still, if only in the scrollback. */
async function expectAbove(plan: readonly Step[]): Promise<void> {
  const desk = new Desk({ columns: 100, rows: 30 })
  await desk.screen.write('above 1\r\nabove 2\r\n')
  await desk.ask(questions)
  for (const step of plan) {
    if ('keys' in step) await desk.type(step.keys)
    else await desk.resizeAtOnce(step.sizes)
  }
  await desk.look()
  expect(desk.screen.transcript()).toMatch(/^above 1\nabove 2\n/)
}

/** Whatever happens to the window, in a terminal that says that it is xterm.js. */
async function expectNoGhosts(plan: readonly Step[]): Promise<void> {
  const desk = new Desk({ columns: 100, rows: 30, env: { TERM_PROGRAM: 'vscode' } })
  await desk.screen.write('above 1\r\nabove 2\r\n')
  await desk.ask(questions)
  for (const step of plan) {
    const screen = await ('keys' in step ? desk.type(step.keys) : desk.resizeAtOnce(step.sizes))
    expect(screen.match(/The agent asks/g)).toHaveLength(1)
    // A frame ends with its hints; what it says above them may wrap so that a key begins a row.
    const hints = /^(Enter|Space|Type|y dismiss)(?! again| checks| an? | your ).*(\nSpace.*)?/gm
    expect(screen.match(hints)?.length ?? 0).toBeLessThanOrEqual(1)
  }
}

const tall = fc.constant(60)
const any = fc.integer({ min: 8, max: 60 })

// oxlint-disable vitest/expect-expect -- within the properties
describe('a window that changes its size', () => {
  test.each([
    ['wider or narrower, once and again, at lists', pressed, 1],
    ['many times before the form can answer, at lists', pressed, 5],
    ['wider or narrower, once and again, in fields', typed, 1],
    ['many times before the form can answer, in fields', typed, 5],
  ])('has one form and nothing of older ones, and what was above: %s', (_, keysOf, burst) =>
    fc.assert(fc.asyncProperty(steps(keysOf, tall, burst), expectOneForm), { numRuns: 15 }),
  )

  test.each([
    ['at lists', pressed],
    ['in fields', typed],
  ])('lower and narrower at once, and back, has one form where the terminal is known: %s', (_, keysOf) =>
    fc.assert(fc.asyncProperty(steps(keysOf, any, 1), expectNoGhosts), { numRuns: 25 }),
  )

  test.each([
    ['at lists', pressed],
    ['in fields', typed],
  ])('lower and narrower at once leaves what was above: %s', (_, keysOf) =>
    fc.assert(fc.asyncProperty(steps(keysOf, any, 1), expectAbove), { numRuns: 15 }),
  )
})
