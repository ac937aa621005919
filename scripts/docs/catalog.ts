/** Renders the tool catalogue from what the tool runtime publishes. Pure; `harvest.ts` boots the runtime. */
import { encode } from 'gpt-tokenizer/encoding/o200k_base'

/** A tool as a model is told of it, once a request. */
export interface ToolDefinition {
  readonly name: string
  readonly description: string
  readonly parameters: unknown
}

/** What a definition adds to the prefix of every request. */
export interface Weight {
  readonly bytes: number
  readonly tokens: number
}

/** Weighs the compact JSON of name, description and parameters, in that order. */
export function weigh({ name, description, parameters }: ToolDefinition): Weight {
  const json = JSON.stringify({ name, description, parameters })
  return { bytes: Buffer.byteLength(json), tokens: encode(json).length }
}

/** The whole of `docs/tool-catalog.md`. */
export function renderCatalog(tools: readonly ToolDefinition[]): string {
  return `${[opening, ...tools.flatMap(renderTool)].join('\n\n')}\n`
}

const opening = [
  '# Tool catalogue',
  `Every tool that the packages here add, as the tool runtime hands it to the model. These bytes stand in the prefix of
every request, which a provider of models caches: as long as they stay the same, the cached prefix stays valid.`,
  `\`pnpm run docs\` boots the runtime with the plugins mounted and writes this page from it; \`pnpm check\` fails when the
two differ. Tokens are counted with the o200k vocabulary, over the compact JSON of name, description and parameters.`,
].join('\n\n')

function renderTool(tool: ToolDefinition): string[] {
  const { bytes, tokens } = weigh(tool)
  const parameters = JSON.stringify(tool.parameters)
  return [
    `## ${tool.name}`,
    `${bytes} bytes, ${tokens} tokens.`,
    '### Description',
    fence('text', tool.description),
    '### Parameters',
    `${Buffer.byteLength(parameters)} bytes, on one line as they are sent:`,
    fence('json', parameters),
  ]
}

function fence(info: string, body: string): string {
  return `\`\`\`${info}\n${body}\n\`\`\``
}
