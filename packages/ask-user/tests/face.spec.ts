/** The package's faces, pinned. */
import { expect, it } from 'vitest'
import * as face from '../src/index.ts'
import * as lines from '../src/lines.ts'

it('exports what programs may name', () => {
  expect(Object.keys(face).toSorted()).toEqual(['CompositionError', 'ask'])
})

it('exports the plugin of the shipped composition without a default', () => {
  expect(Object.keys(lines).toSorted()).toEqual(['apply', 'inject', 'name'])
})
