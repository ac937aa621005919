/** What mounting the tool costs. Its own file: what a process has loaded stays loaded. */
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { answering, call, mount } from './mount.ts'

const { cache } = createRequire(import.meta.url)

function converterLoaded(): boolean {
  return Object.keys(cache).some((file) => file.includes('zod-to-json-schema'))
}

test('loads the schema converter when the definition is first read, not to mount or to answer', async () => {
  const { ctx } = await mount({}, answering({ answers: [] }))
  await call(ctx, { questions: [{ id: 'a', question: 'A?' }] })
  expect(converterLoaded()).toBe(false)
  expect(ctx.tools.schemas()).toHaveLength(1)
  expect(converterLoaded()).toBe(true)
})
