/**
 * A process to be killed at any moment: callers that retry by key, the real seam with a journal, and a person who
 * answers. Everything that anybody learns is written to the file of events at once, in the order in which it happened.
 *
 * Arguments: the journal, the file of events, how many keys there are, a seed.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import UserInteraction, { type PendingAsk, type UserInteractionProvider } from '@deepseek-ai/dsh-user-interaction'
import { Context } from '@deepseek-ai/cordis'
import * as journal from '../src/index.ts'

const [file = '', events = '', count = '0', seed = '0'] = process.argv.slice(2)
let random = Number(seed)

/** A pseudo-random number below `limit`. */
function chance(limit: number): number {
  random = (random * 1_103_515_245 + 12_345) % 2 ** 31
  return Math.floor((random / 2 ** 31) * limit)
}

const tell = (event: string, key: string, word = ''): void => {
  appendFileSync(events, `${event} ${key} ${word}\n`)
  process.send?.(event)
}
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, chance(3)))

let words = 0

/** The person: looks, perhaps begins to type, answers, and is told that it was sent once it lasts. */
const person: UserInteractionProvider = {
  async ask({ key = '', questions: [question] }, pending: PendingAsk) {
    tell('shown', key)
    await pause()
    const word = `${process.pid}-${++words}`
    const answer = { answers: [{ id: question?.id ?? '', selected: [], custom: word }] }
    if (chance(2) === 0) pending.saveDraft?.(answer)
    await pause()
    await pending.commit?.(answer)
    tell('told', key, word)
    return answer
  },
}

const ctx = new Context()
await ctx.plugin(UserInteraction, { handoverMs: 0 })
const surface = {
  name: 'person',
  inject: ['userInteraction'],
  apply: (realm: Context) => void realm.userInteraction.registerProvider(person),
}
const config = { file, provider: { name: 'person', plugin: surface }, compactBytes: 2000, retentionMs: 1e9 }
await ctx.plugin(journal, config)
process.send?.('asking')

const got = new Set(
  readFileSync(events, 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('got ') ? (line.split(' ')[1] ?? []) : [])),
)
const keys = Array.from({ length: Number(count) }, (_key, index) => `key-${index}`).filter((key) => !got.has(key))

/** A caller: asks under one key after the other, and remembers what it got. */
async function call(): Promise<void> {
  for (let key = keys.shift(); key !== undefined; key = keys.shift()) {
    const { answers } = await ctx.userInteraction.ask({ questions: [{ id: 'q', question: `What of ${key}?` }], key })
    tell('got', key, answers[0]?.custom)
  }
}

await Promise.all([call(), call(), call(), call()])
await ctx.fiber.dispose()
process.send?.('done')
process.disconnect?.()
