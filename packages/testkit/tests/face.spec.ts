import { expect, it } from 'vitest'
import * as face from '../src/index.ts'
import * as terminal from '../src/terminal.ts'

it('names just these', () => {
  expect(Object.keys(face).toSorted()).toEqual([
    'createHuman',
    'createLinkedPair',
    'describeProvider',
    'loadComposition',
    'openComposition',
  ])
})

it('keeps what takes long to load in a face of its own', () => {
  expect(Object.keys(terminal).toSorted()).toEqual(['Screen', 'Terminal', 'openTerminal'])
})
