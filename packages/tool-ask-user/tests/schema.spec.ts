/** The tool as a model is told of it: these bytes are part of every request's cached prefix. */
import { assertSupportedJsonSchema } from '@deepseek-ai/dsh-tools'
import { Ajv } from 'ajv'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { askUserQuestionTool } from '../src/index.ts'

const { description, name, parameters } = askUserQuestionTool
const bytes = JSON.stringify({ name, description, parameters })

type Node = { [key: string]: unknown }

/** Every schema node of a schema, itself included. */
function nodesOf(node: Node): Node[] {
  const properties = Object.values((node['properties'] ?? {}) as Record<string, Node>)
  const items = node['items'] === undefined ? [] : [node['items'] as Node]
  return [node, ...[...properties, ...items].flatMap(nodesOf)]
}

test('publishes these bytes', () => {
  expect(bytes).toBe(
    [
      '{"name":"ask_user_question","description":"',
      'Ask the user one or more questions and wait, when only they can decide, permit or supply something. ',
      'Batch related questions. They can always type an answer, so add no Other option. ',
      'Answers hold chosen labels in selected, typed text in custom; neither means skipped. ',
      'Skipped, cancelled or expired is never consent, not even to a recommended option; ',
      'do not ask that again this turn.',
      '","parameters":{"type":"object","properties":{"questions":{"type":"array","items":{"type":"object","properties":{',
      '"id":{"type":"string","description":"Stable; echoed in the answer."},',
      '"question":{"type":"string"},',
      '"header":{"type":"string","description":"1-3 words."},',
      '"options":{"type":"array","items":{"type":"object","properties":{',
      '"label":{"type":"string"},',
      '"description":{"type":"string","description":"What choosing it means."}',
      '},"required":["label"]},"description":',
      '"Omit for free text. Recommended one first, its label ending (Recommended)."},',
      '"multi_select":{"type":"boolean"}',
      '},"required":["id","question"]}}},"required":["questions"]}}',
    ].join(''),
  )
})

test('publishes the same bytes at every reading', () => {
  expect(JSON.stringify({ ...askUserQuestionTool })).toBe(bytes)
  expect(askUserQuestionTool.parameters).toBe(parameters)
})

test('costs at most 230 tokens', () => {
  expect(encode(bytes).length).toBeLessThanOrEqual(230)
})

test('has properties, which the converter would lose without an error for another zod', () => {
  expect(nodesOf(parameters).flatMap((node) => Object.keys(node['properties'] ?? {}))).toEqual([
    'questions',
    'id',
    'question',
    'header',
    'options',
    'multi_select',
    'label',
    'description',
  ])
})

test('uses only keywords that every reader knows, with items for each array', () => {
  const nodes = nodesOf(parameters)
  expect(new Set(nodes.flatMap((node) => Object.keys(node)))).toEqual(
    new Set(['type', 'description', 'properties', 'required', 'items']),
  )
  const arrays = nodes.filter((node) => node['type'] === 'array')
  expect(arrays).toHaveLength(2)
  for (const array of arrays) expect(array).toHaveProperty('items.type', 'object')
})

test('is accepted by the tool runtime, so its code mode can type it', () => {
  expect(() => assertSupportedJsonSchema(parameters)).not.toThrow()
})

test('is a valid draft-07 schema that accepts what it describes', () => {
  const ajv = new Ajv({ strict: true })
  const validate = ajv.compile(parameters)
  expect(ajv.validateSchema({ $schema: 'http://json-schema.org/draft-07/schema#', ...parameters })).toBe(true)
  expect(validate({ questions: [] })).toBe(true)
  const question = { id: 'a', question: 'A?', header: 'H', options: [{ label: 'x' }], multi_select: true }
  expect(validate({ questions: [question] })).toBe(true)
  expect(validate({ questions: [{ id: 'a' }] })).toBe(false)
  expect(validate({ questions: [{ id: 'a', question: 'A?', options: ['Yes'] }] })).toBe(false)
})

test('cannot be changed by whoever reads it', () => {
  for (const node of nodesOf(parameters)) expect(Object.isFrozen(node)).toBe(true)
})

test.each([
  ['when to ask', /only they can decide, permit or supply/],
  ['to batch', /Batch related questions/],
  ['that there is at least one question', /one or more questions/],
  ['that free text is always possible, so no Other option', /always type an answer, so add no Other option/],
  ['where labels and typed text come back', /labels in selected, typed text in custom/],
  ['that neither means skipped', /neither means skipped/],
  ['that silence and refusal are no consent', /Skipped, cancelled or expired is never consent/],
  ['that this holds for a recommended option too', /not even to a recommended option/],
  ['not to ask again this turn', /do not ask that again this turn/],
])('tells the model %s', (_, words) => {
  expect(description).toMatch(words)
})
