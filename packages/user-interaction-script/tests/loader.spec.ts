import { type Composition, loadComposition } from '@deepseek-ai/dsh-testkit'
import { afterEach, describe, expect, it } from 'vitest'

const database = { id: 'db', question: 'Which database?', options: [{ label: 'SQLite' }, { label: 'Postgres' }] }
const sinks = {
  id: 'sinks',
  question: 'Where to log?',
  options: [{ label: 'file' }, { label: 'net' }],
  multiSelect: true,
}
const reason = { id: 'why', question: 'Why?' }

let composition: Composition | undefined
afterEach(() => composition?.dispose())

async function boot(config: string, files?: Record<string, string>) {
  composition = await loadComposition(
    `
- id: seam
  name: '@deepseek-ai/dsh-user-interaction'
- id: human
  name: '@deepseek-ai/dsh-user-interaction-script'
  config: ${config}
`,
    import.meta.url,
    files,
  )
  return composition
}

describe('a scripted human in a cordis.yml', () => {
  it('answers from a file beside it', async () => {
    const answers =
      '{"answers":[{"id":"db","selected":["Postgres"]},{"id":"why","selected":[],"custom":"it is there"}]}'
    const { ctx } = await boot('{ file: "./my answers #1.json" }', { 'my answers #1.json': answers })
    await expect(ctx.userInteraction.ask({ questions: [reason, database] })).resolves.toEqual({
      answers: [
        { id: 'why', selected: [], custom: 'it is there' },
        { id: 'db', selected: ['Postgres'] },
      ],
    })
  })

  it('answers in short, which wins over the file', async () => {
    const file = '{"answers":[{"id":"db","selected":["Postgres"]}]}'
    const { ctx } = await boot('{ file: a.json, answers: { db: SQLite, sinks: [net, file] } }', { 'a.json': file })
    await expect(ctx.userInteraction.ask({ questions: [database, sinks] })).resolves.toEqual({
      answers: [
        { id: 'db', selected: ['SQLite'] },
        { id: 'sinks', selected: ['net', 'file'] },
      ],
    })
  })

  it('fails the whole ask for a question it does not cover, naming it', async () => {
    const { ctx } = await boot('{ answers: { db: SQLite } }')
    await expect(ctx.userInteraction.ask({ questions: [database, reason] })).rejects.toMatchObject({
      code: 'PROVIDER_FAILED',
      message: 'the script has no answer for "why"; it answers "db"',
    })
  })

  it('never reads a slip as an answer: a value that is no label is refused', async () => {
    const { ctx } = await boot('{ answers: { db: Postgers } }')
    await expect(ctx.userInteraction.ask({ questions: [database] })).rejects.toMatchObject({
      code: 'BAD_ANSWER',
      message: expect.stringContaining('answers[0].selected[0] must be one of the labels of question "db"'),
    })
  })

  it('does not start on a file that is missing or broken', async () => {
    const missing = await boot('{ file: nowhere.json }')
    expect(missing.entry('human').fiber?.state).not.toBe(2)
    await missing.dispose()
    const broken = await boot('{ file: a.json }', { 'a.json': '{}' })
    expect(broken.entry('human').fiber?.state).not.toBe(2)
    await expect(broken.ctx.userInteraction.ask({ questions: [reason] })).rejects.toMatchObject({ code: 'NO_PROVIDER' })
  })
})
