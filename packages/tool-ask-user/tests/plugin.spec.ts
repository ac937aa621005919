/** When the tool is there, and what ends with it. */
import { expect, test, vi } from 'vitest'
import { Context } from 'cordis'
import * as toolAskUser from '../src/index.ts'
import { call, mount, mountHarness, ScriptedProvider, settle } from './mount.ts'

const proceed = { questions: [{ id: 'a', question: 'Proceed?', options: ['Yes', 'No'] }] }

function offered(ctx: Context): boolean {
  return ctx.tools.schemas().some((schema) => schema.name === 'ask_user_question')
}

test('publishes through the runtime exactly what the package publishes', async () => {
  const { ctx } = await mount()
  expect(JSON.stringify(ctx.tools.schemas())).toBe(JSON.stringify([toolAskUser.askUserQuestionTool]))
})

test('runs alone in its step, so that what comes after it waits for the human', async () => {
  const { ctx } = await mount()
  const { signal } = new AbortController()
  const exec = { callId: 'c' as never, name: 'ask_user_question', arguments: proceed, signal }
  expect(ctx.tools.executionMode(exec)).toEqual({ kind: 'exclusive' })
  expect(ctx.tools.get('ask_user_question')?.timeoutMs).toBeUndefined()
})

test('takes its open question and the tool along when it is disposed', async () => {
  const { ctx, provider, tool } = await mount()
  const result = call(ctx, proceed)
  await settle()
  await tool.dispose()
  expect((await result).error?.info).toEqual({ name: 'UserInteractionError', code: 'ASK_ABORTED' })
  expect(provider.last.pending.signal.aborted).toBe(true)
  expect(offered(ctx)).toBe(false)
  expect((await call(ctx, proceed)).error?.info?.code).toBe('UNKNOWN_TOOL')
  expect(provider.shown).toHaveLength(1)
})

test('leaves nothing behind and can be mounted again', async () => {
  const { ctx, tool } = await mount({ offer: 'while-answerable' })
  await tool.dispose()
  const again = await ctx.plugin(toolAskUser, { offer: 'while-answerable' })
  expect(offered(ctx)).toBe(true)
  await again.dispose()
  expect(offered(ctx)).toBe(false)
})

test('is offered always by default, provider or not, so the cached prefix never changes', async () => {
  const { ctx, removeProvider } = await mount()
  const changed = vi.fn<() => void>()
  ctx.on('tools/change', changed)
  removeProvider()
  const dispose = ctx.userInteraction.registerProvider(new ScriptedProvider())
  expect(offered(ctx)).toBe(true)
  dispose()
  expect(offered(ctx)).toBe(true)
  expect(changed).not.toHaveBeenCalled()
})

test('follows whether somebody can answer, when told to', async () => {
  const ctx = await mountHarness()
  await ctx.plugin(toolAskUser, { offer: 'while-answerable' })
  expect(offered(ctx)).toBe(false)
  for (let round = 0; round < 3; round++) {
    const dispose = ctx.userInteraction.registerProvider(new ScriptedProvider())
    expect(offered(ctx)).toBe(true)
    dispose()
    expect(offered(ctx)).toBe(false)
  }
})

test('follows a provider that cannot always reach somebody', async () => {
  const ctx = await mountHarness()
  await ctx.plugin(toolAskUser, { offer: 'while-answerable' })
  let tell: (answerable: boolean) => void = () => {}
  ctx.userInteraction.registerProvider(
    Object.assign(new ScriptedProvider(), {
      watchAnswerable(listener: (answerable: boolean) => void) {
        tell = listener
        listener(false)
        return () => {}
      },
    }),
  )
  const seen = [false, true, true, false, false, true].map((answerable) => {
    tell(answerable)
    return offered(ctx)
  })
  expect(seen).toEqual([false, true, true, false, false, true])
})

test('is offered from the start when somebody can answer already, once', async () => {
  const ctx = await mountHarness()
  ctx.userInteraction.registerProvider(new ScriptedProvider())
  const changed = vi.fn<() => void>()
  ctx.on('tools/change', changed)
  await ctx.plugin(toolAskUser, { offer: 'while-answerable' })
  expect(offered(ctx)).toBe(true)
  expect(changed).toHaveBeenCalledTimes(1)
})

test('does not come back after it was disposed', async () => {
  const { ctx, tool, removeProvider } = await mount({ offer: 'while-answerable' })
  removeProvider()
  await tool.dispose()
  ctx.userInteraction.registerProvider(new ScriptedProvider())
  expect(offered(ctx)).toBe(false)
})

test('lets an open question go on when the tool is withdrawn', async () => {
  const ctx = await mountHarness()
  const provider = new ScriptedProvider()
  let tell: (answerable: boolean) => void = () => {}
  ctx.userInteraction.registerProvider(
    Object.assign(provider, {
      watchAnswerable(listener: (answerable: boolean) => void) {
        tell = listener
        listener(true)
        return () => {}
      },
    }),
  )
  await ctx.plugin(toolAskUser, { offer: 'while-answerable' })
  const result = call(ctx, proceed)
  await settle()
  tell(false)
  expect(offered(ctx)).toBe(false)
  provider.last.answer({ answers: [{ id: 'a', selected: ['Yes'] }] })
  expect((await result).isError).toBe(false)
})
