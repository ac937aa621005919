/** An editor built with the SDK, and the person in front of it, who knows nothing but what the editor was sent. */
import {
  client,
  type ClientApp,
  type ClientConnection,
  CreateElicitationRequest,
  type CreateElicitationResponse,
  type ElicitationContentValue,
  type ElicitationSchema,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
} from '@agentclientprotocol/sdk'
import type { AskUserQuestionAnswerItem, AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import { sanitizeLine } from '@deepseek-ai/dsh-user-interaction/text'

/** A form or a dialog while it is on the screen. */
export interface Window {
  readonly sessionId: string
  readonly toolCallId: string | undefined
  readonly text: string
  readonly schema?: ElicitationSchema
  readonly request: object
  readonly content: Record<string, ElicitationContentValue>
  respond(response: object): void
  fail(error: Error): void
}

/** Capabilities of an editor that shows forms. */
export const forms = { elicitation: { form: {} } } as const

/** What is on the screen, and what can be done about it. */
export class Editor {
  readonly windows: Window[] = []
  readonly updates: { sessionId: string; update: SessionUpdate }[] = []
  /** How many windows were ever opened. */
  opened = 0
  readonly app: ClientApp = client({ name: 'editor' })
    .onRequest(methods.client.elicitation.create, ({ params, signal }) => {
      if (!CreateElicitationRequest.isForm(params) || !('sessionId' in params)) throw RequestError.invalidParams()
      const { sessionId, toolCallId, requestedSchema: schema } = params
      return this.show<CreateElicitationResponse>(
        { sessionId, toolCallId: toolCallId ?? undefined, text: formText(params.message, schema), schema },
        params,
        signal,
      )
    })
    .onRequest(methods.client.session.requestPermission, ({ params, signal }) => {
      const { sessionId, toolCall } = params
      return this.show<RequestPermissionResponse>(
        { sessionId, toolCallId: toolCall.toolCallId, text: dialogText(params) },
        params,
        signal,
      )
    })
    .onNotification(methods.client.session.update, ({ params }) => void this.updates.push(params))
    .onRequest(
      '_ping',
      (params) => params as object,
      () => ({}),
    )

  /** What the person sees, in one session or in all. */
  screen(at?: string): string {
    return this.windowsOf(at)
      .map(({ text }) => text)
      .join('\n\n')
  }

  /** Fills in one question of the window that shows it; a dialog is sent by that. */
  answer(question: AskUserQuestionItem, { selected, custom }: AskUserQuestionAnswerItem, at?: string): void {
    const window = this.windowOf(question, at)
    const chosen = selected.map((label) => question.options?.findIndex((option) => option.label === label) ?? -1)
    const { schema } = window
    if (!schema) return chooseInDialog(window, chosen, custom)
    const index = positionOf(window, question)
    const field = schema.properties?.[`choice_${index}`]
    const values = chosen.map((place) => valuesOf(field)[place]?.const ?? 'none')
    const [first] = values
    if (values.length > 0) window.content[`choice_${index}`] = field?.type === 'array' ? values : (first ?? 'none')
    if (custom !== undefined) window.content[`text_${index}`] = custom
  }

  skip(question: AskUserQuestionItem, at?: string): void {
    if (!this.windowOf(question, at).schema) throw new Error('a dialog cannot be skipped')
  }

  send(questions: readonly AskUserQuestionItem[], at?: string): void {
    const window = this.windowsOf(at).find(({ text, schema }) => schema && questions.every((one) => shows(text, one)))
    window?.respond({ action: 'accept', content: window.content })
  }

  cancel([question]: readonly AskUserQuestionItem[], action: 'cancel' | 'decline' = 'cancel', at?: string): void {
    if (!question) throw new RangeError('no question')
    const window = this.windowOf(question, at)
    window.respond(window.schema ? { action } : { outcome: { outcome: 'cancelled' } })
  }

  /** The window with this question. */
  windowOf(question: AskUserQuestionItem, at?: string): Window {
    const window = this.windowsOf(at).find(({ text }) => shows(text, question))
    if (!window) throw new Error('no window shows this question')
    return window
  }

  private windowsOf(at: string | undefined): Window[] {
    return this.windows.filter(({ sessionId }) => at === undefined || sessionId === at)
  }

  private show<T>(
    window: Pick<Window, 'sessionId' | 'toolCallId' | 'text' | 'schema'>,
    request: object,
    signal: AbortSignal,
  ): Promise<T> {
    this.opened++
    return new Promise<T>((resolve, reject) => {
      const close = (): void => void this.windows.splice(this.windows.indexOf(shown), 1)
      const withdraw = (): void => {
        close()
        reject(RequestError.requestCancelled())
      }
      const settle = (act: () => void): void => {
        signal.removeEventListener('abort', withdraw)
        close()
        act()
      }
      const shown: Window = {
        ...window,
        request,
        content: {},
        respond: (response) => settle(() => resolve(response as T)),
        fail: (error) => settle(() => reject(error)),
      }
      this.windows.push(shown)
      signal.addEventListener('abort', withdraw, { once: true })
    })
  }
}

/** Connects, initialises and opens sessions, as an editor does on its start. */
export async function initialise(
  connection: ClientConnection,
  clientCapabilities: object,
  count = 1,
): Promise<string[]> {
  await connection.agent.request(methods.agent.initialize, { protocolVersion: PROTOCOL_VERSION, clientCapabilities })
  const sessions: string[] = []
  for (let n = 0; n < count; n++) {
    const { sessionId } = await connection.agent.request(methods.agent.session.new, { cwd: '/', mcpServers: [] })
    sessions.push(sessionId)
  }
  return sessions
}

/** The values that a field offers, of all the forms that the protocol has for them. */
export function valuesOf(field: unknown): { const: string; title: string; description?: string | null }[] {
  const { oneOf, items } = (field ?? {}) as Record<string, unknown>
  return (oneOf ?? (items as Record<string, unknown> | undefined)?.['anyOf'] ?? []) as ReturnType<typeof valuesOf>
}

function chooseInDialog(window: Window, [chosen]: readonly number[], custom: string | undefined): void {
  if (custom !== undefined || chosen === undefined) throw new Error('a dialog takes one of its options and no words')
  const { options } = window.request as RequestPermissionRequest
  window.respond({ outcome: { outcome: 'selected', optionId: options[chosen + 1]?.optionId } })
}

/** Which of the form's questions it is, from 1: by the numbers in front of them, if there are any. */
function positionOf({ text }: Window, { question }: AskUserQuestionItem): number {
  const before = text.slice(0, text.indexOf(sanitizeLine(question).slice(0, 20)))
  return Number(/(\d+)\. (?:\[.*\] )?$/.exec(before)?.[1] ?? 1)
}

function shows(text: string, { question }: AskUserQuestionItem): boolean {
  return squeezed(text).includes(squeezed(sanitizeLine(question)))
}

function squeezed(text: string): string {
  return text.replace(/\s+/gu, '')
}

/** A form as a person reads it. */
export function formText(message: string, { properties = {} }: ElicitationSchema): string {
  const fields = Object.values(properties).map((field) => {
    const values = valuesOf(field).map(({ title, description }) => {
      const mark = field.type === 'array' ? '[ ]' : '( )'
      return `  ${mark} ${title}${description ? ` - ${description}` : ''}`
    })
    return [`${String(field['title'])}:${values.length > 0 ? '' : ' ____'}`, ...values].join('\n')
  })
  return [message, ...fields].join('\n')
}

/** A permission dialog as a person reads it. */
export function dialogText({ toolCall, options }: Pick<RequestPermissionRequest, 'toolCall' | 'options'>): string {
  const body = (toolCall.content ?? []).map((part) => {
    return part.type === 'content' && part.content.type === 'text' ? part.content.text : ''
  })
  return [toolCall.title ?? '', ...body, ...options.map(({ name, kind }) => `[${name}] ${kind}`)].join('\n')
}
