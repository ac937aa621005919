/**
 * The real agent loop in your terminal. A model (scripted: the only part that is not real) asks you which database to
 * use, waits as long as you like, reads your answer as any model would, and goes on. From the root of the repository:
 *
 *     npx -y pnpm@10 exec tsx packages/examples/agent-loop/run.ts
 *
 * Questions go to standard error, what the model says to standard output. Ctrl+C stops the turn: the question is taken
 * down, and its call ends with one result, so that the conversation could go on.
 */
import type { GenerateOptions } from '@deepseek-ai/dsh-llm'
import { SessionId } from '@deepseek-ai/dsh-session'
import type { AskUserQuestionAnswer } from '@deepseek-ai/dsh-user-interaction'
import { sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'
import * as userInteractionStdio from '@deepseek-ai/dsh-user-interaction-stdio'
import { lastWords, openHarness, prompt, route } from './harness.ts'
import { type Reply, ScriptedModel } from './model.ts'

const question = {
  id: 'db',
  question: 'Which database should the service use?',
  header: 'Database',
  options: [
    { label: 'SQLite (Recommended)', description: 'One file, nothing to run.' },
    { label: 'Postgres', description: 'A server, for many writers.' },
  ],
}

const model = new ScriptedModel({
  demo: [{ calls: [{ id: 'call-1', name: 'ask_user_question', arguments: { questions: [question] } }] }, replyToResult],
})

/** What this model says once it has read the result of its call. */
function replyToResult({ messages }: GenerateOptions): Reply {
  const [result] = messages.at(-1)?.content ?? []
  const [text] = result?.type === 'tool-result' ? result.content : []
  if (result?.type !== 'tool-result' || text?.type !== 'text') return { say: 'I got no result.' }
  if (result.isError) return { say: `I read: ${text.text}` }
  const [answer] = (JSON.parse(text.text) as AskUserQuestionAnswer).answers
  const choice = answer?.custom ?? answer?.selected[0]
  return { say: choice === undefined ? 'You skipped it, so I leave it open.' : `You chose: ${choice}` }
}

const ctx = await openHarness(model)
await ctx.plugin(userInteractionStdio)
const { agent } = await ctx.agents.create({
  sessionId: SessionId('demo'),
  agentOptions: { provider: route, model: 'demo' },
})
process.once('SIGINT', () => agent.cancel({ kind: 'user' }))
agent.followup(prompt('Set up the database.'))
await agent.whenIdle()
process.stdout.write(`${sanitizeText(lastWords(agent) || 'The turn was stopped.')}\n`)
await ctx.fiber.dispose()
