/** What a journal behind the page asks of the server: commits before success, drafts kept, and where else it was answered. */
import { type PendingAsk, UserInteractionError } from '@deepseek-ai/dsh-user-interaction'
import { get } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { parseEvent, type WireEvent } from '../src/codec.ts'
import { choose, Desk, store } from './wire.ts'

const desks: Desk[] = []

async function open(): Promise<Desk> {
  const desk = await Desk.open()
  desks.push(desk)
  return desk
}

afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.provider.close()
})

const files = { answers: [{ id: 'store', selected: ['Files'] }] }

/** A commit in the hand of a test. */
class Commit {
  readonly asked: unknown[] = []
  private readonly runs: { resolve(): void; reject(error: Error): void }[] = []
  private begun: () => void = () => {}

  readonly commit: NonNullable<PendingAsk['commit']> = (answer) => {
    this.asked.push(answer)
    return new Promise<void>((resolve, reject) => {
      this.runs.push({ resolve, reject })
      this.begun()
    })
  }

  /** Resolves when so many have begun. */
  async began(count: number): Promise<void> {
    while (this.runs.length < count) await new Promise<void>((resolve) => (this.begun = resolve))
  }

  last(index = this.runs.length - 1): { resolve(): void; reject(error: Error): void } {
    const run = this.runs[index]
    if (!run) throw new Error('no commit has begun')
    return run
  }
}

