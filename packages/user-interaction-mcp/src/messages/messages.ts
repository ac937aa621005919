/** The few words that stand in a form beside the agent's own: the table that each language fills. */

/** The texts of one language. */
export interface Messages {
  askedBy(agent: string): string
  /** Which of several forms of one request this is. */
  part(position: number, total: number): string
  /** What a field is called whose question has no heading and is too long for one. */
  readonly answer: string
  /** The text beside a single choice: it replaces the choice. */
  readonly instead: string
  /** The text beside several choices: it stands beside them. */
  readonly beside: string
  /** What a client shows while it waits for the person. */
  readonly waiting: string
}
