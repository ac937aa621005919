/** What the tool runtime returned, as MCP's clients read it. Pure. */
import type { ToolExecutionResult } from '@deepseek-ai/dsh-tools'
import type { CallToolResult } from '@modelcontextprotocol/server'

/** Codes that mean that nobody was shown the question. */
const unseen = new Set(['NO_PROVIDER', 'PROVIDER_GONE', 'PROVIDER_FAILED', 'SERVICE_GONE'])

/** A model that reads it must not try again: nothing here would change. */
const advice =
  'Nobody can be asked here. Do not call ask_user_question again; put the question into your reply instead.'

/** The answer as compact JSON and as structured content; a failure in words, with name and code beside them. */
export function renderToolResult(result: ToolExecutionResult): CallToolResult {
  const text = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  if (!result.isError) {
    return {
      content: [{ type: 'text', text }],
      structuredContent: result.value as Record<string, unknown>,
    }
  }
  const { info } = result.error
  const words = info && unseen.has(info.code) ? `${text}. ${advice}` : text
  return {
    isError: true,
    content: [{ type: 'text', text: words }],
    ...(info && { _meta: { 'ask-user/error': { name: info.name, code: info.code } } }),
  }
}

/** For a composition in which the tool is not, or not now. */
export function renderUnavailable(): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: `Error: ${advice}` }] }
}
