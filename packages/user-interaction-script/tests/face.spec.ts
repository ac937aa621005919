import { expect, it } from 'vitest'
import * as face from '../src/index.ts'

it('names just these, and no default, so that the Loader sees inject and Config', () => {
  expect(Object.keys(face).toSorted()).toEqual([
    'Config',
    'apply',
    'createScriptProvider',
    'inject',
    'name',
    'parseScript',
    'scriptOf',
  ])
  expect(face.name).toBe('user-interaction-script')
  expect(face.inject).toEqual(['userInteraction'])
})
