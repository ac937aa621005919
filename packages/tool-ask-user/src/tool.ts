/** The tool `ask_user_question`: what a model is told of it, and what a call of it does. */
import type { ToolDefinition, ToolRunContext } from '@deepseek-ai/dsh-tools'
import type { AskUserQuestionAnswer, AskUserQuestionRequest } from '@deepseek-ai/dsh-user-interaction'
import { parseArguments } from './arguments.ts'
import { renderResult, resultOf, resultSchema } from './result.ts'
import { type PublishedSchema, publishSchema } from './schema.ts'

/** What a model is told of a tool. */
export interface PublishedTool {
  readonly name: string
  readonly description: string
  readonly parameters: PublishedSchema
}

/** The tool as it is published: part of every request, so its bytes never vary. */
export const askUserQuestionTool: PublishedTool = {
  name: 'ask_user_question',
  description:
    'Ask the user one or more questions and wait, when only they can decide, permit or supply something. '
    + 'Batch related questions. They can always type an answer, so add no Other option. Answers hold chosen labels in '
    + 'selected, typed text in custom; neither means skipped. Skipped, cancelled or expired is never consent, not even '
    + 'to a recommended option; do not ask that again this turn.',
  get parameters() {
    return publishSchema()
  },
}

/** How a call reaches the human: the seam's `ask`, bound to the plugin that asks. */
type Ask = (request: AskUserQuestionRequest) => Promise<AskUserQuestionAnswer>

/**
 * The tool as the runtime registers it. A call has no time limit of its own: it waits for the human, `exec.signal`
 * or `deadlineMs`. It is exclusive within a step, as by default: what the model put behind a question waits for the
 * human, who can still stop it; related questions belong in one call anyway.
 */
export function createTool(ask: Ask, deadlineMs?: number): ToolDefinition {
  const { name, description } = askUserQuestionTool
  return {
    name,
    description,
    get parameters() {
      return publishSchema()
    },
    output: {
      schema: resultSchema,
      render: (_args, value) => [{ type: 'text', text: renderResult(value as unknown as AskUserQuestionAnswer) }],
    },
    async execute(args, exec) {
      const questions = parseArguments(args)
      const answer = await ask({ questions, ...callerOf(exec), ...(deadlineMs !== undefined && { deadlineMs }) })
      return resultOf(questions, answer)
    },
  }
}

/** A call id is unique within its session only, so without an agent there is no key. */
function callerOf({ agent, callId, signal }: ToolRunContext): Pick<AskUserQuestionRequest, 'agent' | 'key' | 'signal'> {
  return agent ? { agent, signal, key: `${agent.id}/${callId}` } : { signal }
}
