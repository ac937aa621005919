/** One request in the forms of a client, in turn; which replies are a person's. */
import {
  type AskUserQuestionAnswerItem,
  type AskUserQuestionItem,
  type AskUserQuestionRequest,
  type PendingAsk,
  UserInteractionError,
} from '@deepseek-ai/dsh-user-interaction'
import { detectLang, type Lang } from '@deepseek-ai/dsh-user-interaction/lang'
import type { FormClient } from './client.ts'
import { decodeReply, encodeForm, type Reply, ReplyError, saysNothing, splitBatch } from './codec.ts'
import type { Form } from './form.ts'
import { messages } from './lang.ts'

/** How to ask, and where the answers go. */
export interface Asking {
  /** Gets the answers of each form that was answered, in asked order. */
  readonly items: AskUserQuestionAnswerItem[]
  readonly lang?: Lang
  readonly unseenMs?: number
  readonly now?: () => number
}

/** Nobody reads a form and fills it in within this time, in milliseconds. */
const instantMs = 400

/**
 * Asks until every form is answered, or one turned out not to be shown.
 * @throws UserInteractionError `ASK_CANCELLED` for a dismissal, `BAD_ANSWER` for what fits no form.
 */
export async function askInForms(
  client: FormClient,
  request: AskUserQuestionRequest,
  pending: PendingAsk,
  asking: Asking,
): Promise<void> {
  const { items, lang = detectLang(process.env) } = asking
  const batches = splitBatch(request.questions)
  for (const [index, questions] of batches.entries()) {
    const part = batches.length > 1 ? { position: index + 1, total: batches.length } : undefined
    const { namedEnums } = client
    const form = encodeForm(questions, { text: messages[lang], agent: request.agent?.id, part, namedEnums })
    const reply = await showForm(client, form, questions, pending.signal, asking)
    if (!reply) return
    if (reply.action !== 'accept') throw new UserInteractionError('ASK_CANCELLED')
    items.push(...reply.items)
    pending.keepAlive()
  }
}

/** What a person said; undefined when nobody was shown the form. */
async function showForm(
  client: FormClient,
  form: Form,
  questions: readonly AskUserQuestionItem[],
  signal: AbortSignal,
  { now = () => performance.now(), items, unseenMs = 1000 }: Asking,
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
  const tookMs = now() - shownAt
  const reply = readReply(questions, raw)
  if (!saysNothing(reply)) return tookMs < Math.min(instantMs, unseenMs) ? undefined : reply
  // Whoever has seen one form may well skip or refuse the next at once.
  return items.length === 0 && tookMs < unseenMs ? undefined : reply
}

function readReply(questions: readonly AskUserQuestionItem[], raw: unknown): Reply {
  try {
    return decodeReply(questions, raw)
  } catch (error) {
    if (!(error instanceof ReplyError)) throw error
    const message = `the MCP client sent back what does not fit the form: ${error.message}`
    throw new UserInteractionError('BAD_ANSWER', message, { cause: error })
  }
}
