/** The package's faces, pinned. */
import { expect, it } from 'vitest'
import * as form from '../src/form.ts'
import * as face from '../src/index.ts'
import * as lines from '../src/lines.ts'
import * as mcp from '../src/mcp.ts'

it('exports what programs may name', () => {
  expect(Object.keys(face).toSorted()).toEqual(['CompositionError', 'ask', 'boot'])
})

it('exports the plugins of the shipped composition without a default', () => {
  for (const plugin of [form, lines, mcp]) expect(Object.keys(plugin).toSorted()).toEqual(['apply', 'inject', 'name'])
})
