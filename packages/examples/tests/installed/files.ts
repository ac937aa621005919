/** What the projects of an installation hold: a host that asks, a module that only types, a composition, a question. */

/** A question file for the command. */
export const question = JSON.stringify({
  questions: [{ id: 'db', question: 'Which database?', options: [{ label: 'SQLite' }, { label: 'Postgres' }] }],
})

/** Names packages only; the script answers. */
export const composition = `
- { id: agents, name: '@deepseek-ai/dsh-agent' }
- { id: system-prompt, name: '@deepseek-ai/dsh-system-prompt' }
- { id: tools, name: '@deepseek-ai/dsh-tools' }
- { id: user-interaction, name: '@deepseek-ai/dsh-user-interaction' }
- id: user-interaction-script
  name: '@deepseek-ai/dsh-user-interaction-script'
  config:
    answers: { db: Postgres }
- { id: user-questions-bridge, name: '@deepseek-ai/dsh-user-questions-bridge' }
- { id: tool-ask-user, name: '@deepseek-ai/dsh-tool-ask-user' }
`

/**
 * Mounts, asks as a plugin and as a model, answers, is left alone, disposes; prints what came of each.
 * @param cordis the package whose \`Context\` is the root.
 */
export function host(cordis: string): string {
  return `
import { Context } from '${cordis}'
import AgentRegistry from '@deepseek-ai/dsh-agent'
import SystemPrompt from '@deepseek-ai/dsh-system-prompt'
import * as toolAskUser from '@deepseek-ai/dsh-tool-ask-user'
import ToolRuntime from '@deepseek-ai/dsh-tools'
import UserInteraction from '@deepseek-ai/dsh-user-interaction'
import { sanitizeLine } from '@deepseek-ai/dsh-user-interaction/text'
import { createScriptProvider, scriptOf } from '@deepseek-ai/dsh-user-interaction-script'
import UserQuestionsBridge from '@deepseek-ai/dsh-user-questions-bridge'

const ctx = new Context()
for (const plugin of [AgentRegistry, SystemPrompt, ToolRuntime, UserInteraction, UserQuestionsBridge, toolAskUser]) {
  await ctx.plugin(plugin)
}
const story = []
ctx.on('user-interaction/settled', ({ outcome, code }) => story.push(code ?? outcome))

const { questions } = ${question}
const call = async () => {
  const signal = new AbortController().signal
  return ctx.tools.execute({ callId: 'call-1', name: 'ask_user_question', arguments: { questions }, signal })
}
// Name and code survive only where the seam and the tool runtime share one copy of the error class.
story.push((await call()).error.info)

const human = await ctx.plugin({
  name: 'human',
  inject: ['userInteraction'],
  apply: (own) => own.userInteraction.registerProvider(createScriptProvider(scriptOf({ db: 'Postgres' }))),
})
story.push((await ctx.userQuestions.ask({ questions })).answers)
story.push((await call()).content[0].text)
await human.dispose()

let shown
const absent = await ctx.plugin({
  name: 'absent',
  inject: ['userInteraction'],
  apply: (own) => own.userInteraction.registerProvider({ ask: (request, pending) => new Promise(() => (shown = pending)) }),
})
const asked = ctx.userInteraction.ask({ questions }).catch(({ name, code }) => ({ name, code }))
await absent.dispose()
story.push(await asked, shown.signal.aborted, ctx.userInteraction.answerable, sanitizeLine('a\\u0007b'))
await ctx.fiber.dispose()
console.log(JSON.stringify(story))
`
}

/** What the host prints. */
export const hostStory = [
  { name: 'UserInteractionError', code: 'NO_PROVIDER' },
  'answered',
  [{ id: 'db', selected: ['Postgres'] }],
  'answered',
  '{"answers":[{"id":"db","selected":["Postgres"]}]}',
  'PROVIDER_GONE',
  { name: 'UserInteractionError', code: 'PROVIDER_GONE' },
  true,
  false,
  'ab',
]

/** Serves the page, loads every file of it as a browser would, answers a question, and prints what came of both. */
export const pageHost = `
import { createWebProvider } from '@deepseek-ai/dsh-user-interaction-web'

const provider = createWebProvider({ flushMs: 100 })
const address = await provider.listen()
const { origin } = new URL(address)
const entered = await fetch(address, { redirect: 'manual' })
const cookie = entered.headers.get('set-cookie').split(';')[0]
const page = await (await fetch(origin, { headers: { cookie } })).text()
const paths = [...page.matchAll(/(?:href|src)="(\\/[^"]+)"/g)].map(([, path]) => path)
const files = await Promise.all([...new Set(paths)].map(async (path) => {
  const response = await fetch(origin + path, { headers: { cookie } })
  const imports = [...(await response.text()).matchAll(/^(?:import|export)[^'"]*from\\s*["']([^"']+)["']/gm)]
  return [path, response.status, imports.every(([, name]) => /^[./].*[.]js$/.test(name))]
}))

const { questions } = ${question}
const pending = { id: 'one', signal: new AbortController().signal, askedAt: Date.now(), keepAlive: () => {} }
const asked = provider.ask({ questions }, pending)
await fetch(origin + '/asks/one/answer', {
  method: 'POST',
  headers: { cookie, origin, 'content-type': 'application/json' },
  body: JSON.stringify({ v: 1, answers: [{ id: 'db', selected: ['Postgres'] }] }),
})
console.log(JSON.stringify({ files, answer: await asked }))
await provider.close()
`

/** Uses every face; it is only compiled. */
export const typed = `
import { Context } from '@deepseek-ai/cordis'
import { ask } from '@deepseek-ai/dsh-ask-user'
import * as toolAskUser from '@deepseek-ai/dsh-tool-ask-user'
import UserInteraction, { answerOf, isConsent, type UserInteractionProvider } from '@deepseek-ai/dsh-user-interaction'
import { sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'
import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction/types'
import { scriptOf } from '@deepseek-ai/dsh-user-interaction-script'
import { createStdioProvider } from '@deepseek-ai/dsh-user-interaction-stdio'
import UserQuestionsBridge from '@deepseek-ai/dsh-user-questions-bridge'

const ctx = new Context()
await ctx.plugin(UserInteraction, { handoverMs: 1000 })
await ctx.plugin(UserQuestionsBridge)
await ctx.plugin(toolAskUser, { offer: 'always' })
const provider: UserInteractionProvider = createStdioProvider({ input: process.stdin, output: process.stderr })
ctx.userInteraction.registerProvider(provider)
ctx.on('user-interaction/settled', ({ outcome }) => console.log(outcome satisfies string))
const question: AskUserQuestionItem = { id: 'db', question: sanitizeText('Which?') }
const answer = await ctx.userInteraction.ask({ questions: [question] })
const other = await ctx.userQuestions.ask({ questions: [{ id: 'db', question: 'Which?' }] })
console.log(answerOf(answer, 'db').custom, isConsent(other, 'db', 'Yes'), scriptOf({}), ask)
// @ts-expect-error a question has an id
await ctx.userInteraction.ask({ questions: [{ question: 'Which?' }] })
`

/** The types for a host on upstream cordis. */
export const upstreamTyped = `
import type { Context } from 'cordis'
import type {} from '@deepseek-ai/dsh-user-interaction/cordis'

export async function ask(ctx: Context): Promise<string | undefined> {
  ctx.on('user-interaction/settled', ({ outcome }) => console.log(outcome satisfies string))
  const { answers } = await ctx.userInteraction.ask({ questions: [{ id: 'db', question: 'Which?' }] })
  return answers[0]?.custom
}
`
