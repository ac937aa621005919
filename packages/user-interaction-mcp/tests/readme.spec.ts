/** What the README shows runs. */
import { readFileSync } from 'node:fs'
import { loadComposition } from '@deepseek-ai/dsh-testkit'
import { expect, test } from 'vitest'

test.each(['README.md', 'README.zh.md'])('runs the composition of %s, which offers the tool', async (file) => {
  const readme = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
  const [, yaml = ''] = /```yaml\n([^]*?)```/.exec(readme) ?? []
  const { ctx, dispose } = await loadComposition(yaml, import.meta.url)
  expect(ctx.userInteraction.answerable).toBe(true)
  expect(ctx.tools.schemas().map(({ name }) => name)).toContain('ask_user_question')
  await dispose()
})
