import { Context } from 'cordis'
import UserInteraction from '@deepseek-ai/dsh-user-interaction'
import UserQuestions from '@deepseek-ai/dsh-user-questions'
const root = new Context()
await root.plugin(UserInteraction)
await root.plugin(UserQuestions)
const answer = { answers: [{ id: 'a', selected: ['Yes'] }] }
const provider = { ask: async () => answer }
let c
await root.plugin({ name: 'p', inject: ['userInteraction', 'userQuestions'], apply(ctx) { c = ctx; ctx.userInteraction.registerProvider(provider); ctx.userQuestions.registerProvider(provider) } })
const signal = new AbortController().signal
const request = { questions: [{ id: 'a', question: 'Proceed?', options: [{ label: 'Yes' }, { label: 'No' }] }], signal }
const N = Number(process.env.N ?? 20000)
async function run(f) { const t = performance.now(); for (let i = 0; i < N; i++) await f(); return (performance.now() - t) / N * 1000 }
for (let r = 0; r < 6; r++) {
  const a = await run(() => c.userInteraction.ask(request)), b = process.env.ONLY ? 1 : await run(() => c.userQuestions.ask(request))
  console.log(a.toFixed(2), b.toFixed(2), (a / b).toFixed(2))
}
