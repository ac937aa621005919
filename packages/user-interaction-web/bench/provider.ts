/** A provider under measurement, asked past the seam. */
import type { AskUserQuestionAnswer, AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import { createWebProvider, type WebProvider } from '@deepseek-ai/dsh-user-interaction-web'

/** A server with the cookie that opens it. */
export interface Served {
  readonly provider: WebProvider
  readonly address: string
  readonly origin: string
  readonly cookie: string
}

/** Starts a server. */
export async function serve(): Promise<Served> {
  const provider = createWebProvider({ flushMs: 50, lang: 'en' })
  const address = await provider.listen()
  const { headers } = await fetch(address, { redirect: 'manual' })
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  return { provider, address, origin: new URL(address).origin, cookie }
}

/** Asks; `withdraw` takes it back. */
export function ask(
  { provider }: Served,
  id: string,
  questions: readonly AskUserQuestionItem[],
): { readonly answer: Promise<AskUserQuestionAnswer>; withdraw(): void } {
  const controller = new AbortController()
  const answer = provider.ask(
    { questions },
    { id, signal: controller.signal, askedAt: Date.now(), keepAlive: () => {} },
  )
  return { answer, withdraw: () => controller.abort() }
}

/** The middle of a sample, without its first fifth, which warms up. */
export function middle(sample: readonly number[]): number {
  const counted = sample.slice(Math.ceil(sample.length / 5)).toSorted((a, b) => a - b)
  return counted[counted.length >> 1] ?? NaN
}
