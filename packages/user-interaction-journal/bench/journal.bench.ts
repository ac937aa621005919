/** What a journal adds to an ask, against the same bytes appended and synced; and opening one with 20,000 records. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import UserInteraction, { type UserInteractionProvider } from '@deepseek-ai/dsh-user-interaction'
import { Journal } from '@deepseek-ai/dsh-user-interaction-journal'
import { Context } from 'cordis'
import { alternate } from '../../../scripts/bench/alternate.ts'
import { type Figure, us } from '../../../scripts/bench/report.ts'

// Beside the repository: a folder for temporary files is often no disk.
const folder = mkdtempSync(fileURLToPath(new URL('../bench-', import.meta.url)))
const limits = { retentionMs: 1e9, maxBytes: 1e9, compactBytes: 1e9 }
const warn = (error: unknown): never => {
  throw error
}
const answer = { answers: [{ id: 'go', selected: ['Yes'] }] }
const questions = [{ id: 'go', question: 'Go on?', options: [{ label: 'Yes' }, { label: 'No' }] }]
const person: UserInteractionProvider = { ask: () => Promise.resolve(answer) }

/** A seam of its own, with this provider. */
async function seamOf(provider: UserInteractionProvider): Promise<Context> {
  const root = new Context()
  await root.plugin(UserInteraction, { handoverMs: 0 })
  root.userInteraction.registerProvider(provider)
  return root
}

async function asking(): Promise<Figure[]> {
  const path = join(folder, 'asks.jsonl')
  const journal = new Journal({ path, ...limits, warn })
  const through = await seamOf(journal.over(person))
  await through.userInteraction.ask({ questions })
  await journal.close()
  // The lines of one ask, behind the one that says who opened the file.
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n').slice(1)
  const again = new Journal({ path: join(folder, 'more.jsonl'), ...limits, warn })
  const seam = await seamOf(again.over(person))
  const bare = await open(join(folder, 'bare.jsonl'), 'a')
  const { microseconds, ratios } = await alternate(
    {
      journal: () => seam.userInteraction.ask({ questions }),
      bare: () => appendEach(bare, lines),
    },
    { rounds: 30, calls: 40 },
  )
  await again.close()
  await bare.close()
  return [
    {
      what: `ask() with a journal, against its ${lines.length} lines appended and synced, each by itself`,
      ours: us(microseconds['journal']),
      against: us(microseconds['bare']),
      ratio: ratios['bare'] ?? NaN,
      goal: 1.5,
    },
  ]
}

/** Each line durable before the next. */
async function appendEach(file: FileHandle, lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    await file.appendFile(`${line}\n`)
    await file.datasync()
  }
}

async function opening(): Promise<Figure[]> {
  const [many, few] = [join(folder, 'many.jsonl'), join(folder, 'few.jsonl')]
  await writeAsks(many, 20_000 / 3)
  await writeAsks(few, 2000 / 3)
  const { microseconds, ratios } = await alternate(
    {
      open: () => openAndClose(many),
      read: () => readAndParse(many),
      tenth: async () => {
        for (let tenth = 0; tenth < 10; tenth++) await openAndClose(few)
      },
    },
    { rounds: 20, calls: 1 },
  )
  const size = `${Math.round(statSync(many).size / 1024)} KiB`
  return [
    {
      what: `opening a journal of 20,000 records (${size}), against reading and parsing the file`,
      ours: us(microseconds['open']),
      against: us(microseconds['read']),
      ratio: ratios['read'] ?? NaN,
      goal: 2,
    },
    {
      what: 'opening 20,000 records, against ten times 2,000',
      ours: us(microseconds['open']),
      against: us(microseconds['tenth']),
      ratio: ratios['tenth'] ?? NaN,
      goal: 1.5,
    },
  ]
}

/** A journal with so many asks, all of them answered and delivered: three records each. */
async function writeAsks(path: string, asks: number): Promise<void> {
  const journal = new Journal({ path, ...limits, warn })
  const seam = await seamOf(journal.over(person))
  for (let at = 0; at < asks; at += 500) {
    await Promise.all(Array.from({ length: Math.min(500, asks - at) }, () => seam.userInteraction.ask({ questions })))
  }
  await journal.close()
}

async function openAndClose(path: string): Promise<void> {
  const journal = new Journal({ path, ...limits, warn })
  await journal.open()
  await journal.close()
}

async function readAndParse(path: string): Promise<number> {
  const lines = (await readFile(path, 'utf8')).split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as unknown).length
}

try {
  process.stdout.write(`${JSON.stringify([...(await asking()), ...(await opening())])}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
