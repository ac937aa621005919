/** The provider: asks become forms of an MCP client; what it does not show goes to the next surface. */
import {
  type AskUserQuestionAnswer,
  type AskUserQuestionAnswerItem,
  type AskUserQuestionRequest,
  type PendingAsk,
  UserInteractionError,
  type UserInteractionProvider,
} from '@deepseek-ai/dsh-user-interaction'
import { detectLang, type Lang } from '@deepseek-ai/dsh-user-interaction/lang'
import type { FormClient } from './client.ts'
import { decodeReply, encodeForm, type Reply, ReplyError, saysNothing, splitBatch } from './codec.ts'
import { messages } from './lang.ts'

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
  /** A reply that says nothing and comes sooner than this was no person's, in milliseconds. Default: 1000. */
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
 * when nobody shows it. When it aborts, its form is withdrawn.
 */
export function createMcpProvider(options: McpProviderOptions): UserInteractionProvider {
  const { next } = options
  return {
    async ask(request, pending) {
      const client = options.clientOf(request)
      const items = client?.forms ? await askInForms(client, request, pending, options) : undefined
      if (items) return { answers: items }
      if (next) return next(request, pending, client)
      throw new UserInteractionError('NO_PROVIDER', unshown)
    },
  }
}

/** The answers; undefined when the client turned out not to show forms. */
async function askInForms(
  client: FormClient,
  request: AskUserQuestionRequest,
  pending: PendingAsk,
  options: McpProviderOptions,
): Promise<AskUserQuestionAnswerItem[] | undefined> {
  const text = messages[options.lang ?? detectLang(process.env)]
  const batches = splitBatch(request.questions)
  const items: AskUserQuestionAnswerItem[] = []
  for (const [index, questions] of batches.entries()) {
    const part = batches.length > 1 ? { position: index + 1, total: batches.length } : undefined
    const form = encodeForm(questions, { text, agent: request.agent?.id, part })
    const reply = await showForm(client, form, questions, pending, { ...options, first: index === 0 })
    if (!reply) return undefined
    if (reply.action !== 'accept') throw new UserInteractionError('ASK_CANCELLED')
    items.push(...reply.items)
    pending.keepAlive()
  }
  return items
}

async function showForm(
  client: FormClient,
  form: ReturnType<typeof encodeForm>,
  questions: AskUserQuestionRequest['questions'],
  { signal }: PendingAsk,
  { now = () => performance.now(), unseenMs = 1000, first }: McpProviderOptions & { readonly first: boolean },
): Promise<Reply | undefined> {
  const shownAt = now()
  let raw: unknown
  try {
    raw = await client.show(form, signal)
  } catch (error) {
    if (signal.aborted) throw error
    // The client declared forms and then failed to show one; only what it sends back can be an answer.
    return undefined
  }
  const reply = readReply(questions, raw)
  const unseen = now() - shownAt < unseenMs
  // Whoever has seen one form may well skip the next at once.
  return unseen && (reply.action !== 'accept' || (first && saysNothing(reply))) ? undefined : reply
}

function readReply(questions: AskUserQuestionRequest['questions'], raw: unknown): Reply {
  try {
    return decodeReply(questions, raw)
  } catch (error) {
    if (!(error instanceof ReplyError)) throw error
    const message = `the MCP client sent back what does not fit the form: ${error.message}`
    throw new UserInteractionError('BAD_ANSWER', message, { cause: error })
  }
}
