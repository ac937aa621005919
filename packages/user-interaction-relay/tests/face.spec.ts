/** The face of the package, and what the Loader reads off it. */
import * as relay from '@deepseek-ai/dsh-user-interaction-relay'
import { expect, it } from 'vitest'

it('exports the plugin, and nothing as a default', () => {
  expect(Object.keys(relay).toSorted()).toEqual(['Config', 'apply', 'inject', 'name'])
  expect(relay.name).toBe('user-interaction-relay')
  expect(relay.inject).toEqual(['userInteraction'])
})

it('describes each key of its Config', () => {
  expect(Object.keys(relay.Config.dict ?? {})).toEqual(['mode', 'surfaces'])
  for (const key of Object.values(relay.Config.dict ?? {})) expect(key?.meta.description).toBeTruthy()
})
