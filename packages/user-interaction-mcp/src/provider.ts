/** The provider: asks become forms of an MCP client; what it does not show goes to the next surface. */
import {
  type AskUserQuestionAnswer,
  type AskUserQuestionAnswerItem,
  type AskUserQuestionItem,
  type AskUserQuestionRequest,
  isUserInteractionError,
  type PendingAsk,
  UserInteractionError,
  type UserInteractionErrorCode,
  type UserInteractionProvider,
} from '@deepseek-ai/dsh-user-interaction'
import type { Lang } from '@deepseek-ai/dsh-user-interaction/lang'
import { forwardPending } from '@deepseek-ai/dsh-user-interaction/nested'
import type { FormClient } from './client.ts'
import { askInForms } from './ask-in-forms.ts'

type Questions = readonly AskUserQuestionItem[]

/** Ends of an ask that somebody meant, of whatever part of it. */
const deliberate = new Set<UserInteractionErrorCode>(['ASK_CANCELLED', 'ASK_ABORTED', 'ASK_EXPIRED'])

const unshown = 'nobody could be shown this question: the MCP client shows no form'

/** Whom to ask, and who else. */
export interface McpProviderOptions {
  /**
   * The client that an ask belongs to. Undefined when that is unclear: then no client is asked.
   */
  clientOf(request: AskUserQuestionRequest): FormClient | undefined
  /** Asks elsewhere when no client shows the form. Default: nobody is asked, the ask rejects with `NO_PROVIDER`. */
  readonly next?: NextSurface
  /** Default: what LC_ALL, LC_MESSAGES or LANG say. */
  readonly lang?: Lang
  /**
   * A reply that says nothing and comes sooner than this was no person's, in milliseconds. Default: 1000. An answer is
   * none when it comes within 400, or within this if it is less.
   */
  readonly unseenMs?: number
  /** A clock in milliseconds that never goes back. Default: the process's. */
  readonly now?: () => number
}

/** Like a provider's `ask`, with the client whose call led to it, if that is clear: it can be told where to look. */
export type NextSurface = (
  request: AskUserQuestionRequest,
  pending: PendingAsk,
  client: FormClient | undefined,
) => Promise<AskUserQuestionAnswer>

/**
 * Makes a provider that asks in forms, any number of asks at a time. An ask rejects with `ASK_CANCELLED` when the
 * person declines or cancels, with `BAD_ANSWER` when the client accepts what fits no form, and with `NO_PROVIDER`
 * when nobody shows it. When it aborts, its form is withdrawn. Where a request takes several forms and a later one is
 * not shown, the next surface is asked the rest of it; without one, the error says that answers are lost.
 */
export function createMcpProvider(options: McpProviderOptions): UserInteractionProvider {
  return {
    async ask(request, pending) {
      const { questions } = request
      const client = options.clientOf(request)
      const items: AskUserQuestionAnswerItem[] = []
      try {
        if (client && canShow(client, questions)) await askInForms(client, request, pending, { ...options, items })
        if (items.length < questions.length)
          items.push(...(await askElsewhere(items, request, pending, client, options)))
      } catch (error) {
        throw withLoss(error, items.length, questions.length)
      }
      return { answers: items }
    },
  }
}

function canShow({ forms, namedEnums = false }: FormClient, questions: Questions): boolean {
  return forms && !(namedEnums && questions.some(({ multiSelect }) => multiSelect))
}

/** What the forms left open, on the next surface. */
async function askElsewhere(
  items: readonly AskUserQuestionAnswerItem[],
  request: AskUserQuestionRequest,
  pending: PendingAsk,
  client: FormClient | undefined,
  { next }: McpProviderOptions,
): Promise<readonly AskUserQuestionAnswerItem[]> {
  if (!next) throw new UserInteractionError('NO_PROVIDER', unshown)
  if (items.length === 0) return (await next(request, pending, client)).answers
  const rest = { ...request, questions: request.questions.slice(items.length) }
  return (await next(rest, pendingFor(pending, items), client)).answers
}

/** The same ask for the rest of its questions. A draft is of them all, so none is handed on or kept. */
function pendingFor(pending: PendingAsk, items: readonly AskUserQuestionAnswerItem[]): PendingAsk {
  const { signal, commit } = pending
  return forwardPending(pending, {
    signal,
    ...(commit && { commit: ({ answers }) => commit.call(pending, { answers: [...items, ...answers] }) }),
  })
}

/** Whoever answered a part of it must not be told that nobody was shown anything. */
function withLoss(error: unknown, answered: number, total: number): unknown {
  if (answered === 0 || !isUserInteractionError(error) || deliberate.has(error.code)) return error
  const message = `a person had answered ${answered} of ${total} questions before this, and these answers are lost: `
  return new UserInteractionError(error.code, message + error.message, { cause: error })
}
