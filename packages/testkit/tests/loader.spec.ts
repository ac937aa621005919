import { describe, expect, it } from 'vitest'
import { loadComposition, openComposition } from '../src/index.ts'

describe('a composition in a test', () => {
  it('says so when its file is not there or holds no entries', async () => {
    await expect(openComposition(new URL('nowhere.yml', import.meta.url))).rejects.toThrow('is no composition')
    await expect(loadComposition('a: b', import.meta.url)).rejects.toThrow('is no composition')
  })

  it('keeps entries that do not run, not active', async () => {
    const { entry, dispose } = await loadComposition('- { id: broken, name: ./nowhere.ts }', import.meta.url)
    expect(entry('broken').fiber?.state).not.toBe(2)
    await dispose()
  })
})
