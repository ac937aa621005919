/** An MCP client of the SDK with a person in front of it, who sees forms and answers them when a test says so. */
import { Client, type ClientCapabilities, type Transport } from '@modelcontextprotocol/client'
import type { AskUserQuestionAnswerItem, AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import type { Form } from '../src/index.ts'

/** The two revisions of the protocol that differ in how a server asks. */
export const eras = ['2025-11-25', '2026-07-28'] as const

/** One of them. */
export type Era = (typeof eras)[number]

/** What a client sends back for a form, well formed or not. */
export type Reply = { action: string; content?: unknown }

/** A form while it is on the screen. */
export interface ShownForm {
  readonly form: Form
  /** Aborts when the server takes the form back. */
  readonly signal: AbortSignal
  /** Resolves when it has left the screen. */
  readonly left: Promise<void>
  reply(reply: Reply): void
  fail(error: Error): void
}

/** A client and what its person sees. */
export class PersonsClient {
  readonly client: Client
  /** Every form that was ever shown. */
  readonly shown: ShownForm[] = []
  /** What the client was told while it waited. */
  readonly told: string[] = []
  private readonly appeared: (shown: ShownForm, index: number) => void
  private readonly open = new Set<ShownForm>()
  private readonly watchers = new Set<() => void>()

  constructor(
    era: Era,
    capabilities: ClientCapabilities = { elicitation: {} },
    appeared: (shown: ShownForm, index: number) => void = () => {},
  ) {
    this.appeared = appeared
    this.client = new Client(
      { name: 'a client', version: '1.0.0' },
      { capabilities, versionNegotiation: { mode: era === '2025-11-25' ? 'legacy' : { pin: era } } },
    )
    this.client.setNotificationHandler(
      'notifications/message',
      ({ params }) => void this.told.push(String(params.data)),
    )
    if (!capabilities.elicitation) return
    this.client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) => {
      return this.show(params as Form, mcpReq.signal) as never
    })
  }

  /** The forms on the screen, the oldest first. */
  get screen(): readonly ShownForm[] {
    return [...this.open]
  }

  /** The next form, once so many are on the screen together. */
  async next(count = 1): Promise<ShownForm> {
    while (this.open.size < count) await new Promise<void>((resolve) => this.watchers.add(resolve))
    const form = this.screen.at(-1)
    if (!form) throw new Error('there is no form')
    return form
  }

  async connect(transport: Transport): Promise<void> {
    await this.client.connect(transport)
  }

  private show(form: Form, signal: AbortSignal): Promise<Reply> {
    return new Promise((resolve, reject) => {
      let left = (): void => {}
      const leave = (): void => {
        left()
        this.open.delete(shown)
        signal.removeEventListener('abort', withdraw)
      }
      const withdraw = (): void => {
        leave()
        reject(new Error('the form was taken back'))
      }
      const shown: ShownForm = {
        form,
        signal,
        left: new Promise((done) => (left = done)),
        reply: (reply) => {
          leave()
          resolve(reply)
        },
        fail: (error) => {
          leave()
          reject(error)
        },
      }
      signal.addEventListener('abort', withdraw)
      this.shown.push(shown)
      this.open.add(shown)
      this.appeared(shown, this.shown.length - 1)
      for (const watch of this.watchers) watch()
      this.watchers.clear()
    })
  }
}

/** What a person who goes by the form alone puts into its fields to say this to the question at this place. */
export function fill(
  { requestedSchema: { properties } }: Form,
  place: number,
  { options = [] }: AskUserQuestionItem,
  { selected, custom }: AskUserQuestionAnswerItem,
): Record<string, unknown> {
  const choice = properties[`q${place}`]
  const values = selected.map((label) => {
    const index = options.findIndex((option) => option.label === label)
    const titled = choice && 'oneOf' in choice ? choice.oneOf : choice && 'items' in choice ? choice.items.anyOf : []
    return titled[index]?.const
  })
  return {
    ...(values.length > 0 && { [`q${place}`]: choice?.type === 'array' ? values : values[0] }),
    ...(custom !== undefined && { [`q${place}_text`]: custom }),
  }
}
