/** `ask()` in a program: answers, refusals, and nothing left behind. */
import { getEventListeners } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { isUserInteractionError } from '@deepseek-ai/dsh-user-interaction'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ask, type AskOptions, CompositionError } from '../src/index.ts'

const database = { id: 'db', question: 'Which database?', options: [{ label: 'Postgres' }, { label: 'SQLite' }] }
const request = { questions: [database] }

afterEach(() => void vi.useRealTimers())

/** Streams of a program, with a helper that waits for the prompt. */
function streams() {
  const input = new PassThrough()
  const output = new PassThrough()
  const prompted = new Promise<void>((resolve) => {
    output.on('data', (chunk: Buffer) => chunk.toString().includes('Answer: ') && resolve())
  })
  return { input, output, prompted }
}

const listeners = (stream: Readable): number => {
  return ['data', 'end', 'close', 'error', 'readable'].reduce((sum, name) => sum + stream.listenerCount(name), 0)
}

describe('ask()', () => {
  it('asks over any two streams and gives the answer', async () => {
    const { input, output } = streams()
    const before = listeners(input)
    input.write('2\n')
    expect(await ask(request, { input, output, lang: 'en' })).toEqual({ answers: [{ id: 'db', selected: ['SQLite'] }] })
    expect(listeners(input)).toBe(before)
    expect(output.listenerCount('error')).toBe(0)
    expect([input.destroyed, output.destroyed, output.writableEnded]).toEqual([false, false, false])
    input.end()
    output.end()
    expect(await text(input)).toBe('')
  })

  it('speaks Chinese', async () => {
    const { input } = streams()
    const output = new PassThrough()
    input.end('/cancel\n')
    await expect(ask(request, { input, output, lang: 'zh' })).rejects.toMatchObject({ code: 'ASK_CANCELLED' })
    output.end()
    expect(await text(output)).toContain('已全部取消')
  })

  it('may be called again, and by several at once', async () => {
    const answers = { db: 'SQLite' }
    const all = await Promise.all([1, 2, 3].map(() => ask(request, { answers })))
    expect(all).toEqual(Array.from({ length: 3 }, () => ({ answers: [{ id: 'db', selected: ['SQLite'] }] })))
  })

  it('takes answers from a file, single ones first', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ask-'))
    const answersFile = join(folder, 'a file #1?.json')
    await writeFile(
      answersFile,
      '{"answers":[{"id":"db","selected":["SQLite"]},{"id":"why","selected":[],"custom":"x"}]}',
    )
    const two = { questions: [database, { id: 'why', question: 'Why?' }] }
    expect(await ask(two, { answersFile, answers: { db: 'Postgres' } })).toEqual({
      answers: [
        { id: 'db', selected: ['Postgres'] },
        { id: 'why', selected: [], custom: 'x' },
      ],
    })
    await rm(folder, { recursive: true })
  })

  it.each<[string, unknown, AskOptions, string, string]>([
    ['what is no question', { questions: [{ id: 'a' }] }, {}, 'BAD_REQUEST', 'questions[0].question must be a string'],
    ['a repeated id', { questions: [database, database] }, {}, 'BAD_REQUEST', 'repeats questions[0].id'],
    ['nothing to ask', { questions: [] }, {}, 'EMPTY_QUESTIONS', 'at least one question'],
    ['an answer that is no option', request, { answers: { db: 'x' } }, 'BAD_ANSWER', 'answers[0].selected[0]'],
    ['a script without the question', request, { answers: { x: 'x' } }, 'PROVIDER_FAILED', 'no answer for "db"'],
    ['a script without anything', request, { provider: 'script' }, 'PROVIDER_FAILED', 'it answers nothing'],
    ['an answer file that is not there', request, { answersFile: '/nowhere/x' }, 'BAD_ANSWER', '/nowhere/x could not'],
  ])('rejects with a code for %s', async (_, asked, options, code, message) => {
    const { input, output } = streams()
    const failure = await ask(asked as typeof request, { input, output, ...options }).catch((error: unknown) => error)
    expect(isUserInteractionError(failure)).toBe(true)
    expect(failure).toMatchObject({ code })
    expect((failure as Error).message).toContain(message)
  })

  it('rejects when the input ends, with nothing chosen', async () => {
    const { input, output } = streams()
    input.end()
    await expect(ask(request, { input, output })).rejects.toMatchObject({ code: 'PROVIDER_FAILED' })
  })

  it('rejects with the faults of a cordis.yml', async () => {
    const config = '/nowhere/cordis.yml'
    await expect(ask(request, { config })).rejects.toThrow(CompositionError)
    await expect(ask(request, { config })).rejects.toThrow('config file not found: /nowhere/cordis.yml')
  })

  it('expires when the human is idle for too long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { input, output, prompted } = streams()
    const asking = ask(request, { input, output, deadlineMs: 60_000 })
    const failure = asking.catch((error: unknown) => error)
    await prompted
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await failure).toMatchObject({ code: 'ASK_EXPIRED' })
    expect(vi.getTimerCount()).toBe(0)
    expect(listeners(input)).toBe(listeners(new PassThrough()))
  })

  it('asks again for an option on demand', async () => {
    const { input, output } = streams()
    input.write('whatever you like\n1\n')
    const answer = await ask(request, { input, output, onlyOptions: true })
    expect(answer).toEqual({ answers: [{ id: 'db', selected: ['Postgres'] }] })
  })
})

describe('its signal', () => {
  it('takes the question down and leaves no listener anywhere', async () => {
    const { input, output, prompted } = streams()
    const before = listeners(input)
    const controller = new AbortController()
    const asking = ask(request, { input, output, signal: controller.signal })
    await prompted
    controller.abort()
    await expect(asking).rejects.toMatchObject({ code: 'ASK_ABORTED' })
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
    expect(listeners(input)).toBe(before)
    expect(output.listenerCount('error')).toBe(0)
  })

  it('is left alone after an answer', async () => {
    const { signal } = new AbortController()
    await ask(request, { answers: { db: 'SQLite' }, signal })
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('ends the ask before anything is shown when it was aborted before', async () => {
    const { input, output } = streams()
    const asking = ask(request, { input, output, signal: AbortSignal.abort() })
    await expect(asking).rejects.toMatchObject({ code: 'ASK_ABORTED' })
    expect(output.readableLength).toBe(0)
  })
})

it('leaves the process as it was', async () => {
  const events = ['SIGINT', 'SIGTERM', 'exit', 'uncaughtException', 'unhandledRejection']
  const counts = () => events.map((name) => process.listenerCount(name))
  const before = counts()
  await ask(request, { answers: { db: 'SQLite' } })
  expect(counts()).toEqual(before)
})
