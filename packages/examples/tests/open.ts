/** Opens a composition of this package for one test, and calls tools in it. */
import { type Composition, openComposition } from '@deepseek-ai/dsh-testkit'
import { onTestFinished } from 'vitest'

export async function open(name: string): Promise<Composition> {
  const composition = await openComposition(new URL(`../compositions/${name}.yml`, import.meta.url))
  onTestFinished(() => composition.dispose())
  return composition
}

/** Calls a tool through the real runtime and returns what the model would read. */
export async function call({ ctx }: Composition, name: string, args: unknown, signal = new AbortController().signal) {
  const result = await ctx.tools.execute({ callId: 'call-1' as never, name, arguments: args, signal })
  return { ...result, text: result.content.map((block) => (block.type === 'text' ? block.text : '')).join('') }
}
