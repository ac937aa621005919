import { readdirSync, readFileSync } from 'node:fs'
import { loadComposition } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { call, open } from './open.ts'

const questionsFolder = new URL('../questions/', import.meta.url)
const question = { id: 'go', question: 'Go on?', options: [{ label: 'Yes' }, { label: 'No' }] }

describe('the smallest composition', () => {
  it('is ten lines at most', () => {
    const text = readFileSync(new URL('../compositions/smallest.yml', import.meta.url), 'utf8')
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(10)
  })

  it('gives a tool that answers through the provider in it', async () => {
    const composition = await open('smallest')
    const result = await call(composition, 'ask_user_question', { questions: [question] })
    expect(result.text).toBe('{"answers":[{"id":"go","selected":["Yes"]}]}')
  })

  it.each(readdirSync(questionsFolder))('can be asked %s', async (file) => {
    const composition = await open('smallest')
    const args: unknown = JSON.parse(readFileSync(new URL(file, questionsFolder), 'utf8'))
    const result = await call(composition, 'ask_user_question', args)
    expect(result).toMatchObject({ isError: false })
  })

  it('rejects an open question with PROVIDER_GONE when its provider is disabled', async () => {
    const { ctx, entry } = await openWaiting()
    const answer = ctx.userInteraction.ask({ questions: [question] })
    await Promise.all([
      expect(answer).rejects.toMatchObject({ code: 'PROVIDER_GONE' }),
      entry('provider').update({ disabled: true }),
    ])
  })

  it('takes the tool away and ends its open question when the tool is disabled', async () => {
    const composition = await openWaiting()
    const result = call(composition, 'ask_user_question', { questions: [question] })
    await new Promise(setImmediate)
    expect(composition.ctx.userInteraction.pending).toHaveLength(1)
    await composition.entry('tool-ask-user').update({ disabled: true })
    await expect(result).resolves.toMatchObject({ isError: true, error: { info: { code: 'ASK_ABORTED' } } })
    expect(composition.ctx.tools.schemas()).toEqual([])
  })
})

/** The smallest composition with a provider that never answers in place of its own. */
async function openWaiting() {
  const yaml = readFileSync(new URL('../compositions/smallest.yml', import.meta.url), 'utf8').replace(
    '../plugins/ten-lines.ts',
    './waiting.ts',
  )
  const waiting = `
    export const inject = ['userInteraction']
    export const apply = (ctx) => ctx.userInteraction.registerProvider({ ask: () => new Promise(() => {}) })
  `
  const composition = await loadComposition(yaml, import.meta.url, { 'waiting.ts': waiting })
  onTestFinished(() => composition.dispose())
  return composition
}

describe('the composition without the tool', () => {
  it('offers the model nothing to ask with, while plugins still may', async () => {
    const composition = await open('without-the-tool')
    expect(composition.ctx.tools.schemas()).toEqual([])
    const result = await call(composition, 'ask_user_question', { questions: [question] })
    expect(result).toMatchObject({ isError: true, error: { info: { code: 'UNKNOWN_TOOL' } } })
    await expect(composition.ctx.userInteraction.ask({ questions: [question] })).resolves.toEqual({
      answers: [{ id: 'go', selected: ['Yes'] }],
    })
  })
})
