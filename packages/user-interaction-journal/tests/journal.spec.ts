import { copyFileSync } from 'node:fs'
import type { AskUserQuestionAnswer } from '@deepseek-ai/dsh-user-interaction'
import { describe, expect, test, vi } from 'vitest'
import { type Desk, openDesk } from './desk.ts'
import { freshPath } from './folder.ts'

const db = { id: 'db', question: 'Which database?', options: [{ label: 'SQLite' }, { label: 'Postgres' }] }
const why = { id: 'why', question: 'Why?' }
const postgres = { answers: [{ id: 'db', selected: ['Postgres'] }] }

/** The journal as a process leaves it that is killed now. */
function asKilled({ file }: Desk): string {
  const copy = freshPath()
  copyFileSync(file, copy)
  return copy
}

/** Resolves when the journal says so of its asks. */
async function untilStates(desk: Desk, ...states: string[]): Promise<void> {
  await vi.waitFor(async () => expect(await desk.states()).toEqual(states))
}

describe('an ask', () => {
  test('is on disk before it is shown, its answer before the caller has it, and then that it arrived', async () => {
    const desk = await openDesk(freshPath())
    const answer = desk.ask({ questions: [db] })
    const shown = await desk.human.next()
    expect(await desk.states()).toEqual(['open'])
    shown.act({ db: 'Postgres' })
    expect(await answer).toEqual(postgres)
    await untilStates(desk, 'delivered')
  })

  test('hands a surface what makes an answer last, and is on disk when that resolves', async () => {
    const desk = await openDesk(freshPath())
    const answer = desk.ask({ questions: [db] })
    const { pending, act } = await desk.human.next()
    await expect(pending.commit?.({ answers: [{ id: 'db', selected: ['Oracle'] }] })).rejects.toMatchObject({
      code: 'BAD_ANSWER',
    })
    expect(await desk.states()).toEqual(['open'])
    await pending.commit?.(postgres)
    expect(await desk.states()).toEqual(['answered'])
    act.call(desk.human.shown[0], { db: 'SQLite' })
    expect(await answer).toEqual(postgres)
  })

  test.each([
    ['cancelled', 'dismiss'],
    ['failed', 'break'],
  ] as const)('that is %s is written down so', async (state, act) => {
    const desk = await openDesk(freshPath())
    const answer = desk.ask({ questions: [db] })
    const shown = await desk.human.next()
    if (act === 'dismiss') shown.act('dismiss')
    else shown.break(new Error('the screen broke'))
    await expect(answer).rejects.toMatchObject({ name: 'UserInteractionError' })
    expect(await desk.states()).toEqual([state])
  })

  test('that its caller takes back is written down so, even when the surface takes no notice', async () => {
    const desk = await openDesk(freshPath())
    const controller = new AbortController()
    const answer = desk.ask({ questions: [db], signal: controller.signal })
    await desk.human.next()
    controller.abort()
    await expect(answer).rejects.toMatchObject({ code: 'ASK_ABORTED' })
    await untilStates(desk, 'aborted')
  })

  test('that ends with its process keeps what was entered up to the last moment', async () => {
    const desk = await openDesk(freshPath())
    const answer = desk.ask({ questions: [db, why], key: 'k' })
    const { pending } = await desk.human.next()
    pending.saveDraft?.(postgres)
    pending.saveDraft?.({ answers: [...postgres.answers, { id: 'why', selected: [], custom: 'f' }] })
    pending.saveDraft?.({ answers: [...postgres.answers, { id: 'why', selected: [], custom: 'for' }] })
    await Promise.all([expect(answer).rejects.toMatchObject({ name: 'UserInteractionError' }), desk.end()])
    expect(await draftOf(desk)).toEqual({ answers: [...postgres.answers, { id: 'why', selected: [], custom: 'for' }] })
  })

  test('stays open when only the surface goes', async () => {
    const desk = await openDesk(freshPath())
    const answer = desk.ask({ questions: [db], key: 'k' })
    await desk.human.next()
    const plugin = [...desk.ctx.registry.values()].find(({ name }) => name === 'user-interaction-journal')
    await Promise.all([
      expect(answer).rejects.toMatchObject({ code: 'PROVIDER_GONE' }),
      [...(plugin?.fibers ?? [])][0]?.dispose(),
    ])
    expect(await desk.states()).toEqual(['orphaned'])
  })
})

