import { expect, test, vi } from 'vitest'
import { readJournal } from '../src/index.ts'
import { type Desk, openDesk } from './desk.ts'
import { freshPath } from './folder.ts'

const db = { id: 'db', question: 'Which database?', options: [{ label: 'SQLite' }, { label: 'Postgres' }] }
const [sqlite, postgres] = ['SQLite', 'Postgres'].map((label) => ({ answers: [{ id: 'db', selected: [label] }] }))
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** What a later process is told under this key, or `asked again`. */
async function laterAnswer(desk: Desk, key: string): Promise<unknown> {
  await desk.end()
  const later = await openDesk(desk.file)
  const answer = later.ask({ questions: [db], key })
  answer.catch(() => {})
  return Promise.race([answer, later.human.next().then(() => 'asked again')])
}

const moments: readonly (readonly [string, () => Promise<void>])[] = [
  ['in the same tick', () => Promise.resolve()],
  ['a turn later', turn],
]

test.each(moments)('keeps the answer to a retry that comes %s when its caller gave up', async (_moment, pause) => {
  const desk = await openDesk(freshPath())
  const controller = new AbortController()
  const lost = desk.ask({ questions: [db], key: 'k', signal: controller.signal })
  lost.catch(() => {})
  const first = await desk.human.next()
  first.pending.saveDraft?.(sqlite ?? { answers: [] })
  controller.abort()
  await pause()
  const retry = desk.ask({ questions: [db], key: 'k' })
  const second = await desk.human.next()
  expect(second.pending.draft).toEqual(sqlite)
  await second.pending.commit?.(postgres ?? { answers: [] })
  second.act({ db: 'Postgres' })
  expect(await retry).toEqual(postgres)
  expect(await laterAnswer(desk, 'k')).toEqual(postgres)
})

test('keeps the answer to a retry after the deadline', async () => {
  const desk = await openDesk(freshPath())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const retry = desk
    .ask({ questions: [db], key: 'k', deadlineMs: 20 })
    .catch(() => desk.ask({ questions: [db], key: 'k' }))
  await desk.human.next()
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  const second = await desk.human.next()
  second.act({ db: 'Postgres' })
  expect(await retry).toEqual(postgres)
  expect(await laterAnswer(desk, 'k')).toEqual(postgres)
})

test('offers what was entered to the next ask of the agent, and not to the one after it', async () => {
  const desk = await openDesk(freshPath())
  const controller = new AbortController()
  const request = { questions: [db], agent: desk.agent('s') }
  desk.ask({ ...request, key: 'k1', signal: controller.signal }).catch(() => {})
  ;(await desk.human.next()).pending.saveDraft?.(sqlite ?? { answers: [] })
  controller.abort()
  for (const [key, draft] of [
    ['k2', sqlite],
    ['k3', undefined],
  ] as const) {
    desk.ask({ ...request, key }).catch(() => {})
    expect((await desk.human.next()).pending.draft).toEqual(draft)
  }
})

test.each(moments)('shows what was entered last to a surface that comes back %s', async (_moment, pause) => {
  const desk = await openDesk(freshPath(), { handoverMs: 60_000 })
  desk.ask({ questions: [db], key: 'k' }).catch(() => {})
  const { pending } = await desk.human.next()
  pending.saveDraft?.(sqlite ?? { answers: [] })
  await turn()
  pending.saveDraft?.(postgres ?? { answers: [] })
  desk.removeSurface()
  await pause()
  desk.addSurface()
  const again = await desk.human.next()
  expect(again.pending.id).toBe(pending.id)
  expect(again.pending.draft).toEqual(postgres)
})

test('fills in nothing where everything entered was taken out again', async () => {
  const desk = await openDesk(freshPath())
  desk.ask({ questions: [db], key: 'k' }).catch(() => {})
  const { pending } = await desk.human.next()
  pending.saveDraft?.(sqlite ?? { answers: [] })
  pending.saveDraft?.({ answers: [] })
  await desk.end()
  expect((await readJournal(desk.file)).entries[0]?.draft).toBeUndefined()
  const later = await openDesk(desk.file)
  later.ask({ questions: [db], key: 'k' }).catch(() => {})
  expect((await later.human.next()).pending.draft).toBeUndefined()
})

test('keeps a key to its agent: another one with the same key is asked, and sees nothing that was entered', async () => {
  const desk = await openDesk(freshPath())
  const ask = { questions: [db], key: 'deploy' }
  desk.human.script({ db: 'Postgres' })
  await desk.ask({ ...ask, agent: desk.agent('alice') })
  await desk.human.next()
  const open = desk.ask({ ...ask, agent: desk.agent('bob') })
  const bob = await desk.human.next()
  expect(bob.pending.draft).toBeUndefined()
  const other = { ...ask, questions: [{ ...db, question: 'Which disk?' }], agent: desk.agent('carol') }
  desk.ask(other).catch(() => {})
  expect((await desk.human.next()).request.questions).toEqual(other.questions)
  bob.act({ db: 'SQLite' })
  expect(await open).toEqual(sqlite)
  expect(await desk.ask({ ...ask, agent: desk.agent('alice') })).toEqual(postgres)
})
