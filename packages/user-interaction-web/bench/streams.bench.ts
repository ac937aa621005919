/** 200 pending asks and 20 clients: until each has the list, until a settled ask has reached all, and the memory. */
import { get, type IncomingMessage } from 'node:http'
import { type Figure } from '../../../scripts/bench/report.ts'
import { openFloor } from './floor.ts'
import { ask, middle, serve } from './provider.ts'

const [asks, clients, settles, rounds] = [200, 20, 20, 20]
const questions = [
  {
    id: 'store',
    question: 'Where should sessions be kept?',
    detail: 'We have two tables already. '.repeat(20),
    options: [{ label: 'Postgres', description: 'One more table.' }, { label: 'Redis' }, { label: 'Files' }],
  },
]

/** A client that only counts: when it has had so many bytes in all. */
class Client {
  private received = 0
  private wanted = Infinity
  private done: () => void = () => {}
  private response: IncomingMessage | undefined

  constructor(url: string, cookie: string) {
    get(url, { headers: { cookie }, agent: false }, (response) => {
      this.response = response
      response.on('data', (chunk: Buffer) => {
        this.received += chunk.length
        if (this.received >= this.wanted) this.done()
      })
    })
  }

  /** Resolves when so many bytes have come since the client was made. */
  has(bytes: number): Promise<void> {
    this.wanted = bytes
    if (this.received >= bytes) return Promise.resolve()
    return new Promise((resolve) => (this.done = resolve))
  }

  close(): void {
    this.response?.destroy()
  }
}

interface Times {
  readonly list: number
  readonly settle: number
}

/** The bytes that one client of ours gets: the list, and the news that one ask is over. */
async function record(): Promise<{ list: Buffer; news: Buffer }> {
  const served = await serve()
  const open = Array.from({ length: asks }, (_, index) => ask(served, `ask-${1e6 + index}`, questions))
  for (const { answer } of open) answer.catch(() => {})
  const chunks: Buffer[] = []
  let wake: () => void = () => {}
  get(`${served.origin}/events`, { headers: { cookie: served.cookie } }, (response) => {
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      wake()
    })
  })
  const until = async (end: string): Promise<Buffer> => {
    while (!Buffer.concat(chunks).toString().endsWith(end)) await new Promise<void>((resolve) => (wake = resolve))
    return Buffer.concat(chunks.splice(0))
  }
  const list = await until(']}\n\n')
  open[0]?.withdraw()
  const news = await until('}}\n\n')
  void served.provider.close()
  return { list, news }
}

async function time(
  url: string,
  cookie: string,
  sizes: readonly [number, number],
  settle: (index: number) => void,
): Promise<Times> {
  const began = performance.now()
  const all = Array.from({ length: clients }, () => new Client(url, cookie))
  await Promise.all(all.map((client) => client.has(sizes[0])))
  const listed = performance.now()
  for (let index = 0; index < settles; index++) {
    const arrived = all.map((client) => client.has(sizes[0] + (index + 1) * sizes[1]))
    settle(index)
    await Promise.all(arrived)
  }
  const settled = performance.now()
  for (const client of all) client.close()
  return { list: listed - began, settle: (settled - listed) / settles }
}

const { list, news } = await record()
const sizes = [list.length, news.length] as const
const heap = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const ours: Times[] = []
const bare: Times[] = []
let bytes = 0
for (let round = 0; round < rounds; round++) {
  const before = heap()
  const served = await serve()
  const open = Array.from({ length: asks }, (_, index) => ask(served, `ask-${1e6 + index}`, questions))
  for (const { answer } of open) answer.catch(() => {})
  ours.push(await time(`${served.origin}/events`, served.cookie, sizes, (index) => open[index]?.withdraw()))
  bytes = heap() - before
  await served.provider.close()

  const floor = await openFloor(list)
  bare.push(await time(`${floor.origin}/events`, '', sizes, () => floor.send(news)))
  floor.close()
}

const compare = (what: string, of: (times: Times) => number): Figure => ({
  what,
  ours: `${middle(ours.map(of)).toFixed(1)} ms`,
  against: `bare node:http ${middle(bare.map(of)).toFixed(1)} ms`,
  ratio: middle(ours.map((times, round) => of(times) / of(bare[round] ?? times))),
  goal: 1.5,
})

const figures: Figure[] = [
  compare('200 pending asks, until 20 clients have the list', ({ list: ms }) => ms),
  compare('one settled ask, until 20 clients know', ({ settle }) => settle),
  { what: '200 pending asks and 20 clients, heap', ours: `${(bytes / 2 ** 20).toFixed(1)} MiB`, against: '' },
]
process.stdout.write(`${JSON.stringify(figures)}\n`)
process.exit()
