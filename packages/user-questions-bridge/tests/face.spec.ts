import { expect, it } from 'vitest'
import * as face from '../src/index.ts'

it('names just the service, and gives it as the default to the Loader', () => {
  expect(Object.keys(face).toSorted()).toEqual(['UserQuestionsBridge', 'default'])
  expect(face.default).toBe(face.UserQuestionsBridge)
  expect(face.default.inject).toEqual(['userInteraction'])
})
