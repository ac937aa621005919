/**
 * A second consumer of the seam: before a guarded tool runs, it asks the human. Only exactly one explicit yes lets
 * the call through; no, a typed text, a skip, a dismissal, a deadline and any failure all deny it.
 */
import { isConsent } from '@deepseek-ai/dsh-user-interaction'
import type { PreToolDecision, ToolExecution } from '@deepseek-ai/dsh-tools'
import type { Context } from 'cordis'
import Schema from '@deepseek-ai/schemastery'

export const name = 'permission-gate'
export const inject = ['tools', 'userInteraction']

export interface Config {
  tools: string[]
}

export const Config: Schema<Config> = Schema.object({
  tools: Schema.array(Schema.string()).default([]).description('Names of the tools that run only with a yes.'),
})

const yes = 'Run it once'

export function apply(ctx: Context, config: Config): void {
  const { userInteraction } = ctx
  ctx.on('tools/pre-execute', async (execution, next) => {
    if (!config.tools.includes(execution.name)) return next()
    const refusal = await refusalOf(userInteraction, execution)
    return refusal === undefined ? next() : ({ kind: 'deny', reason: refusal } satisfies PreToolDecision)
  })
}

async function refusalOf(seam: Context['userInteraction'], execution: ToolExecution): Promise<string | undefined> {
  const { agent, arguments: args, signal } = execution
  try {
    const answer = await seam.ask({
      questions: [
        {
          id: 'permission',
          header: 'Permission',
          question: `May I run ${execution.name}?`,
          detail: JSON.stringify(args, null, 2),
          options: [{ label: yes }, { label: 'No', description: 'The agent is told that you refused.' }],
        },
      ],
      signal,
      ...(agent && { agent }),
    })
    return isConsent(answer, 'permission', yes) ? undefined : 'The user did not permit this call.'
  } catch (error) {
    return `Nobody permitted this call. ${error instanceof Error ? error.message : ''}`
  }
}
