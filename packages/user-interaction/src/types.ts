/**
 * The vocabulary of a question and its answer: plain serialisable data, free of any cordis, node or
 * agent import, so that a browser, a worker or a protocol codec can load it alone.
 */

/** One choice offered with a question. */
export interface AskUserQuestionOption {
  /** What is shown and, byte for byte, what comes back in `selected`. */
  label: string
  /** What choosing it means. */
  description?: string
}

/**
 * Says what kind of decision a question is, so that a surface which knows the kind may present it so.
 * Presentation only: the answer has the same shape with or without it.
 */
export interface AskUserQuestionIntent {
  /** The question reviews a plan; its `detail` is the plan. */
  kind: 'plan-review'
  /** The label, one of this question's own options, that approves. */
  approve: string
}

/** One question. Without options (absent or empty) it asks for free text. */
export interface AskUserQuestionItem {
  /** Stable within the request; echoed in the answer. */
  id: string
  question: string
  /** Supporting text shown with the question, never an option. Empty counts as absent. */
  detail?: string
  /** A short heading. Empty counts as absent. */
  header?: string
  options?: readonly AskUserQuestionOption[]
  /** Whether more than one label may be chosen. Default: false. */
  multiSelect?: boolean
  intent?: AskUserQuestionIntent
}

/** What the human said to one question. Neither labels nor text means that it was skipped. */
export interface AskUserQuestionAnswerItem {
  id: string
  /** The chosen labels, byte for byte, in no promised order. */
  selected: string[]
  /** Typed text, untrimmed. On a single-select it stands alone; on a multi-select it may stand beside labels. */
  custom?: string
}

/** What the human said to a request: one item a question, in asked order. */
export interface AskUserQuestionAnswer {
  answers: AskUserQuestionAnswerItem[]
}
