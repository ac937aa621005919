/** What forms and dialogs say that is no word of the questions: the table that each language fills. */

/** The texts of one language. */
export interface Messages {
  /** The field of a question that has no short name. */
  readonly answer: string
  /** Own words that take the place of a choice. */
  readonly instead: string
  /** Own words that stand beside choices. */
  readonly beside: string
  /** The option of a dialog that answers nothing there. */
  readonly chat: string
}
