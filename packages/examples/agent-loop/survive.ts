/**
 * An agent whose questions survive it. Start it with a folder, answer the first question, and kill it while the second
 * is open, by the line it prints. Start it again: the session resumes, the model asks again, and what you had entered is filled
 * in; it is sent when you say so. From the root of the repository:
 *
 *     npx -y pnpm@10 exec tsx packages/examples/agent-loop/survive.ts FOLDER [page]
 *
 * Questions go to standard error, or with `page` to the page whose address stands there. The model is scripted: the only
 * part that is not real.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { GenerateOptions } from '@deepseek-ai/dsh-llm'
import { SessionId } from '@deepseek-ai/dsh-session'
import type { AskUserQuestionAnswer } from '@deepseek-ai/dsh-user-interaction'
import { sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'
import * as userInteractionJournal from '@deepseek-ai/dsh-user-interaction-journal'
import * as userInteractionStdio from '@deepseek-ai/dsh-user-interaction-stdio'
import * as userInteractionWeb from '@deepseek-ai/dsh-user-interaction-web'
import { FileSessions } from './file-sessions.ts'
import { lastWords, openHarness, prompt, route } from './harness.ts'
import { type Reply, ScriptedModel } from './model.ts'

const questions = [
  {
    id: 'db',
    question: 'Which database should the service use?',
    options: [{ label: 'SQLite' }, { label: 'Postgres' }],
  },
  { id: 'why', question: 'Why that one?' },
]

const [folder = '.', where = 'lines'] = process.argv.slice(2)
const sessionId = SessionId('survivor')
mkdirSync(folder, { recursive: true })
const isResumed = existsSync(join(folder, `${sessionId}.session`))

// Every life of a process has call ids of its own, as those of real models are.
const call = { id: `call-${process.pid}`, name: 'ask_user_question', arguments: { questions } }
const model = new ScriptedModel({ demo: [{ calls: [call] }, replyToResult] })

/** What this model says once it has read the result of its call. */
function replyToResult({ messages }: GenerateOptions): Reply {
  const [result] = messages.at(-1)?.content ?? []
  const [text] = result?.type === 'tool-result' ? result.content : []
  if (text?.type !== 'text' || (result?.type === 'tool-result' && result.isError)) return { say: 'I got no answer.' }
  const { answers } = JSON.parse(text.text) as AskUserQuestionAnswer
  return { say: `Done: ${answers.map(({ selected, custom }) => custom ?? selected.join()).join(', because ')}` }
}

const ctx = await openHarness(model)
await ctx.plugin(FileSessions, { folder })
const surface =
  where === 'page'
    ? { name: 'user-interaction-web', plugin: userInteractionWeb, config: { open: 'never' } }
    : { name: 'user-interaction-stdio', plugin: userInteractionStdio }
await ctx.plugin(userInteractionJournal, { file: join(folder, 'asks.jsonl'), provider: surface })
const agentOptions = { provider: route, model: 'demo' }
const { agent } = isResumed
  ? await ctx.agents.resume({ resumeSessionId: sessionId, agentOptions })
  : await ctx.agents.create({ sessionId, agentOptions })
agent.followup(prompt(isResumed ? 'Go on.' : 'Set up the database.'))
process.stderr.write(`This life ends with: kill -9 ${process.pid}\n`)
await agent.whenIdle()
process.stdout.write(`${sanitizeText(lastWords(agent))}\n`)
await ctx.fiber.dispose()
