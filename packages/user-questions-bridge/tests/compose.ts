/** The bridge as a user mounts it, one line in a cordis.yml, and plugins that know only `ctx.userQuestions`. */
import { loadComposition } from '@deepseek-ai/dsh-testkit'
import type { AskUserQuestionAnswer, AskUserQuestionRequest, PendingAsk } from '@deepseek-ai/dsh-user-interaction'
import type {} from '@deepseek-ai/dsh-user-questions'
import type { Context, Fiber } from 'cordis'
import { onTestFinished } from 'vitest'

/** Seam and bridge; more entries may follow. It ends with the test. */
export async function compose(entries = '') {
  const composition = await loadComposition(
    `
- { id: agents, name: '@deepseek-ai/dsh-agent' }
- { id: user-interaction, name: '@deepseek-ai/dsh-user-interaction' }
- { id: user-questions-bridge, name: '@deepseek-ai/dsh-user-questions-bridge' }
${entries}`,
    import.meta.url,
  )
  onTestFinished(() => composition.dispose())
  return composition
}

/** Mounts a plugin that injects just `userQuestions`, as published ones do, and returns its context. */
export async function mountPlugin(ctx: Context): Promise<{ ctx: Context; fiber: Fiber }> {
  let own: Context | undefined
  const fiber = await ctx.plugin({
    name: 'consumer',
    inject: ['userQuestions'],
    apply: (inner: Context) => void (own = inner),
  })
  if (!own) throw new Error('the plugin did not start')
  return { ctx: own, fiber }
}

/** A provider of the seam that shows and waits for the test. */
export class Screen {
  readonly shown: {
    request: AskUserQuestionRequest
    pending: PendingAsk
    answer: (answer: AskUserQuestionAnswer) => void
    fail: (error: unknown) => void
  }[] = []

  ask(request: AskUserQuestionRequest, pending: PendingAsk): Promise<AskUserQuestionAnswer> {
    return new Promise((answer, fail) => void this.shown.push({ request, pending, answer, fail }))
  }

  get last() {
    const shown = this.shown.at(-1)
    if (!shown) throw new Error('nothing was shown')
    return shown
  }
}

/** Lets everything that is due happen. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
