/** The tool definition, as its readers get it. */
import { assertSupportedJsonSchema, type JsonSchemaNode } from '@deepseek-ai/dsh-tools'
import { askUserQuestionTool } from '@deepseek-ai/dsh-tool-ask-user'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { run } from './host.ts'

const { name, description, parameters } = askUserQuestionTool

describe('ask-user schema', () => {
  it('prints the arguments by default, byte for byte as the tool publishes them', async () => {
    const { code, out, err } = await run(['schema'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toBe(`${JSON.stringify(parameters)}\n`)
  })

  it.each([
    ['json-schema', parameters],
    ['openai', { type: 'function', function: { name, description, parameters } }],
    ['anthropic', { name, description, input_schema: parameters }],
    ['mcp', { name, description, inputSchema: parameters }],
  ])('prints the shape %s on one line', async (format, shape) => {
    expect((await run(['schema', '--format', format])).out).toBe(`${JSON.stringify(shape)}\n`)
  })

  it('prints a schema of draft 7, supported by the runtime, every array of which has items', async () => {
    const schema = JSON.parse((await run(['schema'])).out) as JsonSchemaNode
    const validate = new Ajv({ strict: true }).compile(schema)
    const question = { id: 'a', question: 'A?', options: [{ label: 'x' }], multi_select: true }
    expect(validate({ questions: [question] })).toBe(true)
    expect(validate({ questions: [{ id: 'a' }] })).toBe(false)
    expect(() => assertSupportedJsonSchema(schema)).not.toThrow()
    expect(arraysIn(schema)).not.toEqual([])
    for (const node of arraysIn(schema)) expect(node).toHaveProperty('items')
  })
})

function arraysIn(node: unknown): object[] {
  if (typeof node !== 'object' || node === null) return []
  const own = 'type' in node && node.type === 'array' ? [node] : []
  return [...own, ...Object.values(node).flatMap(arraysIn)]
}