/** Every event of the desk so far and from now on. */
async function watch(desk: Desk): Promise<{ events: WireEvent[]; until(kind: string): Promise<WireEvent> }> {
  const events: WireEvent[] = []
  let wake: () => void = () => {}
  const own = { host: '127.0.0.1', port: desk.address.port, path: '/events', agent: false }
  const sent = get({ ...own, headers: { cookie: desk.cookie } }, (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (chunk: string) => {
      const frames = (text + chunk).split('\n\n')
      text = frames.pop() ?? ''
      events.push(...frames.map((frame) => parseEvent(frame.slice('data: '.length))))
      wake()
    })
    response.on('error', () => {})
  })
  sent.on('error', () => {})
  const until = async (kind: string): Promise<WireEvent> => {
    for (;;) {
      const found = events.find((event) => event.kind === kind)
      if (found) return found
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  await until('snapshot')
  return { events, until }
}

describe('a commit', () => {
  it('comes before success is told to anybody, and gets the checked answer', async () => {
    const desk = await open()
    const { events, until } = await watch(desk)
    const own = new Commit()
    const ask = desk.ask([store], { commit: own.commit })
    let replied = false
    const reply = desk.post(ask.id, 'answer', choose('Files')).finally(() => (replied = true))
    await own.began(1)
    expect(own.asked).toEqual([files])
    // Whatever else the server does meanwhile, it tells neither the sender nor the other pages.
    await desk.call('/page.css')
    expect([replied, events.some(({ kind }) => kind === 'settled')]).toEqual([false, false])
    own.last().resolve()
    expect((await reply).status).toBe(200)
    await expect(ask.outcome).resolves.toEqual(files)
    expect(await until('settled')).toMatchObject({ settled: { outcome: 'answered', answer: files } })
  })

  it('that lasts makes every other answer come too late', async () => {
    const desk = await open()
    const own = new Commit()
    const ask = desk.ask([store], { commit: own.commit })
    const first = desk.post(ask.id, 'answer', choose('Files'))
    await own.began(1)
    const others = ['SQLite', 'Redis'].map((label) => desk.post(ask.id, 'answer', choose(label)))
    await desk.call('/page.css')
    own.last().resolve()
    expect((await first).status).toBe(200)
    for (const { status, error } of await Promise.all(others)) {
      expect([status, error.outcome]).toEqual([409, 'answered'])
    }
    expect(own.asked).toHaveLength(1)
  })

  it('that finds the answer bad leaves the ask open, and whoever waited behind it gets their turn, one at a time', async () => {
    const desk = await open()
    const own = new Commit()
    const ask = desk.ask([store], { commit: own.commit })
    const first = desk.post(ask.id, 'answer', choose('Files'))
    await own.began(1)
    const others = ['SQLite', 'Redis'].map((label) => desk.post(ask.id, 'answer', choose(label)))
    await desk.call('/page.css')
    own.last().reject(new UserInteractionError('BAD_ANSWER', 'the answer does not fit: answers[0].id must be free'))
    const { status, error } = await first
    expect([status, error]).toEqual([400, { code: 'bad_answer', message: 'answers[0].id must be free' }])
    await own.began(2)
    await desk.call('/page.css')
    expect(own.asked).toHaveLength(2)
    own.last().resolve()
    expect((await Promise.all(others)).map((reply) => reply.status).toSorted()).toEqual([200, 409])
    await expect(ask.outcome).resolves.toEqual(own.asked[1])
  })

  it('that fails sends nothing, says so, and ends the ask with its error', async () => {
    const desk = await open()
    const { until } = await watch(desk)
    const own = new Commit()
    const ask = desk.ask([store], { commit: own.commit })
    const reply = desk.post(ask.id, 'answer', choose('Files'))
    await own.began(1)
    own.last().reject(new UserInteractionError('PROVIDER_FAILED', 'the disk is full'))
    const { status, error } = await reply
    expect([status, error]).toEqual([
      500,
      { code: 'not_kept', message: 'the answer could not be kept, so nothing was sent' },
    ])
    await expect(ask.outcome).resolves.toBe('PROVIDER_FAILED')
    const settled = await until('settled')
    expect(settled).toMatchObject({ settled: { outcome: 'failed', notKept: true } })
    expect(JSON.stringify(settled)).not.toContain('"answer"')
  })

  it.each([
    ['lasts', 200, 'answered', (commit: Commit) => commit.last().resolve()],
    ['fails', 409, 'aborted', (commit: Commit) => commit.last().reject(new Error('gone'))],
    ['is bad', 409, 'aborted', (commit: Commit) => commit.last().reject(new UserInteractionError('BAD_ANSWER'))],
  ] as const)('under way is waited for when the asker gives up: it %s', async (_, expected, outcome, end) => {
    const desk = await open()
    const { events, until } = await watch(desk)
    const own = new Commit()
    const ask = desk.ask([store], { commit: own.commit })
    const reply = desk.post(ask.id, 'answer', choose('Files'))
    await own.began(1)
    ask.abort()
    await desk.call('/page.css')
    expect(events.some(({ kind }) => kind === 'settled')).toBe(false)
    end(own)
    expect((await reply).status).toBe(expected)
    expect(await until('settled')).toMatchObject({ settled: { outcome } })
    await expect(ask.outcome).resolves.toEqual(outcome === 'answered' ? files : 'ASK_ABORTED')
  })

  it('under way is waited for when the server closes', async () => {
    const desk = await open()
    const own = new Commit()
    const ask = desk.ask([store], { commit: own.commit })
    const reply = desk.post(ask.id, 'answer', choose('Files'))
    await own.began(1)
    const closing = desk.provider.close()
    own.last().resolve()
    expect((await reply).status).toBe(200)
    await closing
    await expect(ask.outcome).resolves.toEqual(files)
  })

  it('is no part of declining', async () => {
    const desk = await open()
    const own = new Commit()
    const ask = desk.ask([store], { commit: own.commit })
    expect((await desk.post(ask.id, 'decline', { v: 1 })).status).toBe(200)
    await expect(ask.outcome).resolves.toBe('ASK_CANCELLED')
    expect(own.asked).toEqual([])
  })
})

describe('a draft', () => {
  it('from before travels with the ask, and the newest with every snapshot', async () => {
    const desk = await open()
    const first = await watch(desk)
    const saved: unknown[] = []
    const ask = desk.ask([store], { draft: files, saveDraft: (draft) => void saved.push(draft) })
    expect(await first.until('asked')).toMatchObject({ ask: { keepsDrafts: true }, draft: files })
    expect((await desk.post(ask.id, 'draft', choose('Redis'))).status).toBe(200)
    expect(saved).toEqual([{ answers: [{ id: 'store', selected: ['Redis'] }] }])
    const second = await watch(desk)
    expect(await second.until('snapshot')).toMatchObject({ drafts: { [ask.id]: saved[0] } })
    ask.abort()
    expect(JSON.stringify(await second.until('settled'))).not.toMatch(/Redis"\]|keepsDrafts/)
  })

  it('is kept only where the ask keeps drafts, and only if it fits', async () => {
    const desk = await open()
    const plain = desk.ask([store], { draft: files })
    expect((await desk.post(plain.id, 'draft', choose('Files'))).error.code).toBe('not_found')
    const saved: unknown[] = []
    const ask = desk.ask([store], { saveDraft: (draft) => void saved.push(draft) })
    expect((await desk.post(ask.id, 'draft', choose('Paper'))).status).toBe(400)
    expect((await desk.post(ask.id, 'draft', { v: 1 })).status).toBe(400)
    expect((await desk.post('nope', 'draft', choose('Files'))).status).toBe(404)
    for (const headers of [
      { origin: 'http://evil.example' },
      { cookie: undefined },
      { 'content-type': 'text/plain' },
    ]) {
      expect((await desk.post(ask.id, 'draft', choose('Files'), { headers })).status).toBeGreaterThanOrEqual(401)
    }
    ask.abort()
    expect((await desk.post(ask.id, 'draft', choose('Files'))).status).toBe(409)
    expect(saved).toEqual([])
  })

  it('comes too late while its ask is being sent', async () => {
    const desk = await open()
    const own = new Commit()
    const saved: unknown[] = []
    const ask = desk.ask([store], { commit: own.commit, saveDraft: (draft) => void saved.push(draft) })
    const reply = desk.post(ask.id, 'answer', choose('Files'))
    await own.began(1)
    expect((await desk.post(ask.id, 'draft', choose('Redis'))).status).toBe(200)
    own.last().resolve()
    expect((await reply).status).toBe(200)
    expect(saved).toEqual([])
  })
})

describe('another surface', () => {
  it('is named where it answered', async () => {
    const desk = await open()
    const { until } = await watch(desk)
    const ask = desk.ask([store])
    ask.abort(new UserInteractionError('ASK_ABORTED', 'answered elsewhere', { surface: 'form' }))
    expect(await until('settled')).toMatchObject({ settled: { outcome: 'aborted', surface: 'form' } })
  })
})
