/** Prints the tool definition in the shapes that its readers take. */
import type { PublishedTool } from '@deepseek-ai/dsh-tool-ask-user'

/** The shapes there are. `json-schema` is the arguments alone. */
export const schemaFormats = ['json-schema', 'openai', 'anthropic', 'mcp'] as const

/** One of them. */
export type SchemaFormat = (typeof schemaFormats)[number]

/** Whether a word names one of the shapes. */
export function isSchemaFormat(word: string): word is SchemaFormat {
  return schemaFormats.some((format) => format === word)
}

/** Compact JSON on one line; the arguments in it are byte for byte what the tool publishes. */
export async function renderSchema(format: SchemaFormat): Promise<string> {
  const { askUserQuestionTool } = await import('@deepseek-ai/dsh-tool-ask-user')
  return JSON.stringify(shapeFor(format, askUserQuestionTool))
}

function shapeFor(format: SchemaFormat, { name, description, parameters }: PublishedTool): unknown {
  switch (format) {
    case 'json-schema':
      return parameters
    case 'openai':
      return { type: 'function', function: { name, description, parameters } }
    case 'anthropic':
      return { name, description, input_schema: parameters }
    case 'mcp':
      return { name, description, inputSchema: parameters }
  }
}