describe('the same key', () => {
  test('gets the recorded answer at once, again and again, and nobody is asked', async () => {
    const first = await openDesk(freshPath())
    first.human.script({ db: 'Postgres' })
    await first.ask({ questions: [db], key: 'k' })
    await untilStates(first, 'delivered')
    const second = await openDesk(asKilled(first))
    for (const desk of [first, second, second]) expect(await desk.ask({ questions: [db], key: 'k' })).toEqual(postgres)
    expect(second.human.shown).toEqual([])
  })

  test('gets the answer of a person who was told that it was sent, though the caller was gone', async () => {
    const first = await openDesk(freshPath())
    const controller = new AbortController()
    const lost = first.ask({ questions: [db], key: 'k', signal: controller.signal })
    const { pending } = await first.human.next()
    const sent = pending.commit?.(postgres)
    controller.abort()
    await Promise.all([sent, expect(lost).rejects.toMatchObject({ code: 'ASK_ABORTED' })])
    expect(await first.states()).toEqual(['answered'])
    expect(await first.ask({ questions: [db], key: 'k' })).toEqual(postgres)
    await untilStates(first, 'delivered')
    expect(first.human.shown).toHaveLength(1)
  })

  test('is shown again under the id of the journal while it is open, with what was entered', async () => {
    const first = await openDesk(freshPath())
    void first.ask({ questions: [db], key: 'k' }).catch(() => {})
    const { pending } = await first.human.next()
    pending.saveDraft?.(postgres)
    await vi.waitFor(async () => expect(await draftOf(first)).toEqual(postgres))

    const second = await openDesk(asKilled(first))
    await untilStates(second, 'orphaned')
    const answer = second.ask({ questions: [db], key: 'k' })
    const again = await second.human.next()
    expect(again.pending.id).toBe(pending.id)
    expect(again.pending.draft).toEqual(postgres)
    expect(await second.states()).toEqual(['open'])
    again.act({ db: 'SQLite' })
    expect(await answer).toEqual({ answers: [{ id: 'db', selected: ['SQLite'] }] })
  })

  test('with other questions is refused, whatever became of the first', async () => {
    const desk = await openDesk(freshPath())
    const open = desk.ask({ questions: [db], key: 'k' })
    const shown = await desk.human.next()
    const other = { questions: [{ ...db, question: 'Drop which database?' }], key: 'k' }
    await expect(desk.ask(other)).rejects.toMatchObject({ name: 'JournalError', code: 'KEY_CONFLICT' })
    shown.act('dismiss')
    await expect(open).rejects.toMatchObject({ code: 'ASK_CANCELLED' })
    await expect(desk.ask(other)).rejects.toMatchObject({ code: 'KEY_CONFLICT' })
    expect(desk.human.shown).toHaveLength(1)
  })

  test('is asked once when it is asked twice at a time, and both get the answer', async () => {
    const desk = await openDesk(freshPath())
    const both = [1, 2].map(() => desk.ask({ questions: [db], key: 'k' }))
    const shown = await desk.human.next()
    shown.act({ db: 'Postgres' })
    expect(await Promise.all(both)).toEqual([postgres, postgres])
    expect(desk.human.shown).toHaveLength(1)
  })

  test('is asked anew after it was dismissed', async () => {
    const desk = await openDesk(freshPath())
    desk.human.script('dismiss', { db: 'Postgres' })
    await expect(desk.ask({ questions: [db], key: 'k' })).rejects.toMatchObject({ code: 'ASK_CANCELLED' })
    expect(await desk.ask({ questions: [db], key: 'k' })).toEqual(postgres)
  })

  test('outlives the plugin: what is open is shown again after a reload of the surface', async () => {
    const desk = await openDesk(freshPath(), { handoverMs: 60_000 })
    const answer = desk.ask({ questions: [db], key: 'k' })
    const { pending } = await desk.human.next()
    const plugin = [...desk.ctx.registry.values()].find(({ name }) => name === 'user-interaction-journal')
    await [...(plugin?.fibers ?? [])][0]?.restart()
    const again = await desk.human.next()
    expect(again.pending.id).toBe(pending.id)
    again.act({ db: 'Postgres' })
    expect(await answer).toEqual(postgres)
    await untilStates(desk, 'delivered')
  })
})

