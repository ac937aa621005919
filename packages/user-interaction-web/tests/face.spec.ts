/** The face of the package, pinned. */
import { expect, it } from 'vitest'
import * as face from '../src/index.ts'

it('exports the plugin, the provider and what a command prints and opens, and nothing else', () => {
  expect(Object.keys(face).toSorted()).toEqual([
    'Config',
    'apply',
    'canOpen',
    'createWebProvider',
    'inject',
    'messages',
    'name',
    'openBrowser',
    'renderAddress',
  ])
})
