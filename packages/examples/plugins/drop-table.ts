/** A tool that nobody wants to run by accident. */
import type {} from '@deepseek-ai/dsh-tools'
import type { Context } from 'cordis'

export const name = 'drop-table'
export const inject = ['tools']

export function apply(ctx: Context): void {
  ctx.tools.register({
    name: 'drop_table',
    description: 'Drops a table.',
    parameters: { type: 'object', properties: { table: { type: 'string' } }, required: ['table'] },
    output: {
      schema: { type: 'string' },
      render: (_args, value) => [{ type: 'text', text: String(value) }],
    },
    execute: async (args) => `dropped ${(args as { table: string }).table}`,
  })
}
