/** A plugin that prints without a thought for where. */
import type { Context } from 'cordis'

export function apply(ctx: Context): void {
  console.log('printed')
  ctx.logger.info('logged')
}
