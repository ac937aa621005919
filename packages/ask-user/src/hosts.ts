/** What the hosts of MCP servers want in their configuration to start `ask-user mcp`. Pure. */

/** The hosts that are known. */
export const hostNames = ['claude-code', 'codex', 'gemini', 'vscode', 'cursor', 'opencode'] as const

/** One of them. */
export type HostName = (typeof hostNames)[number]

/** Whether a word names one of the hosts. */
export function isHostName(word: string): word is HostName {
  return hostNames.some((name) => name === word)
}
