/** The failure of having nobody to ask, told apart from every failure of asking. */
import { UserInteractionError } from '@deepseek-ai/dsh-user-interaction'

const messages = {
  'stdin-taken': 'standard input carried the questions, so no answer can come from there',
  'no-terminal': 'standard input carried the questions and there is no terminal to ask on',
  'ci-stdin-taken': 'standard input carried the questions, and with CI set no terminal is opened',
  mcp: 'standard input and output belong to the MCP client, and its terminal is left alone',
  'ci-silent': 'with CI set no terminal is opened, and no line came on standard input in time',
} as const

/** Why nobody can be asked. */
export type NobodyReason = keyof typeof messages

/** `NO_PROVIDER` for want of somewhere to ask: nobody was shown anything they could have answered. */
export class NobodyError extends UserInteractionError {
  readonly reason: NobodyReason

  constructor(reason: NobodyReason) {
    super('NO_PROVIDER', `nobody can answer: ${messages[reason]}`)
    this.reason = reason
  }
}
