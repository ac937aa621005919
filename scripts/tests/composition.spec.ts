import { expect, test } from 'vitest'
import { readComposition } from '../composition.ts'

test('names every plugin in order, those of groups included', () => {
  const text = "- { id: one, name: '@s/one' }\n- name: group\n  config:\n    - name: ./two.ts\n- id: nameless\n"
  expect(readComposition(text)).toEqual({ names: ['@s/one', 'group', './two.ts'] })
})

test('lets through what only the Loader can evaluate', () => {
  expect(readComposition("- name: one\n  disabled: !!js env.provider !== 'one'\n")).toEqual({ names: ['one'] })
})

test('finds no plugins in other YAML', () => {
  expect(readComposition('name: not an entry')).toEqual({ names: [] })
  expect(readComposition('')).toEqual({ names: [] })
})

test('says in one line why a text cannot be read', () => {
  const { names, fault } = readComposition('a: [1')
  expect(names).toEqual([])
  expect(fault).toMatch(/^[^\n]+ at line 1, column \d+:?$/)
})
