/** A conversation in the real agent loop for one test: a model with a script, a human whom the test plays. */
import type { Agent, AgentHandle } from '@deepseek-ai/dsh-agent'
import type { Message } from '@deepseek-ai/dsh-llm'
import { SessionId } from '@deepseek-ai/dsh-session'
import type { Config } from '@deepseek-ai/dsh-tool-ask-user'
import type { AskUserQuestionAnswer, AskUserQuestionRequest, PendingAsk } from '@deepseek-ai/dsh-user-interaction'
import type { Context } from 'cordis'
import { expect, onTestFinished } from 'vitest'
import { openHarness, route } from '../agent-loop/harness.ts'
import { type Reply, ScriptedModel, type ScriptedReply } from '../agent-loop/model.ts'

/** A question on the human's screen. */
export interface Shown {
  readonly request: AskUserQuestionRequest
  readonly pending: PendingAsk
  /** Picks one label of the first question. */
  pick(label: string): void
  answer(answer: AskUserQuestionAnswer): void
  fail(error: Error): void
}

/** The human: the test waits for what they are shown, in the order of the questions. */
export class Human {
  private readonly unseen: Shown[] = []
  private readonly waiting: ((shown: Shown) => void)[] = []

  ask(request: AskUserQuestionRequest, pending: PendingAsk): Promise<AskUserQuestionAnswer> {
    return new Promise((answer, fail) => {
      const id = request.questions[0]?.id ?? ''
      const pick = (label: string): void => answer({ answers: [{ id, selected: [label] }] })
      const shown = { request, pending, answer, fail, pick }
      const watcher = this.waiting.shift()
      if (watcher) watcher(shown)
      else this.unseen.push(shown)
    })
  }

  sees(): Promise<Shown> {
    const shown = this.unseen.shift()
    return shown ? Promise.resolve(shown) : new Promise((resolve) => this.waiting.push(resolve))
  }

  get sawAll(): boolean {
    return this.unseen.length === 0
  }
}

/** A harness that ends with the test; its model `main` plays `replies`, and the human is the provider. */
export async function openConversation(replies: readonly ScriptedReply[], options: ConversationOptions = {}) {
  const model = new ScriptedModel({ main: replies, ...options.scripts })
  const ctx = await openHarness(model, options.config)
  onTestFinished(async () => void (await ctx.fiber.dispose()))
  const human = new Human()
  ctx.userInteraction.registerProvider(human)
  return { ctx, human, model, ...(await createAgent(ctx, 'main')) }
}

interface ConversationOptions {
  /** Of the tool. */
  config?: Partial<Config>
  /** What further models say, by their ids. */
  scripts?: Readonly<Record<string, readonly ScriptedReply[]>>
}

/** A live agent of the real registry, owned by the agent of `ctx` if it has one. */
export function createAgent(ctx: Context, model: string): Promise<AgentHandle> {
  return ctx.agents.create({ sessionId: SessionId(`session-${model}`), agentOptions: { provider: route, model } })
}

/** A call of the tool with one question of two options. */
export function asking(callId: string, id = 'db'): NonNullable<Reply['calls']>[number] {
  const question = { id, question: `Which ${id}?`, options: [{ label: 'SQLite' }, { label: 'Postgres' }] }
  return { id: callId, name: 'ask_user_question', arguments: { questions: [question] } }
}

/** The conversation that the newest request carries, a line a block; it is one that a provider of models would take. */
export function lastRequest({ requests }: ScriptedModel): string[] {
  const messages = requests.at(-1)?.messages ?? []
  expectValid(messages)
  return messages.flatMap(({ role, content }) =>
    content.map((block) => {
      if (block.type === 'text') return `${role}: ${block.text}`
      if (block.type === 'tool-call') return `${block.id} calls ${block.name}`
      if (block.type === 'tool-result') return `${block.toolCallId} gets ${textOf(block.content)}`
      return block.type
    }),
  )
}

/** Every call has exactly one result, before anything else is said. */
function expectValid(messages: readonly Message[]): void {
  const open = new Set<string>()
  for (const block of messages.flatMap((message) => message.content)) {
    if (block.type === 'tool-result') expect(open.delete(block.toolCallId), `${block.toolCallId} was open`).toBe(true)
    else if (block.type === 'tool-call') open.add(block.id)
    else expect([...open], 'calls without a result').toEqual([])
  }
  expect([...open], 'calls without a result').toEqual([])
}

/** The codes of failed calls as the session's log keeps them, by call id. */
export function failuresOf({ session }: Agent): Record<string, string> {
  return Object.fromEntries(
    session.events.flatMap((event) => {
      if (event.type !== 'tool/result' || !event.data.error) return []
      return [[event.data.message.source.callId, event.data.error.code]]
    }),
  )
}

function textOf(content: Message['content']): string {
  return content.map((block) => (block.type === 'text' ? block.text : `<${block.type}>`)).join('')
}
