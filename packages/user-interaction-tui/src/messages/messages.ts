/** Every text that the form shows: the table that each language fills. Arguments are sanitised by whoever calls. */
import type { Notice } from '../form/state.ts'

/** The texts of one language. */
export interface Messages {
  /** Who asks, when an agent is named and when none is. */
  asks(agent: string | undefined): string
  waiting(count: number): string
  timeLeft(clock: string): string
  /** The two facts before, where there is less room. */
  waitingBrief(count: number): string
  timeLeftBrief(clock: string): string
  position(at: number, total: number): string
  readonly review: string
  readonly ownWords: string
  readonly recommended: string
  /** On the option that approves a plan, and above the plan. */
  readonly approves: string
  readonly plan: string
  /** How many rows there are out of sight, and how many of them are chosen. */
  above(count: number, chosen: number): string
  below(count: number, chosen: number): string
  /** How many lines of a text there are below, or above once its end is in sight. */
  moreText(count: number): string
  lessText(count: number): string
  filtered(filter: string, shown: number, total: number, chosenElsewhere: number): string
  readonly notices: Readonly<Record<Exclude<Notice, 'doubtful'>, string>>
  /** Asks whether words are meant. */
  doubtful(words: string): string
  /** What "yes, but" begins with. */
  labelStart(label: string): string
  dismiss(count: number): string
  /** Why an answer was not taken. */
  refused(reason: string): string
  /** While an answer is being made to last. */
  readonly saving: string
  readonly reviewTitle: string
  unanswered(count: number): string
  /** The same where there is less room. */
  unansweredBrief(count: number): string
  readonly send: string
  readonly skipped: string
  readonly replyTitle: string
  replyBecomes(question: string, others: number): string
  readonly replyPreview: string
  quoted(text: string): string
  /** What keys do, most important first. */
  readonly hints: {
    readonly move: string
    readonly choose: string
    readonly toggle: string
    readonly goOn: string
    readonly send: string
    readonly sendReply: string
    readonly preview: string
    readonly back: string
    readonly write: string
    readonly type: string
    readonly keepWords: string
    readonly edit: string
    readonly uncheck: string
    readonly newline: string
    readonly leave: string
    readonly yesBut: string
    readonly filter: string
    readonly endFilter: string
    readonly clearFilter: string
    readonly next: string
    readonly skip: string
    readonly reply: string
    readonly dismiss: string
    readonly cancel: string
    /** The key that leaves, where there is no room to say more. */
    readonly out: string
    readonly digits: string
    readonly readOn: string
    readonly read: string
    readonly confirmDismiss: string
    readonly keep: string
    readonly goTo: string
  }
  /** In place of the form, once it is over. */
  readonly receipt: {
    readonly sent: string
    readonly othersSkipped: string
    readonly notSent: string
    /** How many lines of what was not sent are left out. */
    moreLines(count: number): string
    readonly dismissed: string
    readonly expired: string
    readonly withdrawn: string
    readonly failed: string
    /** The answer could not be made to last. */
    readonly notKept: string
    /** Another surface has the answer. */
    answeredOn(surface: string): string
    /** It was dismissed there. */
    dismissedOn(surface: string): string
  }
  /** Of a notification; no words of the question. */
  readonly notification: string
}
