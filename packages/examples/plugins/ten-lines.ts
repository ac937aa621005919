/** A whole provider: it always takes the first option, which no real surface would, and types for free text. */
import type { Context } from 'cordis'

export const name = 'ten-lines'
export const inject = ['userInteraction']

export function apply(ctx: Context): void {
  ctx.userInteraction.registerProvider({
    ask: async ({ questions }) => ({
      answers: questions.map(({ id, options: [first] = [] }) =>
        first ? { id, selected: [first.label] } : { id, selected: [], custom: 'as you like' },
      ),
    }),
  })
}
