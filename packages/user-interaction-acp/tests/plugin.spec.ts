/** The plugin in a composition: there while an editor is, and what becomes of a question when the editor is not. */
import { loadComposition } from '@deepseek-ai/dsh-testkit'
import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import { Context } from 'cordis'
import { expect, onTestFinished, test } from 'vitest'
import UserInteraction from '@deepseek-ai/dsh-user-interaction'
import * as plugin from '../src/index.ts'
import { arrive, type Seat, sitDown } from './seat.ts'

const store: AskUserQuestionItem = {
  id: 'store',
  question: 'Which store?',
  options: [{ label: 'Files' }, { label: 'SQLite' }],
}

/** What the agent's own plugin provides for this editor. */
function clientOf({ connection, harness, sessions }: Seat): plugin.AcpClient {
  return {
    connection,
    capabilities: harness.capabilities,
    sessionOf() {
      return { sessionId: sessions[this === undefined ? -1 : 0] ?? 'none' }
    },
  }
}

test('is mounted by the Loader, waits for an editor, and is gone with it', async () => {
  const yaml = `
- id: seam
  name: '@deepseek-ai/dsh-user-interaction'
- id: acp
  name: '@deepseek-ai/dsh-user-interaction-acp'
  config: { lang: zh }
`
  const { ctx, entry, dispose } = await loadComposition(yaml, import.meta.url)
  expect(ctx.userInteraction.answerable).toBe(false)
  const seat = await sitDown()
  const withdraw = ctx.provide('acpClient', clientOf(seat))
  await ctx.loader.await()
  expect(entry('acp').fiber?.state).toBe(2)
  expect(ctx.userInteraction.answerable).toBe(true)
  const answer = ctx.userInteraction.ask({ questions: [store] })
  await arrive()
  expect(seat.editor.windows).toMatchObject([{ sessionId: 'session-1', text: expect.stringContaining('自己的话') }])
  withdraw()
  await expect(answer).rejects.toMatchObject({ code: 'PROVIDER_GONE' })
  await arrive()
  expect(ctx.userInteraction.answerable).toBe(false)
  expect(seat.editor.windows).toHaveLength(0)
  expect(seat.listeners()).toBe(0)
  await dispose()
})

test('hands an open question to the editor that connects after the one that was lost', async () => {
  const ctx = new Context()
  onTestFinished(() => ctx.fiber.dispose())
  await ctx.plugin(UserInteraction, { handoverMs: 60_000 })
  await ctx.plugin(plugin, { soonestMs: 0 })
  const first = await sitDown()
  const withdraw = ctx.provide('acpClient', clientOf(first))
  await arrive()
  const answer = ctx.userInteraction.ask({ questions: [store] })
  await arrive()
  expect(first.editor.windows).toHaveLength(1)
  first.hangUp()
  await arrive()
  expect(ctx.userInteraction.pending).toMatchObject([{ state: 'queued' }])
  withdraw()
  await arrive()
  const second = await sitDown()
  ctx.provide('acpClient', clientOf(second))
  await arrive()
  second.editor.answer(store, { id: 'store', selected: ['SQLite'] })
  second.editor.send([store])
  expect(await answer).toEqual({ answers: [{ id: 'store', selected: ['SQLite'] }] })
  expect(first.listeners()).toBe(0)
})
