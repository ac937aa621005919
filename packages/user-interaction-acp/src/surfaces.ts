/** The two ways in which an editor can ask: a form, or for a lone choice its permission dialog. */
import type { CreateElicitationRequest, RequestPermissionRequest, SessionNotification } from '@agentclientprotocol/sdk'
import {
  type AskUserQuestionAnswer,
  type AskUserQuestionItem,
  isUserInteractionError,
} from '@deepseek-ai/dsh-user-interaction'
import type { AcpConnection, AcpSession } from './client.ts'
import { decodeElicitation, encodeForm, saysNothing } from './codec.ts'
import type { Messages } from './messages/messages.ts'
import { decodePermission, dialogFault, encodePermission } from './permission.ts'
import { requestOf } from './request.ts'

/** One showing of one ask. */
export interface Showing {
  readonly connection: AcpConnection
  readonly session: AcpSession
  readonly questions: readonly AskUserQuestionItem[]
  /** Names the tool call where the editor knows none. */
  readonly id: string
  /** Withdraws it. */
  readonly signal: AbortSignal
}

interface Call {
  readonly id: string
  end(status: 'completed' | 'failed'): void
}

/** What tells a person from a rule. */
export interface Pace {
  /** What comes back sooner, in milliseconds, is by a rule of the editor's, and nobody was asked. */
  readonly soonestMs: number
  readonly now: () => number
}

/** Nobody reads a form and fills it in within this time, in milliseconds. */
const instantMs = 400

/**
 * Asks all questions in one form.
 * @throws Error for what came back too soon: an answer within 400 ms, a refusal or an empty form within `soonestMs`.
 */
export async function askByForm(showing: Showing, messages: Messages, pace: Pace): Promise<AskUserQuestionAnswer> {
  const { connection, session, questions, signal } = showing
  const { now, soonestMs } = pace
  const params = { mode: 'form', ...session, ...encodeForm(questions, messages) } satisfies CreateElicitationRequest
  const began = now()
  const response = await requestOf(connection, 'elicitation/create', params, signal)
  const tookMs = now() - began
  const refuse = (limitMs: number): void => {
    if (tookMs < limitMs) throw settledByRule('form', limitMs)
  }
  try {
    const answer = decodeElicitation(questions, response)
    refuse(saysNothing(answer) ? soonestMs : Math.min(instantMs, soonestMs))
    return answer
  } catch (error) {
    if (isUserInteractionError(error, 'ASK_CANCELLED')) refuse(soonestMs)
    throw error
  }
}

/**
 * Asks one question by the permission dialog.
 * @throws Error at once for what the dialog cannot take, and for what came back too soon.
 */
export async function askByDialog(
  showing: Showing,
  messages: Messages,
  { now, soonestMs }: Pace,
): Promise<AskUserQuestionAnswer> {
  const { connection, session, questions, signal } = showing
  const [question] = questions
  const fault = dialogFault(questions)
  if (fault || !question) {
    throw new Error(
      `the editor shows no forms, and its permission dialog cannot take ${fault}: nobody was asked. `
        + 'Put the question into your reply instead.',
    )
  }
  const { options, ...shown } = encodePermission(question, messages)
  const call = openCall(showing, shown.title)
  const params = {
    sessionId: session.sessionId,
    toolCall: { toolCallId: call.id, ...shown },
    options,
  } satisfies RequestPermissionRequest
  const began = now()
  try {
    const response = await requestOf(connection, 'session/request_permission', params, signal)
    if (now() - began < soonestMs) throw settledByRule('permission dialog', soonestMs)
    const answer = decodePermission(question, response)
    call.end('completed')
    return answer
  } catch (error) {
    call.end('failed')
    throw error
  }
}

function settledByRule(what: string, limitMs: number): Error {
  return new Error(
    `the editor settled its ${what} within ${limitMs} ms, sooner than a person can, so a rule of its own `
      + 'did and nobody was asked. Put the question into your reply instead.',
  )
}

/** The tool call that a dialog hangs on; one of its own, opened and ended here, where the editor knows none. */
function openCall({ connection, session, id }: Showing, title: string): Call {
  if (session.toolCallId !== undefined) return { id: session.toolCallId, end: () => undefined }
  const tell = (update: SessionNotification['update']): void => {
    // It is for show: whether the connection lives, the request itself will tell.
    connection.client.notify('session/update', { sessionId: session.sessionId, update }).catch(() => undefined)
  }
  tell({ sessionUpdate: 'tool_call', toolCallId: id, title, kind: 'other', status: 'pending' })
  return { id, end: (status) => tell({ sessionUpdate: 'tool_call_update', toolCallId: id, status }) }
}
