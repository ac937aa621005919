import { expect, test } from 'vitest'
import { renderCatalog, weigh } from '../docs/catalog.ts'
import { generatedFaults } from '../docs/generated.ts'
import { harvestTools } from '../docs/harvest.ts'
import { fencesOf } from '../docs/markdown.ts'
import { filesOf } from './fixture.ts'

const tool = { name: 'greet', description: 'Say "hé".', parameters: { type: 'object', properties: {} } }

test('shows the description and the parameters to the byte', () => {
  const blocks = fencesOf(renderCatalog([tool]))
  expect(blocks.map(({ info, body }) => [info, body])).toEqual([
    ['text', 'Say "hé".'],
    ['json', '{"type":"object","properties":{}}'],
  ])
})

test('counts bytes, not characters, and the tokens of the whole definition', () => {
  const json = '{"name":"greet","description":"Say \\"hé\\".","parameters":{"type":"object","properties":{}}}'
  expect(weigh(tool)).toEqual({ bytes: Buffer.byteLength(json), tokens: 24 })
  expect(renderCatalog([tool])).toContain(`${json.length + 1} bytes, 24 tokens.`)
})

test('goes red when a tool changes by one character', () => {
  const files = filesOf({ 'docs/tool-catalog.md': renderCatalog([tool]) })
  const changed = renderCatalog([{ ...tool, description: 'Say "hé"!' }])
  expect(generatedFaults(files, [{ file: 'docs/tool-catalog.md', text: changed }])).toHaveLength(1)
})

test('harvests the tool from the real runtime, with name, description and parameters only', async () => {
  const tools = await harvestTools()
  expect(tools.map(Object.keys)).toEqual([['name', 'description', 'parameters']])
  expect(tools[0]?.name).toBe('ask_user_question')
  expect(tools[0]?.parameters).toMatchObject({ type: 'object', required: ['questions'] })
})