describe('the same questions of the same agent after a crash', () => {
  test('find what was answered and never arrived, filled in, once, and nothing is sent without the person', async () => {
    const first = await openDesk(freshPath())
    const controller = new AbortController()
    const lost = first.ask({ questions: [db], key: 's/c1', agent: first.agent('s'), signal: controller.signal })
    const { pending } = await first.human.next()
    const sent = pending.commit?.(postgres)
    controller.abort()
    await Promise.all([sent, lost.catch(() => {})])

    const second = await openDesk(asKilled(first))
    const answer = second.ask({ questions: [db], key: 's/c2', agent: second.agent('s') })
    const again = await second.human.next()
    expect(again.pending.draft).toEqual(postgres)
    expect(await second.states()).toEqual(['replaced', 'open'])
    again.act({ db: 'SQLite' })
    expect(await answer).toEqual({ answers: [{ id: 'db', selected: ['SQLite'] }] })
    void second.ask({ questions: [db], key: 's/c3', agent: second.agent('s') }).catch(() => {})
    expect((await second.human.next()).pending.draft).toBeUndefined()
  })

  test('carry what was entered through any number of crashes', async () => {
    let desk = await openDesk(freshPath())
    for (const call of ['c1', 'c2', 'c3']) {
      void desk.ask({ questions: [db, why], key: `s/${call}`, agent: desk.agent('s') }).catch(() => {})
      const { pending } = await desk.human.next()
      if (call === 'c1') pending.saveDraft?.(postgres)
      else expect(pending.draft).toEqual(postgres)
      await vi.waitFor(async () => expect(await draftOf(desk)).toEqual(postgres))
      desk = await openDesk(asKilled(desk))
    }
    await untilStates(desk, 'replaced', 'replaced', 'orphaned')
  })

  test.each([
    ['another agent', { agent: 't', questions: [db] }],
    ['other questions', { agent: 's', questions: [{ ...db, options: [{ label: 'SQLite' }] }] }],
  ])('are another ask for %s', async (_name, { agent, questions }) => {
    const first = await openDesk(freshPath())
    void first.ask({ questions: [db], agent: first.agent('s') }).catch(() => {})
    const { pending } = await first.human.next()
    pending.saveDraft?.(postgres)
    await vi.waitFor(async () => expect(await draftOf(first)).toEqual(postgres))
    const second = await openDesk(asKilled(first))
    void second.ask({ questions, agent: second.agent(agent) }).catch(() => {})
    expect((await second.human.next()).pending.draft).toBeUndefined()
    expect(await second.states()).toEqual(['orphaned', 'open'])
  })

  test('take nothing from one that is in front of somebody now, and nothing from one that was dismissed', async () => {
    const desk = await openDesk(freshPath())
    const request = { questions: [db], agent: desk.agent('s') }
    const asks = [desk.ask(request), desk.ask(request)].map((ask) => ask.catch(() => {}))
    const [one, two] = [await desk.human.next(), await desk.human.next()]
    one.pending.saveDraft?.(postgres)
    await vi.waitFor(async () => expect(await draftOf(desk)).toEqual(postgres))
    expect(two.pending.draft).toBeUndefined()
    one.act('dismiss')
    two.act('dismiss')
    await Promise.all(asks)
    void desk.ask(request).catch(() => {})
    expect((await desk.human.next()).pending.draft).toBeUndefined()
  })
})

async function draftOf({ file }: Desk): Promise<AskUserQuestionAnswer | undefined> {
  const { readJournal } = await import('../src/index.ts')
  return (await readJournal(file)).entries.findLast(({ draft }) => draft)?.draft
}
