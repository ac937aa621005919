/** Every text that the line provider shows: the table that each language fills. Arguments come sanitised. */

/** The texts of one language. */
export interface Messages {
  /** What stands between two sentences. */
  readonly gap: string
  /** What stands between a name and what it has. */
  readonly colon: string
  /** What stands between two labels of one answer. */
  readonly semicolon: string
  progress(position: number, total: number): string
  askedBy(agent: string): string
  deadline(ms: number): string
  /** What to type; with the commands behind it, one line of a terminal. */
  readonly hint: {
    one(count: number): string
    many(count: number): string
    readonly text: string
    /** Where words of one's own are no answer. */
    onlyOne(count: number): string
    onlyTwo(first: string, second: string): string
    onlyMany(count: number): string
  }
  numberMeans(number: number, label: string): string
  /** What each command does, with what it takes. */
  readonly help: readonly {
    readonly command: string
    readonly does: string
    /** Whether it leads to words of one's own. */
    readonly words?: boolean
  }[]
  readonly answerPrompt: string
  linePrompt(number: number): string
  draft(answer: string): string
  /** That this was asked before, and what becomes of what was entered then. */
  readonly earlier: string
  noted(answer: string): string
  readonly skipped: string
  quoted(text: string): string
  /** Why a line was no answer. */
  readonly fault: {
    readonly empty: string
    outOfRange(part: string, count: number): string
    noOption(part: string): string
    alike(part: string): string
    readonly onlyOptions: string
    notCommand(command: string): string
    readonly textMissing: string
    readonly notText: string
    readonly firstQuestion: string
    readonly nothingKept: string
    readonly linesMissing: string
  }
  /** How to send a line that was taken for something else. */
  readonly asText: string
  readonly severalLines: string
  otherWords(label: string): string
  readonly replyWords: string
  readonly receipt: string
  readonly othersSkipped: string
  readonly notSent: string
  readonly notSentGone: string
  readonly notSentEarly: string
  moreLines(count: number): string
  answeredOn(surface: string): string
  /** How an ask ends without an answer. */
  readonly ending: {
    readonly dismissed: string
    readonly expired: string
    readonly withdrawn: string
    readonly inputEnded: string
    readonly tooManyMisses: string
    /** It could not be written down. */
    readonly notKept: string
  }
}
