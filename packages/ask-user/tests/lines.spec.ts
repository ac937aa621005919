/** The plugin that joins the line provider to the program's streams. */
import { PassThrough } from 'node:stream'
import { UserInteraction } from '@deepseek-ai/dsh-user-interaction'
import { Context } from 'cordis'
import { expect, it, onTestFinished } from 'vitest'
import { Desk } from '../src/desk.ts'
import * as lines from '../src/lines.ts'

it('waits until a program says where lines come from, and opens nothing before', async () => {
  const ctx = new Context()
  onTestFinished(async () => void (await ctx.fiber.dispose()))
  await ctx.plugin(UserInteraction)
  void ctx.plugin(lines)
  expect(ctx.userInteraction.answerable).toBe(false)

  const opened: string[] = []
  const input = new PassThrough()
  ctx.provide(
    'askUser',
    new Desk({
      provider: 'stdio',
      script: {},
      output: new PassThrough(),
      openInput() {
        opened.push('input')
        return { input, close: () => opened.push('closed') }
      },
    }),
  )
  await expect.poll(() => ctx.userInteraction.answerable).toBe(true)
  expect(opened).toEqual(['input'])

  input.write('because\n')
  const answer = await ctx.userInteraction.ask({ questions: [{ id: 'why', question: 'Why?' }] })
  expect(answer).toEqual({ answers: [{ id: 'why', selected: [], custom: 'because' }] })
})
