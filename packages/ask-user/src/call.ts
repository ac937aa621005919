/** One call of `ask_user_question` through the tool runtime, as a model's would be, and what came of it. */
import type { Context } from '@deepseek-ai/cordis'
import { CallId, HarnessError } from '@deepseek-ai/dsh-llm'
import type { ToolFailure } from '@deepseek-ai/dsh-tools'
import {
  type AskUserQuestionAnswer,
  type AskUserQuestionItem,
  UserInteractionError,
  type UserInteractionErrorCode,
  userInteractionErrors,
} from '@deepseek-ai/dsh-user-interaction'

const tool = 'ask_user_question'

/** What the human said, and to which questions. */
export interface Answered {
  readonly answer: AskUserQuestionAnswer
  /** As the seam admitted them. */
  readonly questions: readonly AskUserQuestionItem[]
}

/**
 * Calls the tool.
 * @throws UserInteractionError when it was refused, dismissed, aborted, expired or could not be asked; another
 *   HarnessError when the runtime or a plugin of the composition failed the call.
 */
export async function callTool(ctx: Context, args: unknown, signal: AbortSignal): Promise<Answered> {
  const tools = ctx.get('tools')
  if (!tools) throw new HarnessError(`the composition has no tool runtime to call ${tool} with`, 'NO_TOOLS')
  let questions: readonly AskUserQuestionItem[] = []
  // A gate in the composition may ask something of its own first; the tool's request is the last.
  const stop = ctx.on(
    'user-interaction/asked',
    (ask) => {
      questions = ask.questions
    },
    { global: true },
  )
  try {
    const result = await tools.execute({ callId: CallId('ask-user'), name: tool, arguments: args, signal })
    if (result.isError) throw failureOf(result.error, ctx)
    return { answer: result.value as unknown as AskUserQuestionAnswer, questions }
  } finally {
    stop()
    // A surface among several learns that it has won when the caller does, and takes its picture down in this turn.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function failureOf({ message, info }: ToolFailure, ctx: Context): HarnessError {
  const code = info?.code ?? 'FAILED'
  if (isOwnCode(code)) return new UserInteractionError(code, message)
  if (code === 'ABORTED' || code === 'ABORTED_BEFORE_DISPATCH') return new UserInteractionError('ASK_ABORTED')
  if (code === 'INVALID_ARGS') return new UserInteractionError('BAD_REQUEST', message)
  // The tool may be offered only while somebody can answer.
  if (code === 'UNKNOWN_TOOL' && ctx.get('userInteraction')?.answerable === false) {
    return new UserInteractionError('NO_PROVIDER')
  }
  return new HarnessError(message, code)
}

function isOwnCode(code: string): code is UserInteractionErrorCode {
  return Object.hasOwn(userInteractionErrors, code)
}
