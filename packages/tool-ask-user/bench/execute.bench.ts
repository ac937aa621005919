/** A whole `ctx.tools.execute` and the tool's definition, against the published peer pair in the same real runtime. */
import type { Context } from 'cordis'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { alternate } from '../../../scripts/bench/alternate.ts'
import { type Figure, us } from '../../../scripts/bench/report.ts'
import { call, mountBoth } from './runtimes.ts'

const answers = [
  { id: 'db', selected: ['SQLite (Recommended)'] },
  { id: 'why', selected: [], custom: 'it is small' },
]
const options = [
  { label: 'SQLite (Recommended)', description: 'One file' },
  { label: 'Postgres', description: 'A server' },
]
const args = {
  questions: [
    { id: 'db', header: 'Storage', question: 'Where do we keep the sessions?', options, multi_select: false },
    { id: 'why', question: 'Why?' },
  ],
}

const { ours, peer } = await mountBoth(() => ({ answers }))
const { microseconds, ratios } = await alternate(
  { ours: () => call(ours, args), peer: () => call(peer, args) },
  { rounds: 60, calls: 200 },
)

function definition(ctx: Context): { bytes: number; tokens: number } {
  const schema = ctx.tools.schemas().find(({ name }) => name === 'ask_user_question')
  if (!schema) throw new Error('the tool is not there')
  const { name, description, parameters } = schema
  const text = JSON.stringify({ name, description, parameters })
  return { bytes: Buffer.byteLength(text), tokens: countTokens(text) }
}

const [own, theirs] = [definition(ours), definition(peer)]
const figures: Figure[] = [
  {
    what: 'tools.execute',
    ours: us(microseconds['ours']),
    against: `peer ${us(microseconds['peer'])}`,
    ratio: ratios['peer'] ?? NaN,
    goal: 1,
  },
  {
    what: 'tool definition, o200k tokens',
    ours: `${own.tokens}`,
    against: `peer ${theirs.tokens}`,
    value: own.tokens,
    goal: 230,
  },
  {
    what: 'tool definition, bytes',
    ours: `${own.bytes}`,
    against: `peer ${theirs.bytes}`,
    ratio: own.bytes / theirs.bytes,
  },
]
process.stdout.write(`${JSON.stringify(figures)}\n`)
