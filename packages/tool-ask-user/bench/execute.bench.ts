/** A whole `ctx.tools.execute` and the tool's definition, against the published peer pair in the same real runtime. */
import AgentRegistry from '@deepseek-ai/dsh-agent'
import SystemPrompt from '@deepseek-ai/dsh-system-prompt'
import * as tool from '@deepseek-ai/dsh-tool-ask-user'
import ToolRuntime from '@deepseek-ai/dsh-tools'
import UserInteraction from '@deepseek-ai/dsh-user-interaction'
import PeerService from '@deepseek-ai/dsh-user-questions'
import { Context } from 'cordis'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import * as peerTool from 'peer-tool-ask-user'
import { alternate } from '../../../scripts/bench/alternate.ts'
import { type Figure, us } from '../../../scripts/bench/report.ts'

const answer = {
  answers: [
    { id: 'db', selected: ['SQLite (Recommended)'] },
    { id: 'why', selected: [], custom: 'it is small' },
  ],
}
const provider = { ask: () => Promise.resolve(answer) }
const args = {
  questions: [
    {
      id: 'db',
      header: 'Storage',
      question: 'Where do we keep the sessions?',
      multi_select: false,
      options: [
        { label: 'SQLite (Recommended)', description: 'One file' },
        { label: 'Postgres', description: 'A server' },
      ],
    },
    { id: 'why', question: 'Why?' },
  ],
}

/** The same real runtime for both: agents, system prompt, tools; then a seam, its provider and its tool. */
async function harness(mount: (ctx: Context) => Promise<void>): Promise<Context> {
  const ctx = new Context()
  await ctx.plugin(AgentRegistry)
  await ctx.plugin(SystemPrompt)
  await ctx.plugin(ToolRuntime)
  await mount(ctx)
  return ctx
}

const ours = await harness(async (ctx) => {
  await ctx.plugin(UserInteraction, {})
  ctx.userInteraction.registerProvider(provider)
  await ctx.plugin(tool, {})
})
const peer = await harness(async (ctx) => {
  await ctx.plugin(PeerService)
  ctx.userQuestions.registerProvider(provider)
  await ctx.plugin(peerTool)
})

async function execute(ctx: Context): Promise<void> {
  const { signal } = new AbortController()
  const result = await ctx.tools.execute({
    callId: 'call' as never,
    name: 'ask_user_question',
    arguments: args,
    signal,
  })
  if (result.isError) throw new Error(JSON.stringify(result.content))
}

const { microseconds, ratios } = await alternate(
  { ours: () => execute(ours), peer: () => execute(peer) },
  { rounds: 60, calls: 200 },
)

function definition(ctx: Context): { bytes: number; tokens: number } {
  const schema = ctx.tools.schemas().find(({ name }) => name === 'ask_user_question')
  if (!schema) throw new Error('the tool is not there')
  const { name, description, parameters } = schema
  const texts = [name, description, JSON.stringify(parameters)]
  return { bytes: Buffer.byteLength(texts.join('')), tokens: texts.reduce((sum, text) => sum + countTokens(text), 0) }
}

const [own, theirs] = [definition(ours), definition(peer)]
const figures: Figure[] = [
  {
    what: 'tools.execute against the peer',
    ours: us(microseconds['ours']),
    against: us(microseconds['peer']),
    ratio: ratios['peer'] ?? NaN,
    goal: 1,
  },
  {
    what: 'tool definition, o200k tokens',
    ours: `${own.tokens}`,
    against: `${theirs.tokens}`,
    value: own.tokens,
    goal: 230,
  },
  { what: 'tool definition, bytes', ours: `${own.bytes}`, against: `${theirs.bytes}`, ratio: own.bytes / theirs.bytes },
]
process.stdout.write(`${JSON.stringify(figures)}\n`)
